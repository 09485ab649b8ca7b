import { DRIFT, type DriftDevice } from '@mingmou/contract'
import { Tag } from 'antd'
import { useTranslation } from 'react-i18next'

const COLOURS = {
  left: 'red',
  once: 'orange',
  within: 'green',
  noted: 'blue',
  few: 'default',
  collecting: 'blue',
} as const

/** A device and how it stands. */
export function DeviceHead({ device }: { device: DriftDevice }) {
  const { t } = useTranslation('drift')
  const { state, alarm, looks, collected, week } = device
  const measures = (alarm?.measures ?? outside(looks))
    .map((measure) => t(`measure.${measure}`))
    .join(t('and'))
  const said = {
    measures,
    since: alarm?.week ?? '',
    week: week ?? '',
    n: collected,
    of: DRIFT.baseline,
  }
  return (
    <>
      <div className="drift-head">
        <h2 className="long-text">{device.name === '' ? t('unnamed') : device.name}</h2>
        <Tag color={COLOURS[state]}>{t(`state.${state}`)}</Tag>
        {device.is_new_version && <Tag>{t('newVersion')}</Tag>}
      </div>
      <p>{t(state === 'few' && week === null ? 'said.none' : `said.${state}`, said)}</p>
      {alarm && outside(looks).length === 0 && <p>{t('again')}</p>}
      <p className="soft">
        {t('compared', { begun: device.begun })}
        {week !== null && ` ${t('newest', { week })}`}
      </p>
    </>
  )
}

const outside = (looks: DriftDevice['looks']) =>
  looks.flatMap(({ measure, state }) => (state === 'out' ? [measure] : []))
