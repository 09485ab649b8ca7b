import {
  type FundusReportData,
  getReport,
  type InputOf,
  listReports,
  REPORT_PDF_PATH,
  SIGNED_URL_SECONDS,
} from '@mingmou/contract'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { ApiError } from '../../lib/api-error.ts'
import { api, refreshIfDue } from '../../lib/api.ts'
import { language } from '../../lib/i18n.ts'
import { queryClient } from '../../lib/query-client.ts'
import { readSession } from '../../lib/session.ts'

const ROOT = 'reports'

export const reportQuery = (report_no: string) =>
  queryOptions({
    queryKey: [ROOT, 'one', report_no, language()],
    queryFn: async ({ signal }): Promise<FundusReportData> => {
      const answer = await api(
        getReport,
        { report_id: report_no, diagnosis_class: '1' },
        { signal },
      )
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

/** Saves the report as a PDF under its number. */
export function useSavePdf() {
  return useMutation({
    mutationFn: async (report_no: string) => {
      await refreshIfDue()
      const token = readSession()?.token
      const query = new URLSearchParams({ report_no })
      const answer = await fetch(`${REPORT_PDF_PATH}?${query}`, {
        headers: {
          'Accept-Language': language(),
          ...(token && { Authorization: `Bearer ${token}` }),
        },
      })
      if (!answer.headers.get('Content-Type')?.includes('pdf'))
        throw new ApiError({ status: answer.status, msg: await messageOf(answer) })
      save(await answer.blob(), `${report_no}.pdf`)
    },
  })
}

async function messageOf(answer: Response): Promise<string> {
  const body: unknown = await answer.json().catch(() => null)
  const msg = typeof body === 'object' && body !== null && 'msg' in body ? body.msg : ''
  return typeof msg === 'string' ? msg : ''
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
