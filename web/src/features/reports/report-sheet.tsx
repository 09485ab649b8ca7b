import {
  DOCUMENTS,
  type Notice,
  photographsOf,
  type ReportData,
  type ReportedPicture,
  type ReportSection,
} from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { reportPath } from '../../paths.ts'
import { language } from '../../lib/texts/i18n.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { ReportImage } from './report-image.tsx'
import { Figures, Notes, Opinion, Results } from './report-parts.tsx'
import { ReportQr } from './report-qr.tsx'

/** A report on screen: the words and pictures of its document, as the PDF has them. */
export function ReportSheet({ report }: { report: ReportData }) {
  const document = DOCUMENTS[useModality().key].of(report, language())
  const { footer } = document
  return (
    <article className="rp-sheet">
      <Notices notices={document.notices} />
      {document.mark !== null && (
        <p className="rp-mark" aria-hidden="true">
          <span data-mark={document.mark} />
        </p>
      )}
      <header className="rp-head">
        {report.organization.logo && <img src={report.organization.logo} alt="" />}
        <div>
          <p>{document.institution}</p>
          <h1>{document.title}</h1>
        </div>
        <figure className="rp-scan">
          <ReportQr reportNo={report.report_no} />
          <figcaption>{document.scan}</figcaption>
        </figure>
      </header>
      <dl className="rp-facts">
        {document.identity.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {document.sections.map((section, index) => (
        <Section key={index} section={section} all={document.sections} report={report} />
      ))}
      <footer className="rp-foot">
        <p className="rp-warning">{footer.warning}</p>
        <p>{footer.whose}</p>
        {footer.lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </footer>
    </article>
  )
}

interface SectionProps {
  section: ReportSection
  all: readonly ReportSection[]
  report: ReportData
}

/** Tables of figures stand beside each other, at the place of the first one. */
function Section({ section, all, report }: SectionProps) {
  switch (section.kind) {
    case 'pictures':
      return <Pictures section={section} report={report} />
    case 'results':
      return <Results section={section} />
    case 'figures': {
      const figures = all.filter((one) => one.kind === 'figures')
      return section === figures[0] && <Figures sections={figures} />
    }
    case 'notes':
      return <Notes section={section} />
    case 'opinion':
      return <Opinion section={section} />
  }
}

interface PicturesProps {
  section: Extract<ReportSection, { kind: 'pictures' }>
  report: ReportData
}

/** OD on the left, OS on the right, as one faces the patient. */
function Pictures({ section: { pictures }, report }: PicturesProps) {
  return (
    <section className="rp-eyes">
      {photographsOf<ReportedPicture>(report).map((photograph, index) => (
        <ReportImage
          key={photograph.image_index}
          reportNo={report.report_no}
          photograph={photograph}
          pictures={pictures.filter((picture) => picture.photograph === index)}
        />
      ))}
    </section>
  )
}

/** More lines than these are folded. */
const FEW = 8

/** What became of the report, with a link to the other report it is about. */
function Notices({ notices }: { notices: readonly Notice[] }) {
  const { t } = useTranslation('reports')
  const { key } = useModality()
  return notices.map(({ text, plain, lines, link }) => (
    <div key={text} role={plain ? 'note' : 'alert'} className={plain ? 'rp-note' : 'rp-void'}>
      <p>
        <strong>{text}</strong>
        {link !== null && (
          <>
            {' '}
            <a href={`#${reportPath(key, link)}`}>{t(plain ? 'open_older' : 'open_newer')}</a>
          </>
        )}
      </p>
      {lines.length > 0 && (
        <details open={lines.length <= FEW}>
          <summary>{t('details', { n: lines.length })}</summary>
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  ))
}
