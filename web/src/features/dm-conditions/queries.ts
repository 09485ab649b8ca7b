import { dmConditions, patientTrends } from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

export const conditionsQuery = (pid: string) => callQuery(dmConditions, { pid })
export const conditionsChanged = () => changed(dmConditions, patientTrends)
