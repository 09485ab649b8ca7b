import {
  entryFault,
  examForm,
  patientInfo,
  patientTrends,
  readEntry,
  searchExams,
  type IndicatorKey,
} from '@mingmou/contract'
import { callQuery, changed } from '../../lib/calls/call-query.ts'

export interface ExamFilter {
  start_date?: string | undefined
  end_date?: string | undefined
}

export const examsQuery = (pid: string, filter: ExamFilter, page: number) =>
  callQuery(searchExams, { pid, ...filter, page })

/** Read anew whenever a form opens: nothing of an earlier one is shown. */
export const formQuery = (pid: string, rid?: string) => ({
  ...callQuery(examForm, { pid, ...(rid !== undefined && { rid }) }),
  gcTime: 0,
  staleTime: 0,
  refetchOnWindowFocus: false,
})

export const examsChanged = () => changed(searchExams, examForm, patientInfo, patientTrends)

/** The encoded fault of one entry, while the form is filled in. */
export const faultOf = (indicator: IndicatorKey, entry: string): string | undefined =>
  entry.trim() === '' || readEntry(indicator, entry) !== null ? undefined : entryFault(indicator)
