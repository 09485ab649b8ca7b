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
  const { early } = opinions
  const typed = early.of(imageId)
  const known = opinions.textOf(name) ?? stored?.diagnostic_opinion ?? ''
  const text = [known, typed?.text ?? ''].filter((part) => part !== '').join('\n')
  const waits = opening && opinions.textOf(name) === null
  const write = (next: string) => {
    if (waits) {
      early.change(imageId, { text: next })
      return
    }
    opinions.write(name, next, { image_id: imageId, ...photographs }, stored)
    // It holds what was typed before, too.
    if (typed) early.change(imageId, { text: '' })
  }
  return {
    opening,
    /** Something is typed, or was, before all is there that it has to join. */
    isEarly: typed !== null && typed.composing !== 'early',
    /** What was typed before may now be written. */
    joins: typed !== null && typed.composing === null && !waits,
    join: () => {
      if (typed?.text) write(text)
      early.drop(imageId)
    },
    compose: (composing: 'opinion' | null) => {
      if (waits || typed) early.change(imageId, { composing })
    },
    stored,
    others: unsigned.filter((one) => one !== stored),
    text,
    authorship: authorshipOf(text, drafts),
    byPassword: kept.data?.sign_password ?? false,
    theirs: opinions.theirsOf(name),
    write,
    /** The field goes while somebody types into it: its analysis is made anew. */
    interrupt: () => early.change(imageId, {}),
    flush: async () => (await opinions.flush(name)) ?? stored,
  }
}
