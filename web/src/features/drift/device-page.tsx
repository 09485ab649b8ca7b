import { DRIFT_MEASURES } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { DeviceHead } from './device-head.tsx'
import { Measure } from './measure.tsx'
import { NoteForm } from './note-form.tsx'
import { deviceQuery, driftSeen } from './queries.ts'
import { Photographs } from './photographs.tsx'
import { Alarms } from './alarms.tsx'

/** The weeks of a device, and what to do where it left its band. */
export function DevicePage({ drift_id }: { drift_id: string }) {
  const { t } = useTranslation('drift')
  const query = useQuery(deviceQuery(drift_id))
  const { data, isSuccess } = query
  useEffect(() => {
    if (isSuccess) void driftSeen()
  }, [isSuccess])
  const back = <Button href={`#${PATHS.drift}`}>{t('back')}</Button>
  if (query.isError) return <Failed title={t('failed')} query={query} extra={back} />
  if (!data) return <Loading />
  const { device, weeks, alarms } = data
  return (
    <>
      <PageTitle title={t('title')}>{back}</PageTitle>
      <div className="panel drift-part">
        <DeviceHead device={device} />
        {device.is_new_version && <p>{t('newVersionText')}</p>}
        <p className="soft">{t('networks', { networks: device.networks })}</p>
      </div>
      {device.alarm && (
        <section className="panel drift-part" aria-label={t('todo.title')}>
          <h2>{t('todo.title')}</h2>
          <ol>
            {(['look', 'clean', 'settings', 'people', 'service'] as const).map((step) => (
              <li key={step}>{t(`todo.${step}`)}</li>
            ))}
          </ol>
          <p className="soft">{t('todo.honest')}</p>
          <NoteForm alarm_id={device.alarm.alarm_id} />
        </section>
      )}
      <Photographs opened={data} />
      {weeks.length > 0 && (
        <section className="panel drift-part" aria-label={t('measures')}>
          <h2>{t('measures')}</h2>
          <div className="drift-measures">
            {DRIFT_MEASURES.map((measure) => (
              <Measure key={measure} measure={measure} weeks={weeks} />
            ))}
          </div>
        </section>
      )}
      <Alarms alarms={alarms} />
    </>
  )
}
