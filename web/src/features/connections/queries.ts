import { listConnections } from '@mingmou/contract'
import { callQuery } from '../../lib/calls/call-query.ts'

/** What was heard and sent meanwhile changes them. */
export const connectionsQuery = () => ({ ...callQuery(listConnections, {}), staleTime: 0 })
