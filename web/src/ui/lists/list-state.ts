import { PAGE_SIZE } from '@mingmou/contract'
import { useSearchParams } from 'react-router'
import { usePrivateSearch } from '../../lib/places/private-search.ts'

/** The search words by field. Empty ones are left out. */
export type Words = Partial<Record<string, string>>

const NONE: Words = {}

export interface ListFilter {
  words: Words
  page: { page: number; size: number }
}

/**
 * The state of a list: its page and the filters named in the address. The other words are in memory
 * alone.
 */
export function useListState(inAddress: readonly string[], size = PAGE_SIZE) {
  const filterOf = (words: Words, page: number): ListFilter => ({ words, page: { page, size } })
  const [params, setParams] = useSearchParams()
  const { searched, keep } = usePrivateSearch(NONE)
  const asked = Number(params.get('page'))
  const page = Number.isInteger(asked) && asked > 0 ? asked : 1
  const chosen = inAddress.flatMap((name) => {
    const value = params.get(name)
    return value === null ? [] : [[name, value]]
  })
  const words: Words = { ...searched, ...(Object.fromEntries(chosen) as Words) }

  const show = (next: Words, nextPage: number, replace = false) => {
    const given = Object.entries(next).flatMap(([name, value]) =>
      value === undefined || value.trim() === '' ? [] : [[name, value.trim()] as const],
    )
    const address = new URLSearchParams(params)
    for (const name of ['page', ...inAddress]) address.delete(name)
    for (const [name, value] of given) if (inAddress.includes(name)) address.set(name, value)
    if (nextPage > 1) address.set('page', String(nextPage))
    const kept = Object.fromEntries(given.filter(([name]) => !inAddress.includes(name)))
    setParams(address, { state: keep(kept), replace })
    return filterOf(Object.fromEntries(given), nextPage)
  }
  return {
    words,
    filter: filterOf(words, page),
    search: (next: Words) => show(next, 1),
    goToPage: (next: number, replace = false) => show(words, next, replace),
  }
}
