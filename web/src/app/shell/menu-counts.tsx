import { adminListReviews, listFeedback, type Call, type EventData } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { Badge } from 'antd'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useReceivedEvents, waitingQuery } from '../../features/archives/inbox/queries.ts'
import * as hl7 from '../../features/hl7/queries.ts'
import { feedbackQueries } from '../../features/feedback/queries.ts'
import { institutionQueries } from '../../features/institutions/queries.ts'
import { changed } from '../../lib/calls/call-query.ts'
import { onEvent } from '../../lib/live/socket.ts'

/** The number of sign-ups that wait for a decision. */
export function PendingReviews() {
  const { data } = useQuery(institutionQueries.pending())
  useOffice('reviews', adminListReviews)
  return <MenuCount count={data?.pending_count ?? 0} label="menu.pending" />
}

export function UnreadFeedback() {
  const { data } = useQuery(feedbackQueries.unread())
  useOffice('feedback', listFeedback)
  return <MenuCount count={data?.unread_count ?? 0} label="menu.unread" />
}

/** The files of the inbox that wait for a person. */
export function WaitingFiles() {
  const { data } = useQuery(waitingQuery())
  useReceivedEvents()
  return <MenuCount count={data?.waiting ?? 0} label="menu.waiting" />
}

/** The messages by HL7 that wait for a person. */
export function WaitingMessages() {
  const { data } = useQuery(hl7.waitingQuery())
  hl7.useHl7Events()
  return <MenuCount count={data?.waiting ?? 0} label="menu.waitingMessages" />
}

/** Fetches a list of the administrators again when it has changed. */
function useOffice(list: EventData<'office'>['list'], call: Call) {
  useEffect(
    () =>
      onEvent('office', (of) => {
        if (of.list === list) void changed(call)
      }),
    [list, call],
  )
}

function MenuCount({ count, label }: { count: number; label: string }) {
  const { t } = useTranslation()
  if (count === 0) return null
  return <Badge count={count} size="small" className="menu-count" title={t(label, { count })} />
}
