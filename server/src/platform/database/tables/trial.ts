import type { NullableTimestamp, Timestamp } from '../columns.ts'

/** Photographs of a trial account that are analysed together. */
export interface TrialBatches {
  anal_id: string
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** A photograph that a trial account uploaded: an archive of one image. */
export interface TrialPhotographs {
  rid: string
  /** The file's name on the computer it came from. */
  file_name: string
  sha256: string
  /** null until its batch is analysed. */
  anal_id: string | null
  image_index: number | null
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
