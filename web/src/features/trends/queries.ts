import { exportTrends, patientTrends } from '@mingmou/contract'
import { callQuery } from '../../lib/call-query.ts'
import { saveFile } from '../../lib/download.ts'

export const trendsQuery = (pid: string) => callQuery(patientTrends, { pid })

export const saveTrends = (pid: string, name: string) =>
  saveFile(exportTrends.path, { type: 'text/csv', name }, { pid })
