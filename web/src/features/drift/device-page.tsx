import { DRIFT_MEASURES, type OpenedDrift } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { diagnosisPath, PATHS } from '../../paths.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { Failed, Loading } from '../../ui/states/states.tsx'
import { DeviceHead } from './device-head.tsx'
import { figureText, Measure } from './measure.tsx'
import { NoteForm } from './note-form.tsx'
import { deviceQuery, driftSeen } from './queries.ts'

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

function Photographs({ opened: { alarms, photographs } }: { opened: OpenedDrift }) {
  const { t } = useTranslation('drift')
  if (alarms.length === 0) return null
  return (
    <section className="panel drift-part" aria-label={t('shown.title')}>
      <h2>{t('shown.title')}</h2>
      <p className="soft">{t('shown.text', { week: alarms[0]?.week })}</p>
      {photographs.length === 0 && <p>{t('shown.none')}</p>}
      <ul className="drift-photographs">
        {photographs.map((one) => (
          <li key={one.place}>
            <a
              href={`#${diagnosisPath({ tab: 0, pid: one.pid, image_id: one.rid })}`}
              target="_blank"
              rel="noreferrer"
            >
              <img src={one.thumb_url} alt="" loading="lazy" />
              <span className="ellipsis">{one.name}</span>
              <span>{one.record_date}</span>
              <span className="soft">
                {t(`shown.${one.measure}`, { value: figureText(one.measure, one.value) })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Alarms({ alarms }: Pick<OpenedDrift, 'alarms'>) {
  const { t } = useTranslation('drift')
  if (alarms.length === 0) return null
  return (
    <section className="panel drift-part" aria-label={t('alarms.title')}>
      <h2>{t('alarms.title')}</h2>
      <ul>
        {alarms.map(({ alarm_id, week, measures, seen, note }) => (
          <li key={alarm_id}>
            <p>
              {t('alarms.left', {
                week,
                measures: measures.map((one) => t(`measure.${one}`)).join(t('and')),
              })}
            </p>
            {seen && (
              <p className="soft">
                {t('alarms.seen', { by: seen.by, at: formatInstant(seen.at) })}
              </p>
            )}
            {note ? (
              <>
                <p className="soft">
                  {t('alarms.noted', { by: note.by, at: formatInstant(note.at) })}
                </p>
                <p className="long-text">{note.text}</p>
              </>
            ) : (
              <p>{t('alarms.open')}</p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
