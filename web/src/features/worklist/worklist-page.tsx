import { READING_ROLES, URGENCIES, type ReadingRole, type WorklistRow } from '@mingmou/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { PATHS, readingsPath } from '../../paths.ts'
import { showFailure } from '../../lib/calls/api.ts'
import { isElsewhere, isTypedIn, useKeys } from '../../lib/keys/use-keys.ts'
import { PageTitle } from '../../ui/frame/page-title.tsx'
import { stepOf, useRowWalk } from '../../ui/lists/use-row-walk.ts'
import { Failed, Loading, Nothing } from '../../ui/states/states.tsx'
import { beginWalk, readingPath, settle, useWorklistEvents, worklistQuery } from './queries.ts'
import { useWanted, WorklistFilters } from './worklist-filters.tsx'
import { WorklistItem } from './worklist-item.tsx'
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
                {URGENCIES.filter((one) => first.unread[one] > 0).map((one) => (
                  <span key={one} className="wl-urgency" data-urgency={one}>
                    {t(`urgency.${one}`)} {first.unread[one]}
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

/**
 * What was marked as read here stays below the others while the page is open, so that it can be taken back: the list of
 * the day has no sittings of earlier days that are read.
 */
function useKept() {
  const [kept, set] = useState<readonly WorklistRow[]>([])
  const keep = (row: WorklistRow) =>
    set((before) => [
      ...before.filter(({ image_id }) => image_id !== row.image_id),
      ...(row.settled ? [row] : []),
    ])
  return { kept, keep }
}

/** What waits to be read by the rule of the institution. */
function ReadingLinks(counts: Record<ReadingRole, number>) {
  const { t } = useTranslation('worklist')
  return (
    <span className="wl-readings">
      {READING_ROLES.map((role) => (
        <Button key={role} href={`#${readingsPath(role)}`}>
          {t(`readings.${role}`)} {counts[role]}
        </Button>
      ))}
    </span>
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

/**
 * J and K move the focus wherever it is; Enter opens the row as the button it is, and Y marks it. The row that has the
 * focus is the one that Tab comes back to.
 */
function useWalkKeys(
  walk: ReturnType<typeof useRowWalk<WorklistRow>>,
  count: number,
  { hasNextPage, fetchNextPage }: { hasNextPage: boolean; fetchNextPage: () => unknown },
  mark: (row: WorklistRow) => void,
) {
  const isThere = count > 0
  const { focus } = walk
  const focusFirst = useEffectEvent(() => focus(0))
  useEffect(() => {
    if (isThere && !isTypedIn(document.activeElement)) focusFirst()
  }, [isThere])
  const step = (by: number) => {
    const next = walk.next(by)
    if (next >= count && hasNextPage) void fetchNextPage()
    focus(next)
  }
  useKeys((event) => {
    const by = stepOf(event.key)
    const marks = event.key === 'y'
    if ((by === undefined && !marks) || isElsewhere(event) || !isThere) return
    event.preventDefault()
    if (by !== undefined) step(by)
    else if (!event.repeat && walk.row) mark(walk.row)
  })
}
