import {
  contradicts,
  isUngradable,
  modalityOf,
  sayIn,
  untoldText,
  worstReferral,
  type EyeOutcome,
  type EyeSummary,
} from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { language } from '../../lib/texts/i18n.ts'
import { OfModality } from '../../modalities/use-modality.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'
import type { Row } from './report-cells.tsx'

/** What the machine says of a corrected eye as far as a list tells it. */
const summaryOf = (outcome: EyeOutcome): EyeSummary => ({
  ...outcome,
  photographs: 1,
  gradable: isUngradable(outcome) || outcome.referral === null ? 0 : 1,
  contradicts: contradicts(outcome),
  machine: outcome.machine && { stage: outcome.machine.stage, gradable: 1, contradicts: false },
})

/** What the report asks for, then each eye in the words of the worklist, and why nothing is told of one. */
export function Eyes({ row }: { row: Row }) {
  const { t } = useTranslation(['worklist', 'findings'])
  const referral = worstReferral(row.outcomes.flatMap((outcome) => outcome.referral ?? []))
  const word = referral === 'none' ? 'routine' : (referral ?? 'ungradable')
  return (
    <span className="rl-eyes">
      <strong data-tone={referral ?? undefined}>{t(`urgency.${word}`)}</strong>
      <OfModality value={modalityOf(row.diagnosis_class).key}>
        <EyeTags eyes={row.outcomes.map(summaryOf)} />
      </OfModality>
      {row.untold.map((untold) => (
        <Tag key={untold.eye}>{untoldText(untold, sayIn(language()))}</Tag>
      ))}
    </span>
  )
}
