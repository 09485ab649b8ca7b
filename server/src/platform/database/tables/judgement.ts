import type { CorrectedValue, Mask, Registration, StatedBy } from '@mingmou/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'
import type { StoredJson } from '../stored-json.ts'

/** What clinicians state and draw of photographs, and pairs of them. */

export interface ImageNotes {
  note_id: string
  rid: string
  image_index: number
  oid: string
  points: ColumnType<[number, number][], string, never>
  text: string
  created_by: string
  created_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface Drawings {
  drawing_id: string
  rid: string
  image_index: number
  /** The analysis that the clinician had before them. */
  analysis_record_id: string
  oid: string
  layer: string
  /** Null: what was drawn is withdrawn. */
  mask: ColumnType<Mask | null, string | null, never>
  replaces: string | null
  created_by: string
  created_at: Timestamp
}

export interface DrawnImages {
  analysis_record_id: string
  image_index: number
  oid: string
  /** The drawings that were measured, in the order of their ids. */
  drawings: string[]
  /** Null: they could not be measured. */
  findings: ColumnType<StoredJson | null, string | null, never>
  overlays: Json<{ name: string; key: string }[]>
  created_by: string
  created_at: Timestamp
}

export interface Corrections {
  correction_id: string
  rid: string
  image_index: number
  /** The analysis that the clinician had before them; null where it was stated at filing. */
  analysis_record_id: string | null
  oid: string
  name: string
  /** Null: what was stated is withdrawn. */
  value: ColumnType<CorrectedValue | null, string | null, never>
  /** The file may state the eye. */
  source: Generated<StatedBy>
  reason: string
  /** The one whose place it takes. */
  replaces: string | null
  created_by: string
  created_at: Timestamp
}

export interface Registrations {
  registration_id: string
  oid: string
  pid: string
  before_record_id: string
  before_index: number
  after_record_id: string
  after_index: number
  status: Generated<'queued' | 'done' | 'failed'>
  result: ColumnType<Registration | null, undefined, string>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
