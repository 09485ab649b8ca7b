import type { ReportDraft } from '@mingmou/contract'
import type { DraftState } from '../../../lib/calls/draft-keeper.ts'

/** A text of the clinician as it stands on the page. */
export interface Written {
  text: string
  state: DraftState
  /** What somebody else has kept meanwhile. */
  theirs: ReportDraft | null
}

export const isUnkept = ({ state, theirs }: Written) => theirs !== null || state === 'failed'
