import { exportTrends, patientTrends } from '@mingmou/contract'
import { callQuery } from '../../lib/calls/call-query.ts'
import { saveFile } from '../../lib/files/download.ts'

export const trendsQuery = (pid: string) => callQuery(patientTrends, { pid })

export const saveTrends = (pid: string, name: string) =>
  saveFile(exportTrends.path, { type: 'text/csv', name }, { pid })
