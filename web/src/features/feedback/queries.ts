import { feedbackDetail, listFeedback, type DataOf, type FeedbackRow } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { listOf } from '../../ui/lists/list-page.tsx'

const MINUTE_MS = 60_000

export const feedbackQueries = {
  detail: (fid: string) => callQuery(feedbackDetail, { fid }),
  unread: () => ({
    ...callQuery(listFeedback, { size: 1 }),
    // An event reports new feedback; this is for one that was missed.
    refetchInterval: MINUTE_MS,
  }),
}

export type FeedbackPage = Omit<DataOf<typeof listFeedback>, 'feedbacks'> & { rows: FeedbackRow[] }

const STATUSES = [1, 2, 3] as const

export const feedbackList = listOf(
  listFeedback,
  ({ words: { type_class, status }, page }) => ({
    ...page,
    type_class: type_class?.split('.').filter((key) => key !== ANY_TOPIC),
    status: STATUSES.find((known) => String(known) === status),
  }),
  ({ feedbacks, ...answer }): FeedbackPage => ({ ...answer, rows: feedbacks }),
)

/** Stands for all topics of a category in the filter of the list. */
export const ANY_TOPIC = 'all'

export const feedbackListChanged = () => changed(listFeedback)
export const feedbackChanged = () => changed(listFeedback, feedbackDetail)
