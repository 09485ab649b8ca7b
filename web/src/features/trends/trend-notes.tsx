import type { Trends, TrendSource } from '@mingmou/contract'
import { useTranslation } from 'react-i18next'
import { formatPeriod } from '../../lib/texts/period.ts'
import { Mark } from './mark.tsx'

/** What the charts cannot say: marks, treatments, and photographs that are in no series. */
export function TrendNotes({ trends, source }: { trends: Trends; source?: TrendSource }) {
  const { t } = useTranslation('trends')
  const visits = trends.visits.filter((visit) => source === undefined || visit.source === source)
  const unknown = visits.reduce((sum, { unknown_eye }) => sum + unknown_eye, 0)
  const open = visits.filter(
    ({ rid, analysis_record_id }) => rid !== null && analysis_record_id === null,
  )
  const { treatments, operation_history } = trends
  return (
    <div className="panel trend-notes">
      {source !== undefined && (
        <p>
          {source !== 'diabetes' && (
            <>
              <Mark eye="OD" /> <Mark eye="OS" />{' '}
            </>
          )}
          {t(source === 'exam' || source === 'diabetes' ? `legend.${source}` : 'legend.figures')}
        </p>
      )}
      {treatments.length > 0 && (
        <ol aria-label={t('treatments')}>
          {treatments.map(({ start, end, disease, plan }, at) => (
            <li key={at} className="long-text">
              {t(end === null ? 'treatment.goesOn' : 'treatment.ended', {
                start: formatPeriod(start),
                end: end && formatPeriod(end),
              })}{' '}
              {plan ?? t('treatment.none')} <span className="soft">({disease})</span>
            </li>
          ))}
        </ol>
      )}
      {operation_history !== null && (
        <p className="long-text">{t('operations', { text: operation_history })}</p>
      )}
      {unknown > 0 && <p>{t('unknownEye', { count: unknown })}</p>}
      {open.length > 0 && <p>{t('open', { days: open.map(({ day }) => day).join(', ') })}</p>}
    </div>
  )
}
