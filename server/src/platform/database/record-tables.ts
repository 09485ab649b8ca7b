import type {
  AnalysisStatus,
  ArchiveFields,
  BatchEvidence,
  CorrectedValue,
  DiagnosisClass,
  Entries,
  ExamDraft,
  Eye,
  EyeSource,
  Language,
  Mask,
  Modality,
  Registration,
  Stage,
  StatedBy,
} from '@mingmou/contract'
import type { DicomFacts, Said } from '@mingmou/analysis/image'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './columns.ts'
import type { StoredJson } from './stored-json.ts'

/** Tables of patient data as queries see them. */

export interface Patients {
  pid: string
  oid: string
  ad_card_number: string
  name: string
  /** null until it is derived from the name. */
  name_initials: string | null
  /** The normal form of the name; null until it is derived. */
  name_form: string | null
  gender: 1 | 2
  profession: string | null
  /** `YYYY-MM-DD`: the driver hands dates over as text. */
  birthday: string
  phone: string | null
  area_id: string[] | null
  address: string | null
  allergic_history: string | null
  operation_history: string | null
  /** The values of its identifiers, derived by the database: what searches look in. */
  other_numbers: string | null
  /** The record of the same person that this one was merged into. */
  merged_into: string | null
  merged_by: string | null
  merged_at: NullableTimestamp
  /** The record that stands for this one. */
  person: GeneratedAlways<string>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface DmConditions {
  pid: string
  oid: string
  onset_date: string | null
  diagnosis_date: string | null
  onset_chars: Generated<number>
  diagnosis_chars: Generated<number>
  somatotype: 1 | 2 | 3 | 4 | null
  fbg_date: string | null
  fbg: number | null
  hba1c_date: string | null
  hba1c: number | null
  medication: string | null
  version: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_by: string
  updated_at: Timestamp
}

export interface DmValues {
  pid: string
  kind: 'hba1c' | 'fbg'
  day: string
  value: number
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface Complications {
  row_id: string
  oid: string
  pid: string
  disease_type: string
  start_date: string
  start_chars: Generated<number>
  end_date: string | null
  end_chars: Generated<number>
  treat_plan: string | null
  version: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_by: string
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface EyeExams {
  rid: string
  oid: string
  pid: string
  record_date: string
  /** As it was typed. Its values are derived from it. */
  entered: Json<Entries>
  version: Generated<number>
  created_by: string
  created_at: Timestamp
  updated_by: string
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface ExamDrafts {
  uid: string
  about: string
  oid: string
  pid: string
  draft: Json<ExamDraft>
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
}

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

/** Of who asked for the analysis, `created_by`. */
export interface Notices {
  analysis_record_id: string
  oid: string
  created_by: string
  created_at: Timestamp
  read_at: NullableTimestamp
}

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

export interface Reports {
  report_id: string
  report_no: string
  oid: string
  pid: string
  analysis_record_id: string
  image_index: number
  fellow_index: number | null
  referral: 'none' | 'review' | 'referable' | null
  diagnosis_class: DiagnosisClass
  opinion: string
  data: ColumnType<StoredJson, string, never>
  clinician: string
  supersedes: string | null
  voided_at: NullableTimestamp
  voided_by: string | null
  void_reason: string | null
  /** The worst stage of its eyes, as the report says. */
  stage: GeneratedAlways<number | null>
  created_at: Timestamp
}

/** What somebody asked to erase. It outlives the patient and says nothing about it. */
export interface Erasures {
  erasure_id: string
  pid: string
  oid: string
  asked_by: string
  asked_at: Timestamp
  withdrawn_by: string | null
  withdrawn_at: NullableTimestamp
  confirmed_by: ColumnType<string | null, never, never>
  confirmed_at: ColumnType<Date | null, never, never>
}

export interface ErasedReports {
  report_id: string
  report_no: string
  oid: string
  erasure_id: string
  sha256: string
  erased_at: Date
}

/** Folders whose files nothing names any more. */
export interface ErasedFolders {
  folder: string
}

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
  /** null: not known, as in an export of before. */
  images: Generated<string[] | null>
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

export interface ReportDrafts {
  draft_id: string
  pid: string
  rid: string
  image_index: number
  fellow_index: number | null
  opinion: string
  version: Generated<number>
  updated_by: string
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

export interface BatchFiles {
  upload_key: string
  modality: Modality
  file_name: string
  thumb_key: string
  upload_sha256: string
  evidence: Json<BatchEvidence>
  /** Null of files from before it was kept. */
  facts: Json<{ dicom: DicomFacts | null }> | null
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
