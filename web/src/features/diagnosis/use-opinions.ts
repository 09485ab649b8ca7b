import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { readSession } from '../../lib/session.ts'

interface Written {
  text: string
  /** The text that a report was made of. */
  saved: string | null
}

/** What the clinician wrote, by image; kept while the workspace stands and nowhere else. */
export function useOpinions() {
  const [written, setWritten] = useState<Readonly<Record<string, Written>>>({})
  const unsaved = Object.values(written).some(({ text, saved }) => text !== saved)

  useEffect(() => {
    if (!unsaved) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [unsaved])

  // Whose session has ended goes, whatever is unsaved.
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved && readSession() !== null && currentLocation.pathname !== nextLocation.pathname,
  )

  return {
    leaving,
    textOf: (key: string, draft: string) => written[key]?.text ?? draft,
    isUnsaved: (key: string) => {
      const one = written[key]
      return one !== undefined && one.text !== one.saved
    },
    write: (key: string, text: string) =>
      setWritten((before) => ({ ...before, [key]: { text, saved: before[key]?.saved ?? null } })),
    markSaved: (key: string, text: string) =>
      setWritten((before) => ({
        ...before,
        [key]: { text: before[key]?.text ?? text, saved: text },
      })),
    backToDraft: (key: string) =>
      setWritten((before) =>
        Object.fromEntries(Object.entries(before).filter(([one]) => one !== key)),
      ),
  }
}
export type Opinions = ReturnType<typeof useOpinions>
