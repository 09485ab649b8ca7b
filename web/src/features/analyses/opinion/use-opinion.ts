import { authorshipOf } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { draftsQuery } from '../queries.ts'
import { keptOf } from './opinion-draft.tsx'
import type { Opinions } from './use-opinions.ts'
import type { Wanted } from './wanted.ts'

/** The opinion as written. It does not include the page's question on leaving. */
export type OpinionTexts = Omit<Opinions, 'leaving'>

/** The text of the report that is wanted: as it is typed, otherwise as its draft was stored. */
export function useOpinion(imageId: string, wanted: Wanted, opinions: OpinionTexts) {
  const { name, drafts, photographs } = wanted
  const kept = useQuery(draftsQuery(imageId))
  // What is typed before the draft is known would stand against it.
  const opening = kept.isFetching && !kept.isFetchedAfterMount && kept.failureCount === 0
  const unsigned = opening ? [] : (kept.data?.drafts ?? [])
  const stored = keptOf(unsigned, photographs)
  const text = opinions.textOf(name) ?? stored?.diagnostic_opinion ?? ''
  return {
    opening,
    stored,
    others: unsigned.filter((one) => one !== stored),
    text,
    authorship: authorshipOf(text, drafts),
    byPassword: kept.data?.sign_password ?? false,
    theirs: opinions.theirsOf(name),
    write: (next: string) =>
      opinions.write(name, next, { image_id: imageId, ...photographs }, stored),
    flush: async () => (await opinions.flush(name)) ?? stored,
  }
}
