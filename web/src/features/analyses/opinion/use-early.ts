import { useState } from 'react'

/** What is typed before the opinion of its sitting is there. */
interface Early {
  text: string
  /** The field in which a syllable is being composed, and which stays as it is until that is done. */
  composing: 'early' | 'opinion' | null
}

/**
 * What somebody types into the opinion of a sitting before its result and its draft have come, by
 * the sitting's id. Nothing of it reaches another sitting, and the opinion begins with it.
 */
export function useEarly() {
  const [early, setEarly] = useState<Readonly<Record<string, Early>>>({})
  const change = (imageId: string, now: Partial<Early>) =>
    setEarly((before) => ({
      ...before,
      [imageId]: { ...(before[imageId] ?? { text: '', composing: null }), ...now },
    }))
  return {
    of: (imageId: string): Early | null => early[imageId] ?? null,
    change,
    drop: (imageId: string) =>
      setEarly((before) =>
        Object.fromEntries(Object.entries(before).filter(([id]) => id !== imageId)),
      ),
    isHeld: Object.values(early).some(({ text }) => text !== ''),
  }
}
export type EarlyTexts = ReturnType<typeof useEarly>
