import { listComplications, patientTrends } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

export type Order = '1' | '2'
export const complicationsQuery = (pid: string, order: Order) =>
  callQuery(listComplications, { pid, order })
export const complicationsChanged = () => changed(listComplications, patientTrends)
