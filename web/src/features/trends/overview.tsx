import type { Trends, TrendVisit } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { OfModality } from '../../modalities/use-modality.ts'
import { useNearRows } from '../../ui/lists/near-rows.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { trendsQuery } from './queries.ts'
import { VisitChanges } from './visit-changes.tsx'
import { VisitPictures } from './visit-pictures.tsx'
import './overview.css'

/** The visits of a patient on a line, the newest first: pictures, stages, and what changed. */
export function PatientOverview({ pid, upload }: { pid: string; upload: React.ReactNode }) {
  const { t } = useTranslation('trends')
  const query = useQuery(trendsQuery(pid))
  const { data } = query
  if (query.isError && !data) return <Failed title={t('overview.failed')} query={query} />
  if (!data) return <Loading />
  if (data.visits.length === 0)
    return (
      <div className="panel">
        <Nothing hint={t('overview.empty')}>{upload}</Nothing>
      </div>
    )
  return <Line pid={pid} trends={data} />
}

function Line({ pid, trends }: { pid: string; trends: Trends }) {
  const { t } = useTranslation('trends')
  const days = [...new Set(trends.visits.map(({ day }) => day))].sort().reverse()
  const { near, end } = useNearRows(days)
  return (
    <>
      <ol className="visits" aria-label={t('overview.label')}>
        {near.map((day) => (
          <li key={day} className="panel visit">
            <h2>{day}</h2>
            {trends.visits
              .filter((visit) => visit.day === day)
              .map((visit, at) => (
                <Sitting key={visit.rid ?? at} pid={pid} visit={visit} />
              ))}
            <VisitChanges trends={trends} day={day} />
          </li>
        ))}
      </ol>
      {end}
    </>
  )
}

/** What was done on the day: the first picture with what the eyes are, or the name of the record. */
function Sitting({ pid, visit }: { pid: string; visit: TrendVisit }) {
  const { t } = useTranslation('trends')
  const { source, rid } = visit
  if (source === 'exam' || source === 'diabetes') return <p>{t(`source.${source}`)}</p>
  return (
    <OfModality value={source}>
      <VisitPictures pid={pid} source={source} rid={rid} device={visit.collect_device} />
    </OfModality>
  )
}
