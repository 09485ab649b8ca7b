import {
  changedMeanwhile,
  dropReportDraft,
  keepReportDraft,
  ReportDraft,
  reportDrafts,
  type InputOf,
} from '@mingmou/contract'
import { ApiError } from '../../../lib/calls/api-error.ts'
import { api } from '../../../lib/calls/api.ts'
import type { DraftKeeper } from '../../../lib/calls/draft-keeper.ts'
import { queryClient } from '../../../lib/calls/query-client.ts'
import type { Whose } from '../../../lib/calls/whose.ts'

/** What a draft is of. */
export type About = Pick<
  InputOf<typeof keepReportDraft>,
  'image_id' | 'image_index' | 'fellow_index'
>
/** The draft as the server has it. */
export type Kept = Pick<ReportDraft, 'draft_id' | 'version'>

/** A text of the clinician on its way to the server. */
export interface Entry {
  keeper: DraftKeeper<string>
  about: About
  kept: Kept | null
}

/** An empty text has no draft. Where somebody else has kept another one, nothing more is sent. */
export async function sendDraft(
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
