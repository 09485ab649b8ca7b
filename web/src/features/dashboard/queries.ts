import { exportDashboard, openDashboard, type DashboardPart } from '@mingmou/contract'
import { callQuery } from '../../lib/calls/call-query.ts'
import { saveFile } from '../../lib/files/download.ts'
import type { Period } from './period.ts'

export const dashboardQuery = (period: Period) => callQuery(openDashboard, period)

export const savePart = (part: DashboardPart, period: Period) =>
  saveFile(
    exportDashboard.path,
    { type: 'text/csv', name: `${part}-${period.start_date}-${period.end_date}.csv` },
    { ...period, part },
  )
