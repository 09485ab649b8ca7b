import { listDestinations, viewerOfPatient } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

/** What was sent meanwhile changes them. */
export const destinationsQuery = () => ({
  ...callQuery(listDestinations, {}),
  staleTime: 0,
})

export const destinationsChanged = () => changed(listDestinations)

export const viewerChanged = () => changed(listDestinations, viewerOfPatient)
