import type {
  AnalysisStatus,
  ArchiveFields,
  BatchEvidence,
  Eye,
  FirstLook,
  Modality,
  Stage,
  TableSays,
} from '@mingmou/contract'
import type { DicomFacts, Said } from '@mingmou/analysis/image'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'
import type { StoredJson } from '../stored-json.ts'

/** Photographs, their analyses, and files that wait to be filed. */

export interface Archives {
  rid: string
  /** Of its study in files of DICOM. */
  study_uid: GeneratedAlways<string>
  oid: string
  pid: string
  modality: Modality
  record_date: string
  collect_device: string
  /** Its shape is in the modality's entry in the contract. */
  fields: Json<ArchiveFields>
  /** Of the newest analysis that has ended, as a place in `URGENCIES` from 1. */
  urgency: number | null
  /** The analysis whose result nobody of the institution has read. */
  unread_of: string | null
  unread_since: NullableTimestamp
  /** Of the uploads, as the institution's limit counted them; null where nothing was counted. */
  stored_bytes: string | number | null
  /** When another photograph joined last. */
  grown_at: NullableTimestamp
  created_by: string
  created_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface ArchiveImages {
  rid: string
  image_index: number
  oid: string
  upload_key: string
  file_name: string
  file_key: string
  thumb_key: string
  /** Of the stored file. */
  sha256: string
  /** Of the uploaded file. */
  upload_sha256: string | null
  width: number
  height: number
  /** null where neither file nor clinician says. */
  mm_per_px: number | null
  scale_source: 'dicom' | 'stated' | null
  /** null where the file says nothing of its picture. */
  said: ColumnType<Said | null, string | null | undefined, string | null>
  /** The image of another kind of archive that this one was filed from. */
  filed_from_rid: Generated<string | null>
  filed_from_index: Generated<number | null>
}

export interface Analyses {
  analysis_record_id: string
  oid: string
  pid: string
  rid: string
  modality: Modality
  status: Generated<AnalysisStatus>
  stage: Generated<Stage>
  progress: Generated<number>
  /** How well its images can be read, while it runs. */
  looks: ColumnType<FirstLook[], string | undefined, string>
  reason: string | null
  attempts: Generated<number>
  requested_by: string
  /** The fields of the archive that it read, with their values then. */
  read_fields: ColumnType<Record<string, unknown>, string | undefined, string>
  created_at: Timestamp
  ended_at: NullableTimestamp
}

export interface AnalysisImages {
  analysis_record_id: string
  image_index: number
  oid: string
  findings: ColumnType<StoredJson | null, string | null, never>
  overlays: Json<{ name: string; key: string }[]>
  error: string | null
}

export interface ResultReads {
  analysis_record_id: string
  oid: string
  created_by: string
  created_at: Timestamp
  /** When the reader said that it needs no report. */
  settled_at: NullableTimestamp
}

/** Of whoever asked for the analysis, `created_by`. */
export interface Notices {
  analysis_record_id: string
  oid: string
  created_by: string
  created_at: Timestamp
  read_at: NullableTimestamp
}

export interface UnfiledUploads {
  upload_id: string
  folder: string
  uid: string | null
  oid: string | null
  stranger: boolean
  bytes: ColumnType<string, number, number>
  begun_at: Date
}

export interface BatchFiles {
  upload_key: string
  modality: Modality
  file_name: string
  thumb_key: string
  upload_sha256: string
  evidence: Json<BatchEvidence>
  /** Null of files from before it was kept. */
  facts: Json<{ dicom: DicomFacts | null; table?: TableSays | null }> | null
  pid: string | null
  eye: Eye | null
  record_date: string | null
  /** Of a device: everybody of the institution has it in the batch, and it waits as long as it takes. */
  device_id?: string | null
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
