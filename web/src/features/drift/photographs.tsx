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
        {photographs.map((photograph) => (
          <li key={photograph.place}>
            <a
              href={`#${diagnosisPath({ tab: 0, pid: photograph.pid, image_id: photograph.rid })}`}
              target="_blank"
              rel="noreferrer"
            >
              <img src={photograph.thumb_url} alt="" loading="lazy" />
              <span className="ellipsis">{photograph.name}</span>
              <span>{photograph.record_date}</span>
              <span className="soft">
                {t(`shown.${photograph.measure}`, {
                  value: figureText(photograph.measure, photograph.value),
                })}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
