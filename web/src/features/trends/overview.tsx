import {
  DEFAULT_ORDER,
  figureName,
  MODALITIES,
  MODALITY,
  SIGNED_URL_SECONDS,
  THUMBNAIL_SIZE,
  TREND_FIGURES,
  type Modality,
  type Trends,
  type TrendVisit,
} from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { diagnosisPath } from '../../paths.ts'
import { callQuery } from '../../lib/calls/call-query.ts'
import { language } from '../../lib/texts/i18n.ts'
import { OfModality } from '../../modalities/use-modality.ts'
import { EyeTags } from '../../ui/findings/eye-tags.tsx'
import { StatusTag } from '../../ui/findings/status-tag.tsx'
import { useNearRows } from '../../ui/lists/near-rows.tsx'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { isMain } from './figures.ts'
import { trendsQuery } from './queries.ts'
import { changeText, pointText } from './words.ts'
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
            <Changes trends={trends} day={day} />
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
      <Pictures pid={pid} source={source} rid={rid} device={visit.collect_device} />
    </OfModality>
  )
}

/** Signed addresses are fetched again before they end. */
const FRESH_MS = (SIGNED_URL_SECONDS * 1000 * 2) / 3
const SIZE = { weight: THUMBNAIL_SIZE, height: THUMBNAIL_SIZE, order: DEFAULT_ORDER } as const

function Pictures(props: {
  pid: string
  source: Modality
  rid: string | null
  device: string | null
}) {
  const { t } = useTranslation(['trends', 'patients', 'archives'])
  const { pid, source, rid, device } = props
  const list = useQuery({
    ...callQuery(MODALITY[source].calls.analysis.list, { pid, ...SIZE }),
    refetchInterval: FRESH_MS,
  })
  const row = list.data?.rows.find(({ image_id }) => image_id === rid)
  const tab = MODALITIES.findIndex(({ key }) => key === source)
  const name = t(`kinds:${source}.images`)
  return (
    <a
      className="visit-sitting"
      href={`#${diagnosisPath({ tab, pid, ...(rid !== null && { image_id: rid }) })}`}
    >
      <span className="visit-picture">
        {row && <img src={row.thumb_url} alt="" loading="lazy" />}
      </span>
      <span className="visit-words">
        <strong>{name}</strong>
        <span className="soft">
          {row && t('archives:images', { count: row.image_count })} {device}
        </span>
        {row && row.status !== 'done' && <StatusTag status={row.status} />}
        {row && <EyeTags eyes={row.eyes} />}
        {list.isError && !row && <span className="soft">{t('overview.noPictures')}</span>}
      </span>
    </a>
  )
}

/** So many stand on the line; the charts have all. */
const MOST = 6

/** The figures that changed outside their errors since the visit that they are compared with. */
function Changes({ trends, day }: { trends: Trends; day: string }) {
  const { t } = useTranslation('trends')
  const dayOf = (visit: number) => trends.visits[visit]?.day ?? ''
  const all = trends.series.flatMap(({ source, key, eye, points }) => {
    const figure = TREND_FIGURES[source].all.find((one) => one.key === key)
    if (!figure || !isMain(figure)) return []
    return points
      .filter(({ visit, change }) => dayOf(visit) === day && change?.changed)
      .map((point) => ({
        key: `${source}.${key}.${eye ?? ''}.${point.visit}`,
        name: `${eye ?? ''} ${figureName(figure, language())}`.trim(),
        value: pointText(figure, point),
        change: changeText(t, figure, point, dayOf),
      }))
  })
  if (all.length === 0) return null
  return (
    <ul className="visit-changes" aria-label={t('overview.changes')}>
      {all.slice(0, MOST).map(({ key, name, value, change }) => (
        <li key={key}>
          {name} <strong>{value}</strong> <span className="soft">{change}</span>
        </li>
      ))}
      {all.length > MOST && (
        <li className="soft">{t('overview.more', { count: all.length - MOST })}</li>
      )}
    </ul>
  )
}
