import type { OpenedDrift } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { figureText } from './figure-text.ts'

export function Photographs({ opened: { alarms, photographs } }: { opened: OpenedDrift }) {
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
