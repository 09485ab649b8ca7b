import { PAGE_SIZE } from '@mingmou/contract'
import { useSearchParams } from 'react-router'
import { usePrivateSearch } from '../../lib/private-search.ts'
import type { PatientFilter } from './queries.ts'

export const FILTERS = ['name', 'phone', 'adCardNumber'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

const NONE: Filters = {}

/** What the list shows: the page in the address, the words searched for in memory alone. */
export function usePatientFilter() {
  const [params, setParams] = useSearchParams()
  const { searched: filters, keep } = usePrivateSearch(NONE)
  const asked = Number(params.get('page'))
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1
  const show = (next: Filters, nextPage: number): PatientFilter => {
    const given: Filters = Object.fromEntries(
      Object.entries(next).filter(([, value]) => value.trim() !== ''),
    )
    setParams(nextPage > 1 ? { page: String(nextPage) } : {}, { state: keep(given) })
    return { page: nextPage, size: PAGE_SIZE, ...given }
  }
  return {
    filter: { page, size: PAGE_SIZE, ...filters } satisfies PatientFilter,
    filters,
    search: (next: Filters) => show(next, 1),
    goToPage: (next: number) => show(filters, next),
  }
}
