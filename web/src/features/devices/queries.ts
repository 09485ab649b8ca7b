import {
  listDevices,
  listReceived,
  type DataOf,
  type ReceivedFile,
  type ReceivedState,
} from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { onEvent } from '../../lib/live/socket.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

export const deviceQueries = {
  list: (page: number) => callQuery(listDevices, { page }),
  /** One row: the count of those that wait stands beside it. */
  waiting: () => callQuery(listReceived, { page: 1, size: 1 }),
}

export const devicesChanged = () => changed(listDevices)

export type ReceivedPage = DataOf<typeof listReceived> & { rows: ReceivedFile[] }

export const receivedList = listOf(
  listReceived,
  ({ words: { state }, page }) => ({
    ...page,
    ...(typeof state === 'string' && state !== '' && { state: state as ReceivedState }),
  }),
  (answer): ReceivedPage => answer,
)

/** Asks again when a device has sent something. */
export function useReceivedEvents() {
  useEffect(() => onEvent('received', () => void changed(listReceived)), [])
}
