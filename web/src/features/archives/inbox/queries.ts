import { listReceived, type DataOf, type ReceivedFile, type ReceivedState } from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../../lib/calls/call-query.ts'
import { onEvent } from '../../../lib/live/socket.ts'
import { listOf } from '../../../ui/lists/list-page.tsx'

/** One row: the count of those that wait stands beside it. */
export const waitingQuery = () => callQuery(listReceived, { page: 1, size: 1 })

export type InboxList = DataOf<typeof listReceived> & { rows: ReceivedFile[] }

export const inboxList = listOf(
  listReceived,
  ({ words: { state }, page }) => ({
    ...page,
    ...(typeof state === 'string' && state !== '' && { state: state as ReceivedState }),
  }),
  (answer): InboxList => answer,
)

/** Asks again when a device has sent something. */
export function useReceivedEvents() {
  useEffect(() => onEvent('received', () => void changed(listReceived)), [])
}
