import { PAGE_SIZE } from '@mingmou/contract'
import { useSearchParams } from 'react-router'
import type { PatientFilter } from './queries.ts'

export const FILTERS = ['name', 'phone', 'adCardNumber'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

/** What the list shows, kept in the address: a reload and the way back find it again. */
export function usePatientFilter() {
  const [params, setParams] = useSearchParams()
  const asked = Number(params.get('page'))
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1
  const filters: Filters = {}
  for (const name of FILTERS) {
    const value = params.get(name)
    if (value) filters[name] = value
  }
  const show = (next: Filters, nextPage: number): PatientFilter => {
    const kept: Filters = Object.fromEntries(
      Object.entries(next).filter(([, value]) => value.trim() !== ''),
    )
    setParams({ ...kept, ...(nextPage > 1 && { page: String(nextPage) }) })
    return { page: nextPage, size: PAGE_SIZE, ...kept }
  }
  return {
    filter: { page, size: PAGE_SIZE, ...filters } satisfies PatientFilter,
    filters,
    search: (next: Filters) => show(next, 1),
    goToPage: (next: number) => show(filters, next),
  }
}
