import {
  type DataOf,
  getReport,
  type InputOf,
  listDeliveries,
  listReports,
  type DiagnosisClass,
  type ReportData,
  SIGNED_URL_SECONDS,
} from '@mingmou/contract'
import { keepPreviousData, useMutation } from '@tanstack/react-query'
import { callQuery, changed } from '../../lib/calls/call-query.ts'
import { saveFile } from '../../lib/files/download.ts'
import { reportPdfPath } from '../../lib/files/print-report.ts'

export const reportQuery = (diagnosis_class: DiagnosisClass, report_no: string) => ({
  ...callQuery(getReport, { report_id: report_no, diagnosis_class }),
  select: ({ report_data }: DataOf<typeof getReport>): ReportData => report_data,
  enabled: report_no !== '',
  // Every opening is in the audit log. So the report is fetched again only for fresh addresses of
  // its images, and where its state has changed (`useStanding`).
  staleTime: Infinity,
  refetchInterval: (SIGNED_URL_SECONDS * 1000 * 2) / 3,
  refetchOnWindowFocus: false,
})

export const reportsQuery = (body: InputOf<typeof listReports>) => ({
  ...callQuery(listReports, body),
  placeholderData: keepPreviousData,
  // A report may have been made a moment ago.
  staleTime: 0,
})

export const reportsChanged = () => changed(getReport, listReports, listDeliveries)

export const deliveriesChanged = () => changed(listDeliveries, listReports)

/** Saves the report as a PDF under its number. */
export function useSavePdf() {
  return useMutation({
    mutationFn: (report_no: string) =>
      saveFile(reportPdfPath(report_no), { type: 'application/pdf', name: `${report_no}.pdf` }),
  })
}
