import {
  getReport,
  type InputOf,
  listReports,
  type DiagnosisClass,
  REPORT_PDF_PATH,
  type ReportData,
  SIGNED_URL_SECONDS,
} from '@mingmou/contract'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { printPdf, saveFile } from '../../lib/download.ts'
import { language } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'

const ROOT = 'reports'

/** A visitor sees less than who is signed in: what the one saw is not there for the other. */
export const reportQuery = (diagnosis_class: DiagnosisClass, report_no: string, uid = '') =>
  queryOptions({
    queryKey: [ROOT, 'one', report_no, uid, language()],
    queryFn: async ({ signal }): Promise<ReportData> => {
      const answer = await api(getReport, { report_id: report_no, diagnosis_class }, { signal })
      return answer.report_data
    },
    enabled: report_no !== '',
    // Every opening is in the audit log: it is opened again only for fresh addresses of its images.
    staleTime: Infinity,
    refetchInterval: (SIGNED_URL_SECONDS * 1000 * 2) / 3,
    refetchOnWindowFocus: false,
  })

export const reportsQuery = (body: InputOf<typeof listReports>) =>
  queryOptions({
    queryKey: [ROOT, 'list', body, language()],
    queryFn: ({ signal }) => api(listReports, body, { signal }),
    placeholderData: keepPreviousData,
    // A report may have been made a moment ago.
    staleTime: 0,
  })

export const reportsChanged = () => queryClient.invalidateQueries({ queryKey: [ROOT] })

const pdfPath = (report_no: string) =>
  `${REPORT_PDF_PATH}?${new URLSearchParams({ report_no, lang: language() })}`

/** Saves the report as a PDF under its number. */
export function useSavePdf() {
  return useMutation({
    mutationFn: (report_no: string) =>
      saveFile(pdfPath(report_no), { type: 'application/pdf', name: `${report_no}.pdf` }),
  })
}

/** Prints the very PDF: paper has the same pages whichever way it came about. */
export function usePrint() {
  return useMutation({
    mutationFn: (report_no: string) => printPdf(pdfPath(report_no), `${report_no}.pdf`),
  })
}
