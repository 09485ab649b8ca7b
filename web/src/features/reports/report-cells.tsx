import type { DataOf, listReports } from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { patientDetailPath } from '../../paths.ts'

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
