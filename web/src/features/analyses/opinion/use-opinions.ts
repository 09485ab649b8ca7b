import { reportDrafts, type ReportDraft } from '@mingmou/contract'
import { useEffect, useRef, useState } from 'react'
import { changed } from '../../../lib/calls/call-query.ts'
import { DraftKeeper, type DraftState } from '../../../lib/calls/draft-keeper.ts'
import { sendDraft, type About, type Entry, type Kept } from './opinion-entry.ts'
import { useEarly } from './use-early.ts'
import { useLeaving } from './use-leaving.ts'
import { isUnkept, type Written } from './written.ts'

/**
 * The clinician's texts by report. Nobody leaves one that could not be kept unasked, nor a drawing that is not saved,
 * which is of the picture that the address names. Each text is kept on the server as a draft after every pause in typing.
 */
export function useOpinions({ drawing }: { drawing: boolean }) {
  const [written, setWritten] = useState<Readonly<Record<string, Written>>>({})
  const entries = useRef(new Map<string, Entry>())
  const early = useEarly()
  const { leaving, isLeavingPage } = useLeaving({
    drawing,
    isHeld: early.isHeld,
    all: Object.values(written),
  })
  useEffect(() => {
    const { current } = entries
    return () => {
      for (const { keeper } of current.values())
        void keeper.flush().then(() => changed(reportDrafts))
    }
  }, [])

  const set = (name: string, change: Partial<Written>) =>
    setWritten((before) => {
      const now = before[name] ?? { text: '', state: 'unchanged', theirs: null }
      return { ...before, [name]: { ...now, ...change } }
    })

  const entryOf = (name: string, about: About, kept: Kept | null): Entry => {
    const present = entries.current.get(name)
    if (present) return Object.assign(present, { about })
    const entry: Entry = {
      about,
      kept,
      keeper: new DraftKeeper<string>(
        (text, of) => sendDraft(entry, { text, of }, (theirs) => set(name, { theirs })),
        (state) => set(name, { state }),
      ),
    }
    entries.current.set(name, entry)
    return entry
  }

  return {
    leaving,
    /** Gives up what leaving loses. Texts that could not be kept are lost with the page alone. */
    discard: () => {
      early.clear()
      if (!isLeavingPage) return
      for (const [name, opinion] of Object.entries(written))
        if (isUnkept(opinion)) entries.current.get(name)?.keeper.forget()
    },
    early,
    /** null where nothing was written here. */
    textOf: (name: string) => written[name]?.text ?? null,
    stateOf: (name: string): DraftState => written[name]?.state ?? 'unchanged',
    theirsOf: (name: string) => written[name]?.theirs ?? null,
    write: (name: string, text: string, about: About, kept: Kept | null) => {
      const { keeper } = entryOf(name, about, kept)
      set(name, { text })
      keeper.change(text)
    },
    /** The text of the other person, or the own one over it. */
    settle: (name: string, theirs: ReportDraft, take: 'mine' | 'theirs') => {
      const entry = entries.current.get(name)
      if (!entry) return
      entry.kept = theirs
      const { keeper } = entry
      keeper.forget()
      keeper.release()
      set(name, { theirs: null })
      if (take === 'mine') keeper.change(written[name]?.text ?? '')
      else set(name, { text: theirs.diagnostic_opinion })
      void changed(reportDrafts)
    },
    /** Sends what waits. The draft to sign, null where there is none. */
    flush: async (name: string): Promise<Kept | null | undefined> => {
      const entry = entries.current.get(name)
      await entry?.keeper.flush()
      return entry?.kept
    },
    /** A report was made of it. */
    markSaved: (name: string) => {
      const entry = entries.current.get(name)
      if (entry) entry.kept = null
      entry?.keeper.forget()
      void changed(reportDrafts)
    },
  }
}
export type Opinions = ReturnType<typeof useOpinions>
