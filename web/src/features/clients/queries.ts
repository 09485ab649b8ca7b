import { listClients } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

/** Calls that were made meanwhile change them. */
export const clientsQuery = (page: number) => ({
  ...callQuery(listClients, { page }),
  staleTime: 0,
})

export const clientsChanged = () => changed(listClients)
