import { DOCUMENTS, type ReportData } from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'
import { useModality } from '../../modalities/use-modality.ts'
import { ReportQr } from './report-qr.tsx'
import { ReportNotices } from './report-notices.tsx'
import { Section } from './section.tsx'

/** A report on screen: the words and pictures of its document, as the PDF has them. */
export function ReportSheet({ report }: { report: ReportData }) {
  const document = DOCUMENTS[useModality().key].of(report, language())
  const { footer } = document
  return (
    <article className="rp-sheet">
      <ReportNotices notices={document.notices} />
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
