import { URGENCIES, type WorklistRow } from '@mingmou/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PATHS } from '../../paths.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { useRowWalk } from '../../ui/lists/use-row-walk.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { beginWalk, readingPath, settle, useWorklistEvents, worklistQuery } from './queries.ts'
import { useWanted, WorklistFilters } from './worklist-filters.tsx'
import { WorklistItem } from './worklist-item.tsx'
import { useKept } from './use-kept.ts'
import { useWalkKeys } from './use-walk-keys.ts'
import { ReadingLinks } from './reading-links.tsx'
import './worklist.css'

/** What a doctor reads in the morning, walked by the keys alone. */
export function Component() {
  const { t } = useTranslation('worklist')
  useWorklistEvents()
  const { wanted, want } = useWanted()
  const query = useInfiniteQuery(worklistQuery(wanted))
  const pages = query.data?.pages
  const [first] = pages ?? []
  const { kept, keep } = useKept()
  // A sitting that moves while pages are fetched may come twice.
  const listed = new Map(pages?.flatMap((page) => page.rows).map((row) => [row.image_id, row]))
  const rows = [...listed.values(), ...kept.filter(({ image_id }) => !listed.has(image_id))]
  const open = useOpen(rows)
  const walk = useRowWalk(rows, ({ image_id }) => image_id)
  const mark = (row: WorklistRow) =>
    void settle(row)
      .then((now) => {
        keep(now)
        walk.leave(row, now.settled !== null)
      })
      .catch((error: unknown) => showFailure(error, t('settleFailed')))
  useWalkKeys(walk, rows.length, query, mark)
  return (
    <>
      <PageTitle
        title={
          <>
            {t('title')}
            {first && (
              <span className="wl-counts" role="status">
                {t('left', { count: sum(first.unread) })}
                {URGENCIES.filter((urgency) => first.unread[urgency] > 0).map((urgency) => (
                  <span key={urgency} className="wl-urgency" data-urgency={urgency}>
                    {t(`urgency.${urgency}`)} {first.unread[urgency]}
                  </span>
                ))}
                <span className="soft">{t('today', { count: first.today })}</span>
              </span>
            )}
          </>
        }
      >
        {first?.readings && <ReadingLinks {...first.readings} />}
        <span className="wl-keys soft">{t('keys')}</span>
        <Button href={`#${PATHS.batch}`}>{t('batch')}</Button>
      </PageTitle>
      <WorklistFilters wanted={wanted} onWant={want} />
      {query.isPending && <Loading />}
      {query.isError && !first && <Failed title={t('failed')} query={query} />}
      {first && rows.length === 0 && (
        <div className="panel">
          <Nothing hint={t(Object.keys(wanted).length > 0 ? 'noneFound' : 'empty')} />
        </div>
      )}
      {rows.length > 0 && (
        <ol className="panel wl-list" aria-label={t('title')}>
          {rows.map((row, index) => (
            <WorklistItem
              key={row.image_id}
              row={row}
              {...walk.of(row, index)}
              onOpen={() => open(row)}
              onSettle={() => mark(row)}
            />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </>
  )
}

const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0)

function useOpen(rows: readonly WorklistRow[]) {
  const navigate = useNavigate()
  return (row: WorklistRow) => {
    beginWalk(rows)
    void navigate(readingPath(row))
  }
}
