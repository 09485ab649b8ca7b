import { READING_ROLES, type QueuedReading, type ReadingRole } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PATHS, readingPath } from '../../paths.ts'
import { formatInstant } from '../../lib/texts/i18n.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { ageOn } from '../../ui/lists/age.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { Figures } from './figures.tsx'
import { queueQuery, useReadingEvents } from './queries.ts'
import './readings.css'

const SHOWN = [...READING_ROLES, 'figures'] as const
type Shown = (typeof SHOWN)[number]

/** The sittings that wait for the caller to read, by his role in it, and the figures of the readers. */
export function Component() {
  const { t } = useTranslation('readings')
  useReadingEvents()
  const [params, setParams] = useSearchParams()
  const shown: Shown = SHOWN.find((tab) => tab === params.get('show')) ?? 'first'
  const role = shown === 'figures' ? 'first' : shown
  const query = useQuery(queueQuery(role))
  const counts = query.data?.counts
  const label = (tab: Shown) => (tab === 'figures' || !counts ? t(tab) : `${t(tab)} ${counts[tab]}`)
  return (
    <>
      <PageTitle title={t('title')}>
        <Button href={`#${PATHS.worklist}`}>{t('back')}</Button>
      </PageTitle>
      <Segmented
        aria-label={t('show')}
        className="rd-shown"
        value={shown}
        options={SHOWN.map((value) => ({ value, label: label(value) }))}
        onChange={(show) => setParams({ show }, { replace: true })}
      />
      {shown === 'figures' ? (
        <Figures />
      ) : query.data ? (
        <Queue role={shown} rows={query.data.rows} isOff={query.data.rule === 'none'} />
      ) : query.isError ? (
        <Failed title={t('failed')} query={query} />
      ) : (
        <Loading />
      )}
    </>
  )
}

function Queue(props: { role: ReadingRole; rows: readonly QueuedReading[]; isOff: boolean }) {
  const { t } = useTranslation('readings')
  const { role, rows, isOff } = props
  if (rows.length === 0)
    return (
      <div className="panel">
        <Nothing hint={t(isOff ? 'off' : 'empty')} />
      </div>
    )
  return (
    <ol className="panel rd-list" aria-label={t(role)}>
      {rows.map((row) => (
        <li key={row.image_id} className="rd-item">
          <span className="rd-who">
            <strong className="ellipsis">{row.name}</strong>
            <span className="soft">
              {t(`gender.${row.gender}`)} · {t('years', { count: ageOn(row.birthday) })} ·{' '}
              {row.ad_card_number}
            </span>
          </span>
          <span className="rd-who soft">
            <span>
              {row.record_date} · {t('images', { count: row.image_count })}
            </span>
            <span>{t('waits', { when: formatInstant(row.waits_since) })}</span>
          </span>
          <Held row={row} />
          <Button
            type="primary"
            disabled={row.held_by !== null}
            href={`#${readingPath(row.image_id, role)}`}
          >
            {t('open')}
          </Button>
        </li>
      ))}
    </ol>
  )
}

function Held({ row: { held_by, mine, kept_until } }: { row: QueuedReading }) {
  const { t } = useTranslation('readings')
  if (kept_until === null || (!mine && held_by === null)) return <span />
  const until = formatInstant(kept_until)
  return <Tag>{mine ? t('mine', { until }) : t('held', { name: held_by, until })}</Tag>
}
