import { today } from '@mingmou/contract'

export interface Period {
  start_date: string
  end_date: string
}
export const SPANS = ['month', 'quarter', 'year'] as const
export type Span = (typeof SPANS)[number]

/** The present month, quarter or year up to today. */
export function periodOf(span: Span): Period {
  const end_date = today()
  const [year = '', month = ''] = end_date.split('-')
  const first = {
    month: Number(month),
    quarter: Math.floor((Number(month) - 1) / 3) * 3 + 1,
    year: 1,
  }[span]
  return { start_date: `${year}-${String(first).padStart(2, '0')}-01`, end_date }
}
