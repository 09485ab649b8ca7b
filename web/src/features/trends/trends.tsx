import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { trendsQuery } from './queries.ts'
import { TrendNotes } from './trend-notes.tsx'
import { ShownTrends } from './shown-trends.tsx'
import './trends.css'

/** The figures of a patient over time. */
export default function PatientTrends({ pid }: { pid: string }) {
  const { t } = useTranslation('trends')
  const query = useQuery(trendsQuery(pid))
  const { data } = query
  if (query.isError && !data) return <Failed title={t('failed')} query={query} />
  if (!data) return <Loading />
  if (data.series.length === 0)
    return (
      <div className="panel">
        <Nothing hint={t('empty')} />
        <TrendNotes trends={data} />
      </div>
    )
  return <ShownTrends pid={pid} trends={data} />
}
