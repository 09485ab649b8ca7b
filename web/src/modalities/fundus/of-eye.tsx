import { elsewhere, type FundusFindings, type ReportedEye, sayIn } from '@mingmou/contract'
import { language } from '../../lib/texts/i18n.ts'

/** What the photographs of the eye make of it together, as the report says it. */
export function OfEye({
  findings: { dr, dr_grade, other_disease },
  image_index,
  of_eye,
}: {
  findings: FundusFindings
  image_index: number
  of_eye: ReportedEye | null
}) {
  const here = {
    image_index,
    stage: dr_grade,
    oedema: dr?.macular_oedema ?? null,
    other: other_disease,
  }
  return elsewhere(here, of_eye, sayIn(language())).map(({ text, caution }) => (
    <p key={text} className={caution ? 'dx-caution' : undefined}>
      {text}
    </p>
  ))
}
