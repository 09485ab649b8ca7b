import {
  listHl7Messages,
  listHl7Peers,
  openHl7Message,
  type DataOf,
  type Hl7Message,
  type Hl7State,
} from '@mingmou/contract'
import { useEffect } from 'react'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { onEvent } from '../../lib/live/socket.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

export const peersQuery = (page: number) => callQuery(listHl7Peers, { page })
/** One row: the count of the messages that wait stands beside it, and no patient. */
export const waitingQuery = () => callQuery(listHl7Peers, { page: 1, size: 1 })
export const peersChanged = () => changed(listHl7Peers)

export type MessageList = DataOf<typeof listHl7Messages> & { rows: Hl7Message[] }
export const messageList = listOf(
  listHl7Messages,
  ({ words: { state }, page }) => ({
    ...page,
    ...(typeof state === 'string' && state !== '' && { state: state as Hl7State }),
  }),
  (answer): MessageList => answer,
)
export const messageQuery = (message_id: string) => callQuery(openHl7Message, { message_id })
export const messagesChanged = () => changed(listHl7Messages, listHl7Peers)

/** Asks again when a system has sent something, also while the page was not open. */
export function useHl7Events() {
  useEffect(() => {
    void messagesChanged()
    return onEvent('hl7', () => void messagesChanged())
  }, [])
}
