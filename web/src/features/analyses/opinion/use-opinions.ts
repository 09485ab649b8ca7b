import {
  changedMeanwhile,
  dropReportDraft,
  keepReportDraft,
  ReportDraft,
  reportDrafts,
  type InputOf,
} from '@mingmou/contract'
import { useEffect, useRef, useState } from 'react'
import { useBlocker, useLocation, type Location } from 'react-router'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { api } from '../../../lib/calls/api.ts'
import type { Whose } from '../../../lib/calls/whose.ts'
import { changed } from '../../../lib/calls/call-query.ts'
import { DraftKeeper, type DraftState } from '../../../lib/calls/draft-keeper.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'
import { readSession } from '../../../lib/session/session.ts'
import { useEarly } from './use-early.ts'

/** What a draft is of. */
type About = Pick<InputOf<typeof keepReportDraft>, 'image_id' | 'image_index' | 'fellow_index'>
/** The draft as the server has it. */
export type Kept = Pick<ReportDraft, 'draft_id' | 'version'>

interface Written {
  text: string
  state: DraftState
  /** What somebody else has kept meanwhile. */
  theirs: ReportDraft | null
}

interface Entry {
  keeper: DraftKeeper<string>
  about: About
  kept: Kept | null
}

/** The sitting that an address of the workspace names. */
function sittingOf({ search }: Location): string {
  const named = new URLSearchParams(search)
  return ['tab', 'pid', 'image_id'].map((name) => named.get(name)).join(' ')
}

const isUnkept = ({ state, theirs }: Written) => theirs !== null || state === 'failed'

/**
 * The clinician's texts by report. Nobody leaves one that could not be kept unasked, nor a drawing that is not saved,
 * which is of the picture that the address names. Each text is kept on the server as a draft after every pause in typing.
 */
export function useOpinions({ drawing }: { drawing: boolean }) {
  const [written, setWritten] = useState<Readonly<Record<string, Written>>>({})
  const entries = useRef(new Map<string, Entry>())
  const early = useEarly()
  const all = Object.values(written)
  const unsent =
    drawing || early.isHeld || all.some((one) => isUnkept(one) || one.state === 'waiting')

  useEffect(() => {
    if (!unsent) return
    const hold = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', hold)
    return () => window.removeEventListener('beforeunload', hold)
  }, [unsent])
  useEffect(() => {
    const { current } = entries
    return () => {
      for (const { keeper } of current.values())
        void keeper.flush().then(() => changed(reportDrafts))
    }
  }, [])

  // A user whose session has ended leaves, whatever is unsaved.
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      readSession() !== null &&
      (currentLocation.pathname !== nextLocation.pathname
        ? drawing || early.isHeld || all.some(isUnkept)
        : (drawing && currentLocation.search !== nextLocation.search) ||
          (early.isHeld && sittingOf(currentLocation) !== sittingOf(nextLocation))),
  )
  const { pathname } = useLocation()
  const isLeavingPage = leaving.state === 'blocked' && leaving.location.pathname !== pathname

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
        (text, of) => send(entry, { text, of }, (theirs) => set(name, { theirs })),
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
      for (const [name, one] of Object.entries(written))
        if (isUnkept(one)) entries.current.get(name)?.keeper.forget()
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

/** An empty text has no draft. Where somebody else has kept another one, nothing more is sent. */
async function send(
  entry: Entry,
  { text, of }: { text: string; of: Whose },
  onTheirs: (theirs: ReportDraft) => void,
) {
  const { about, kept } = entry
  try {
    if (text.trim() === '') {
      if (kept) await api(dropReportDraft, { draft_id: kept.draft_id }, { of })
      entry.kept = null
    } else {
      const version = kept ? { version: kept.version } : {}
      const body = { ...about, ...version, diagnostic_opinion: text }
      entry.kept = await api(keepReportDraft, body, { of })
    }
    // The text on the page is newer than any answer: what was read is outdated for the next page that asks.
    void queryClient.invalidateQueries({ queryKey: [reportDrafts.path], refetchType: 'none' })
  } catch (error) {
    const data = error instanceof ApiError ? error.data : null
    const found = changedMeanwhile(ReportDraft).safeParse(data)
    if (!found.success) throw error
    void entry.keeper.hold()
    onTheirs(found.data.stored)
  }
}
