import {
  photographsOf,
  type ReportData,
  type ReportedPicture,
  type ReportSection,
} from '@mingmou/contract'
import { ReportImage } from './report-image.tsx'
import { Figures, Notes, Opinion, Results } from './report-parts.tsx'

interface SectionProps {
  section: ReportSection
  all: readonly ReportSection[]
  report: ReportData
}

/** Tables of figures stand beside each other, at the place of the first one. */
export function Section({ section, all, report }: SectionProps) {
  switch (section.kind) {
    case 'pictures':
      return <Pictures section={section} report={report} />
    case 'results':
      return <Results section={section} />
    case 'figures': {
      const figures = all.filter((part) => part.kind === 'figures')
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
