import { countNotices, listNotices, readNotices } from '@mingmou/contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '../../lib/calls/api.ts'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { queryClient } from '../../lib/calls/query-client.ts'
import { onEvent } from '../../lib/live/socket.ts'

export const noticeQueries = {
  count: () => callQuery(countNotices, {}),
  list: (size: number) => ({
    ...callQuery(listNotices, { size }),
    placeholderData: keepPreviousData,
  }),
}

/** Marks the notices of an archive, or all of the account, as read. */
export async function markNoticesRead(image_id?: string): Promise<void> {
  await api(readNotices, image_id === undefined ? {} : { image_id })
  await changed(countNotices, listNotices)
}

/** The result of an archive came onto the page. Nothing is sent while nothing is unread. */
export function noticeResultShown(image_id: string): void {
  const known = queryClient.getQueryData(noticeQueries.count().queryKey)
  if (known?.unread !== 0) void markNoticesRead(image_id).catch(() => undefined)
}

/** A device left its band, or somebody noted what was done. */
export function useDriftNotices() {
  useEffect(() => onEvent('drift', () => void changed(countNotices, listNotices)), [])
}
