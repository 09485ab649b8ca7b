import type { OpenedDrift } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { formatInstant } from '../../lib/texts/i18n.ts'

export function Alarms({ alarms }: Pick<OpenedDrift, 'alarms'>) {
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
                measures: measures.map((measure) => t(`measure.${measure}`)).join(t('and')),
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
