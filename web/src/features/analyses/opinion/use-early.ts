import { useState } from 'react'

/** What is typed before the opinion of its photograph is there. */
interface Early {
  /** Id of the sitting. */
  sitting: string
  /** The photograph on screen. null: none of the sitting was there yet. */
  index: number | null
  text: string
  /** The field in which a syllable is being composed, and which stays as it is until that is done. */
  composing: 'early' | 'opinion' | null
}

/** What a report covers: one photograph, or all of its sitting. */
export type Covered = number | null | 'all'

interface State {
  all: readonly Early[]
  /** The photograph on which somebody began to type, by sitting: it stays on screen. */
  begun: Readonly<Record<string, number>>
}
const NOTHING: State = { all: [], begun: {} }

const isOf = (early: Early, sitting: string, covered: Covered) =>
  early.sitting === sitting &&
  (covered === 'all' || early.index === covered || early.index === null)

/**
 * What somebody types into an opinion before its result and its draft have come, by sitting and photograph. Nothing of
 * it reaches another sitting or another eye, and the opinion begins with it.
 */
export function useEarly() {
  const [{ all, begun }, set] = useState(NOTHING)
  const of = (sitting: string, covered: Covered) =>
    all.filter((early) => isOf(early, sitting, covered))
  return {
    of,
    begunOn: (sitting: string): number | undefined => begun[sitting],
    /** Whether something was typed before any photograph of the sitting was there. */
    isUnplaced: (sitting: string) =>
      all.some((early) => early.sitting === sitting && early.index === null),
    /** It belongs to the first photograph that is. */
    place: (sitting: string, index: number) =>
      set((before) => ({
        all: before.all.map((early) =>
          early.sitting === sitting && early.index === null ? { ...early, index } : early,
        ),
        begun: { ...before.begun, [sitting]: index },
      })),
    change: (
      sitting: string,
      index: number | null,
      now: Partial<Pick<Early, 'text' | 'composing'>>,
    ) =>
      set((before) => {
        const present = before.all.find((early) => isOf(early, sitting, index))
        const entry = { sitting, index, text: '', composing: null, ...present, ...now }
        return {
          all: [...before.all.filter((early) => early !== present), entry],
          begun: index === null ? before.begun : { ...before.begun, [sitting]: index },
        }
      }),
    drop: (sitting: string, covered: Covered) =>
      set((before) => ({
        ...before,
        all: before.all.filter((early) => !isOf(early, sitting, covered)),
      })),
    /** Whoever leaves has given it up. */
    clear: () => set(NOTHING),
    isHeld: all.some(({ text }) => text !== ''),
  }
}
export type EarlyTexts = ReturnType<typeof useEarly>
