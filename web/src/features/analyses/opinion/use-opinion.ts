import { authorshipOf } from '@mingmou/contract'
import { useQuery } from '@tanstack/react-query'
import { draftsQuery } from '../queries.ts'
import { keptOf } from './opinion-draft.tsx'
import type { Opinions } from './use-opinions.ts'
import type { Wanted } from './wanted.ts'

/** The opinion as written. It does not include the page's question on leaving. */
export type OpinionTexts = Omit<Opinions, 'leaving' | 'discard'>

const joined = (...parts: string[]) => parts.filter((part) => part !== '').join('\n')

/**
 * The text of the report that is wanted: as it is typed, otherwise as its draft was stored. `index` is the photograph
 * on screen.
 */
export function useOpinion(
  { imageId, index }: { imageId: string; index: number },
  wanted: Wanted,
  opinions: OpinionTexts,
) {
  const { name, drafts, photographs } = wanted
  const kept = useQuery(draftsQuery(imageId))
  // What is typed before the draft is known would stand against it.
  const opening = kept.isFetching && !kept.isFetchedAfterMount && kept.failureCount === 0
  const unsigned = opening ? [] : (kept.data?.drafts ?? [])
  const stored = keptOf(unsigned, photographs)
  const { early } = opinions
  const covered = photographs.fellow_index === undefined ? index : 'all'
  const typed = early.of(imageId, covered)
  const composing = typed.find((entry) => entry.composing !== null)?.composing ?? null
  const known = opinions.textOf(name) ?? stored?.diagnostic_opinion ?? ''
  const text = joined(known, ...typed.map((entry) => entry.text))
  const waits = opening && opinions.textOf(name) === null
  const theirs = opinions.theirsOf(name)
  const write = (next: string) => {
    if (waits) {
      // The one field has what was typed for each photograph.
      early.drop(imageId, covered)
      early.change(imageId, index, { text: next, composing })
      return
    }
    opinions.write(name, next, { image_id: imageId, ...photographs }, stored)
    // It holds what was typed before, too.
    for (const entry of typed) early.change(imageId, entry.index, { text: '' })
  }
  return {
    opening,
    /** Something is typed, or was, before all is there that it has to join. */
    isEarly: typed.length > 0 && composing !== 'early',
    /** What was typed before may now be written. */
    joins: typed.length > 0 && composing === null && !waits,
    join: () => {
      if (typed.some((entry) => entry.text !== '')) write(text)
      early.drop(imageId, covered)
    },
    compose: (now: 'opinion' | null) => {
      if (waits || typed.length > 0) early.change(imageId, index, { composing: now })
    },
    stored,
    others: unsigned.filter((draft) => draft !== stored),
    text,
    /** Why it cannot be signed as it stands: message key of the texts `analyses`. */
    unready: unreadyOf({ text, theirs, early: typed.length > 0, opening, unknown: !kept.data }),
    unknown: kept.isError && !kept.data ? kept : null,
    authorship: authorshipOf(text, drafts),
    byPassword: kept.data?.sign_password ?? false,
    theirs,
    write,
    /** The field goes while somebody types into it: its analysis is made anew. */
    interrupt: () => early.change(imageId, index, {}),
    flush: async () => (await opinions.flush(name)) ?? stored,
  }
}

/** Whoever signs has seen the stored draft, and all that was typed. */
function unreadyOf(of: {
  text: string
  theirs: unknown
  early: boolean
  opening: boolean
  unknown: boolean
}): string | null {
  if (of.theirs !== null) return 'unready.theirs'
  if (of.opening || of.unknown) return 'unready.drafts'
  if (of.early) return 'unready.early'
  return of.text.trim() === '' ? 'opinion.empty' : null
}
