import {
  contradicts,
  isUngradable,
  modalityOf,
  sayIn,
  untoldText,
  worstReferral,
  type DataOf,
  type EyeOutcome,
  type EyeSummary,
  type listReports,
} from '@mingmou/contract'
import { Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patientDetailPath, reportPath } from '../../paths.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { language } from '../../lib/texts/i18n.ts'
import { OfModality } from '../../modalities/use-modality.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { useSavePdf } from './queries.ts'
import { VoidDialog } from './void-dialog.tsx'

export type Row = DataOf<typeof listReports>['rows'][number]

/** A deleted patient has no page, and a day until which the law keeps the record. */
export function PatientName({ pid, name, ad_card_number, kept_until }: Row) {
  const { t } = useTranslation('reports')
  const words = (
    <>
      {name}
      <small>{ad_card_number}</small>
    </>
  )
  if (kept_until === null)
    return (
      <a href={`#${patientDetailPath(pid)}`} className="rl-patient">
        {words}
      </a>
    )
  return (
    <span className="rl-patient">
      {words}
      <small>{t('list.kept_until', { day: kept_until })}</small>
    </span>
  )
}

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
  const referral = worstReferral(row.outcomes.flatMap((one) => one.referral ?? []))
  const word = referral === 'none' ? 'routine' : (referral ?? 'ungradable')
  return (
    <span className="rl-eyes">
      <strong data-tone={referral ?? undefined}>{t(`urgency.${word}`)}</strong>
      <OfModality value={modalityOf(row.diagnosis_class).key}>
        <EyeTags eyes={row.outcomes.map(summaryOf)} />
      </OfModality>
      {row.untold.map((one) => (
        <Tag key={one.eye}>{untoldText(one, sayIn(language()))}</Tag>
      ))}
    </span>
  )
}

const TONES = { signed: 'success', superseded: 'warning', void: 'error' } as const

export function State({ state, outdated, delivery }: Row) {
  const { t } = useTranslation('reports')
  const isOutdated = state === 'signed' && outdated
  return (
    <span className="rl-patient" data-tone={delivery === 'failed' ? 'referable' : undefined}>
      <Tag color={isOutdated ? 'error' : TONES[state]}>
        {t(isOutdated ? 'state.outdated' : `state.${state}`)}
      </Tag>
      {delivery && <small>{t(`delivery.state.${delivery}`)}</small>}
    </span>
  )
}

export function Actions({ row }: { row: Row }) {
  const { t } = useTranslation('reports')
  const pdf = useSavePdf()
  const [voiding, setVoiding] = useState(false)
  const actions = (
    <RowActions
      actions={[
        {
          label: t('action.open'),
          href: `#${reportPath(modalityOf(row.diagnosis_class).key, row.report_no)}`,
          target: '_blank',
        },
        {
          label: 'PDF',
          loading: pdf.isPending,
          onClick: () =>
            pdf.mutate(row.report_no, { onError: (error) => showFailure(error, t('pdf_failed')) }),
        },
        row.state !== 'void' && {
          label: t('action.void'),
          danger: true,
          onClick: () => setVoiding(true),
        },
      ]}
    />
  )
  return (
    <>
      {actions}
      {voiding && <VoidDialog report={row} name={row.name} onClose={() => setVoiding(false)} />}
    </>
  )
}
