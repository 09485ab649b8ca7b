import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { readSession } from '../../lib/session.ts'

interface Written {
  text: string
  /** The text that a report was made of. */
  saved: string | null
}

const isOpen = ({ text, saved }: Written) => text !== (saved ?? '')

/**
 * The clinician's text, by image. It is empty at first, and is kept nowhere else than in the open
 * workspace.
 */
export function useOpinions() {
  const [written, setWritten] = useState<Readonly<Record<string, Written>>>({})
  const unsaved = Object.values(written).some(isOpen)

  useEffect(() => {
    if (!unsaved) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [unsaved])

  // A user whose session has ended leaves, whatever is unsaved.
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && readSession() !== null && currentLocation.pathname !== nextLocation.pathname,
  )

  return {
    leaving,
    textOf: (key: string) => written[key]?.text ?? '',
    isUnsaved: (key: string) => {
      const one = written[key]
      return one !== undefined && isOpen(one)
    },
    write: (key: string, text: string) =>
      setWritten((before) => ({ ...before, [key]: { text, saved: before[key]?.saved ?? null } })),
    markSaved: (key: string, text: string) =>
      setWritten((before) => ({
        ...before,
        [key]: { text: before[key]?.text ?? text, saved: text },
      })),
  }
}
export type Opinions = ReturnType<typeof useOpinions>
