import { STATUS, verifyReport, type ReportData } from '@mingmou/contract'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api } from '../../lib/calls/api.ts'
import { useWhileShown } from '../../lib/live/while-shown.ts'

/**
 * Asks whether the report on the page is still what it was. `onChanged`: it is not. The question says nothing about the
 * patient and opens no report.
 */
export function useStanding(report: ReportData | undefined, onChanged: () => void): void {
  useWhileShown(report?.report_no ?? null, async () => {
    if (report && (await hasChanged(report))) onChanged()
  })
}

/** A line that is broken says nothing about the report. */
async function hasChanged({ report_no, standing }: ReportData): Promise<boolean> {
  try {
    const now = await api(verifyReport, { report_no }, { toldInPlace: true })
    // The institution reads its reports whatever became of them, and a visitor none but those that open.
    const closed = standing.origin === null && standing.kept_until === null && !now.opens
    return closed || now.state !== standing.state || now.altered !== standing.altered
  } catch (error) {
    return error instanceof ApiError && error.status === STATUS.refused
  }
}
