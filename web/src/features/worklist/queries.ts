import {
  listWorklist,
  MODALITY,
  readResult,
  settleResult,
  type DataOf,
  type InputOf,
  type WorklistRow,
} from '@mingmou/contract'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { diagnosisPath } from '../../paths.ts'
import { api } from '../../lib/calls/api.ts'
import { changed } from '../../lib/calls/call-query.ts'
import { language } from '../../lib/texts/i18n.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { readSession } from '../../lib/session/session.ts'
import { onConnect, onEvent } from '../../lib/live/socket.ts'

type Page = DataOf<typeof listWorklist>

/** What the reader looks for, as the address has it. */
export type Wanted = Omit<InputOf<typeof listWorklist>, 'after' | 'size'>

/** Its pages so far, from the top. */
export const worklistQuery = (wanted: Wanted) =>
  infiniteQueryOptions({
    queryKey: [listWorklist.path, language(), wanted] as const,
    queryFn: ({ pageParam, signal }): Promise<Page> =>
      api(listWorklist, { ...wanted, ...(pageParam !== null && { after: pageParam }) }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })

/** Fetches the list again whenever something of it has changed. */
export function useWorklistEvents() {
  useEffect(() => {
    const refresh = () => void changed(listWorklist)
    const stop = [
      onEvent('worklist', refresh),
      onEvent('anal_progress', ({ done, total }) => {
        if (done >= total) refresh()
      }),
      onConnect((first) => {
        if (!first) refresh()
      }),
    ]
    return () => stop.forEach((end) => end())
  }, [])
}

const WALK = ['worklist-walk'] as const

/**
 * The rows as they stood when the reader began. A result that is read leaves the list, and still has its neighbours
 * here. Kept in memory alone, and gone with the session.
 */
export const walkQuery = () =>
  queryOptions({
    queryKey: WALK,
    // Pages fetch all they show anew where an analysis ends or the line is back. This stays as it was.
    queryFn: async ({ signal }): Promise<WorklistRow[]> =>
      queryClient.getQueryData<WorklistRow[]>(WALK) ??
      (await api(listWorklist, {}, { signal })).rows,
    staleTime: Infinity,
    gcTime: Infinity,
  })

export const beginWalk = (rows: readonly WorklistRow[]) =>
  queryClient.setQueryData<WorklistRow[]>(WALK, [...rows])

/** The result of a sitting, opened from the worklist. */
export const readingPath = ({ modality, pid, image_id }: WorklistRow) =>
  diagnosisPath({ tab: MODALITY[modality].tab, pid, image_id, list: 1 })

/** A result that is on the page counts as opened. A refusal leaves it unread, as the list then shows. */
export async function noteRead(analysis_record_id: string): Promise<void> {
  await api(readResult, { analysis_record_id }).catch(() => undefined)
  await changed(listWorklist)
}

/** A result that has ended and that no report was signed of can be said to be read, and to be unread again. */
export const canSettle = ({ status, reports }: WorklistRow) =>
  (status === 'done' || status === 'failed') && reports === 0

/**
 * Says that a result is read and needs no report, or takes that back. It keeps its place among those that are walked.
 * Returns the row as it is now.
 */
export async function settle(row: WorklistRow): Promise<WorklistRow> {
  const { image_id, analysis_record_id } = row
  if (analysis_record_id === null || !canSettle(row)) return row
  const settled = row.settled === null
  await api(settleResult, { analysis_record_id, settled })
  const by = { name: readSession()?.userName ?? '', at: new Date().toISOString() }
  const now = { settled: settled ? by : null }
  queryClient.setQueryData<WorklistRow[]>(WALK, (rows) =>
    rows?.map((row) => (row.image_id === image_id ? { ...row, ...now } : row)),
  )
  await changed(listWorklist)
  return { ...row, unread: !settled, ...now }
}
