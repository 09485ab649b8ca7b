import type { KnownSitting } from '@mingmou/contract'
import type { Outgoing } from '../../../lib/files/file-sender.ts'
import { differingParts, type Differs } from './differing.ts'

/** What is known of a file beside its way. */
export interface Marks {
  /** null where the page is not served by https. Then the server alone compares. */
  sha256: string | null
  /** The earlier sitting that has this photograph. */
  known: Repeat | null
  /** It is saved all the same. */
  kept: boolean
  /** What its DICOM data say beside the form; null while nobody has read them, and where there are none. */
  differs: Differs | null
}

export interface Upload extends Outgoing, Marks {}

/** The earlier sitting that has the photograph, or that it stands twice in this list. */
type Repeat = KnownSitting | 'twice'

/** The photograph that this one repeats; null for a new one. */
export function repeatOf(upload: Upload, uploads: readonly Upload[]): Repeat | null {
  if (upload.state === 'refused' || upload.known) return upload.known
  const first = uploads.find(
    (known) => known === upload || (known.sha256 !== null && known.sha256 === upload.sha256),
  )
  return first === upload ? null : 'twice'
}

/** Files that prevent saving come first, so that nobody has to search among forty. */
export function worstFirst(uploads: readonly Upload[], day: string): readonly Upload[] {
  const inTheWay = (upload: Upload) =>
    upload.state === 'refused' ||
    upload.state === 'failed' ||
    upload.state === 'lost' ||
    (upload.differs !== null && differingParts(upload.differs, day).length > 0) ||
    repeatOf(upload, uploads) !== null
  return uploads.toSorted((a, b) => Number(inTheWay(b)) - Number(inTheWay(a)))
}

export const UNMARKED: Marks = { sha256: null, known: null, kept: false, differs: null }
