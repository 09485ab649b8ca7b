import type { Eye, EyeSource, Language, Modality } from '@mingmou/contract'
import type { ColumnType, Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** Photographs as a gallery, and exports of it. */

export interface DatasetImages {
  rid: string
  image_index: number
  oid: string
  pid: string
  image: Generated<string>
  modality: Modality
  record_date: string
  collect_device: string
  img_type: number | null
  width: number
  height: number
  file_key: string
  thumb_key: string
  hidden: Generated<boolean>
  analysed: Generated<boolean>
  gradable: boolean | null
  eye: Eye | null
  eye_source: EyeSource | null
  facets: Generated<string[]>
  machine_gradable: boolean | null
  machine_eye: Eye | null
  machine_facets: Generated<string[]>
  /** Names of the values that clinicians stated, and of the maps that they drew. */
  corrected: Generated<string[]>
  drawn: Generated<string[]>
  /** The file says that words stand in the picture; a person saw that they name nobody. */
  burned_in: Generated<boolean>
  released: Generated<boolean>
  /** Of the eye by all photographs of the sitting; null where it has no stage. */
  eye_stage: number | null
  /** Why the eye is to be looked at, `<reason>.<referral>`; null until the sitting is settled. */
  eye_reasons: string[] | null
  /** The rules that it was settled by; 0: those from before they were counted. */
  settled_by: Generated<number>
}

/** A view of photographs of institutions that share them. Its day is the first of the month. */
export interface SharedImages extends Omit<
  DatasetImages,
  | 'rid'
  | 'image_index'
  | 'oid'
  | 'pid'
  | 'hidden'
  | 'burned_in'
  | 'released'
  | 'eye_stage'
  | 'eye_reasons'
  | 'settled_by'
> {
  /** The same for all photographs of one patient, and says nothing else. */
  patient: string
}

export interface DatasetExports {
  export_id: string
  uid: string
  dataset: string
  asked: Json<Record<string, unknown>>
  language: Language
  status: Generated<'queued' | 'running' | 'done' | 'failed'>
  done: Generated<number>
  total: Generated<number>
  reason: string | null
  file_key: string | null
  bytes: ColumnType<string | null, number | null | undefined, number | null>
  created_at: Timestamp
  ended_at: NullableTimestamp
  /** null: not known, as in an export from before. */
  images: Generated<string[] | null>
}
