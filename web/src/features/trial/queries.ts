import {
  countNotices,
  EXPERIENCE_PAGE_SIZE,
  getTrialReport,
  listNotices,
  listTrialBatches,
  listTrialPhotographs,
  locateTrialBatch,
  type AcceptedPhotograph,
} from '@mingmou/contract'
import { useEffect } from 'react'
import { trialListPath } from '../../paths.ts'
import { api, showFailure } from '../../lib/calls/api.ts'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { shellText } from '../../lib/texts/i18n.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { readSession } from '../../lib/session/session.ts'
import { onConnect, onEvent } from '../../lib/live/socket.ts'

const uid = () => readSession()?.uid ?? ''
const size = EXPERIENCE_PAGE_SIZE

export const batchesQuery = (page: number) =>
  callQuery(listTrialBatches, { uid: uid(), page, size })
export const reportQuery = (anal_id: string) => callQuery(getTrialReport, { uid: uid(), anal_id })
export const acceptedQuery = () => callQuery(listTrialPhotographs, {})

/** A photograph that the server has acknowledged. A list that was asked for before it came would leave it out. */
export async function photographArrived(photograph: AcceptedPhotograph): Promise<void> {
  await queryClient.cancelQueries({ queryKey: acceptedQuery().queryKey })
  queryClient.setQueryData(
    acceptedQuery().queryKey,
    (before) =>
      before && {
        rows: [...before.rows.filter(({ key }) => key !== photograph.key), photograph],
        left_today: Math.max(0, before.left_today - 1),
      },
  )
}

export const trialChanged = () => changed(listTrialBatches, listTrialPhotographs, getTrialReport)

export const acceptedNow = () => queryClient.getQueryData(acceptedQuery().queryKey)?.rows ?? []

/** Fetches the lists again whenever a photograph of the account has ended. */
export function useTrialEvents() {
  useEffect(() => {
    const refresh = () => void changed(listTrialBatches, getTrialReport)
    const stop = [
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

/** The address of a batch in the list; null where it was not found, and the page has said so. */
export async function pathOfBatch(anal_id: string): Promise<string | null> {
  try {
    const { page_num, index } = await api(locateTrialBatch, { uid: uid(), anal_id, size })
    return trialListPath(page_num, index, anal_id)
  } catch (error) {
    showFailure(error, shellText('trialPageFailed'))
    return null
  }
}

/** With the report the server takes the notice of its batch as read. */
export function useNoticeRead(isShown: boolean): void {
  useEffect(() => {
    if (isShown) void changed(countNotices, listNotices)
  }, [isShown])
}
