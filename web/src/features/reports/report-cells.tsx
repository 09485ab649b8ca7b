import {
  isStageWithheld,
  modalityOf,
  sayIn,
  treatedText,
  untoldText,
  type DataOf,
  type EyeOutcome,
  type listReports,
} from '@mingmou/contract'
import type { TFunction } from 'i18next'
import { Tag } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { patientDetailPath, reportPath } from '../../paths.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { language } from '../../lib/texts/i18n.ts'
import { RowActions } from '../../ui/lists/row-actions.tsx'
import { useSavePdf } from './queries.ts'
import { VoidDialog } from './void-dialog.tsx'

export type Row = DataOf<typeof listReports>['rows'][number]

/** Reasons that another column says. */
const ELSEWHERE = new Set<EyeOutcome['reasons'][number]['reason']>(['stage', 'oedema', 'treated'])

/** What the eye asks for, with the reasons that have no column of their own. */
export function referralOf({ referral, reasons }: EyeOutcome, t: TFunction) {
  if (referral === null) return null
  const others = reasons.filter(({ reason }) => !ELSEWHERE.has(reason))
  return [
    t(`findings:report.referral.${referral}`),
    ...others.map((other) => t(`findings:review.${other.reason}.${other.referral}`)),
  ].join(t('findings:comma'))
}

/** The stage, or what was found where the kind of image has none; a dash where nothing could be judged. */
export function stageOf({ diagnosis_class }: Row, eye: EyeOutcome, t: TFunction) {
  const { stage, at_least: least, lesions, found, referral, treated } = eye
  const { key } = modalityOf(diagnosis_class)
  if (found) return t(`findings:found.${key}.${found.word}`, { n: found.n })
  const beside = treated
    ? t('findings:eyes.treated', { treated: treatedText(treated, sayIn(language())) })
    : ''
  if (isStageWithheld(eye)) return t('findings:eyes.treated_0', { eye: '' }).trim() + beside
  if (stage !== null) return t('stage', { stage }) + beside
  if (referral === null) return t('ungradable') + beside
  if (least !== null) return t('findings:outcome.not_graded_above', { stage: least }) + beside
  return t(lesions ? 'findings:outcome.lesions' : 'findings:grade.none') + beside
}

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

interface EyesProps {
  row: Row
  of: (eye: EyeOutcome) => string | null | false
  tone?: (eye: EyeOutcome) => string | null | undefined
  /** Why there is a dash. */
  none?: string
  /** Of an eye that the report tells nothing of; a dash where it is left out. */
  untold?: (eye: Row['untold'][number]) => string
}

/**
 * A line for each eye of the report, with what the machine said where a clinician corrected it. A dash stands for an eye that
 * could not be judged, and for one that the report tells nothing of.
 */
export function Eyes({ row, of, tone, none, untold }: EyesProps) {
  const { t } = useTranslation('findings')
  // The lines of an eye stand beside each other in all columns.
  const corrected = row.outcomes.some(({ machine }) => machine !== null)
  const told = row.outcomes.map((eye) => {
    const said = of(eye)
    const machine = (eye.machine && of({ ...eye, ...eye.machine })) || '—'
    return (
      <div key={eye.eye} className="rl-eye" data-tone={tone?.(eye) ?? undefined}>
        {said || <span title={none}>—</span>}
        {corrected && (
          <small>
            {eye.machine && machine !== said && t('correction.machine', { value: machine })}&nbsp;
          </small>
        )}
      </div>
    )
  })
  const say = sayIn(language())
  const left = row.untold.map((one) => (
    <div key={`untold ${one.eye}`} className="rl-eye" title={untoldText(one, say)}>
      {untold?.(one) ?? '—'}
      {corrected && <small>&nbsp;</small>}
    </div>
  ))
  return [...told, ...left]
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
