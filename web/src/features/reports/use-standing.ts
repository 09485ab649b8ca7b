import { STATUS, verifyReport, type ReportData } from '@mingmou/contract'
import { useEffect, useEffectEvent } from 'react'
import { ApiError } from '../../lib/calls/api-error.ts'
import { api } from '../../lib/calls/api.ts'

/** How long an open page may show a report whose state has changed. */
const ASKED_EVERY_MS = 60_000

/**
 * Asks whether the report on the page is still what it was, whenever somebody comes back to the page and every minute
 * that it is looked at. `onChanged`: it is not. The question says nothing about the patient and opens no report.
 */
export function useStanding(report: ReportData | undefined, onChanged: () => void): void {
  const ask = useEffectEvent(async () => {
    if (!report || document.visibilityState === 'hidden') return
    if (await hasChanged(report)) onChanged()
  })
  const number = report?.report_no
  useEffect(() => {
    if (number === undefined) return
    const listen = () => void ask()
    const again = setInterval(listen, ASKED_EVERY_MS)
    document.addEventListener('visibilitychange', listen)
    for (const event of ['focus', 'pageshow', 'online']) window.addEventListener(event, listen)
    return () => {
      clearInterval(again)
      document.removeEventListener('visibilitychange', listen)
      for (const event of ['focus', 'pageshow', 'online']) window.removeEventListener(event, listen)
    }
  }, [number])
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
