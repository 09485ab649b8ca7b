import type {
  Eye,
  ValidationAnswer,
  ValidationFigures,
  ValidationQuestion,
  ValidationSource,
} from '@mingmou/contract'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** A study that compares the machine with readers. */
export interface Validations {
  validation_id: string
  name: string
  source: ValidationSource
  state: Generated<'running' | 'done' | 'failed'>
  start_date: string | null
  end_date: string | null
  again_of: string | null
  total: number
  done: Generated<number>
  figures: Json<ValidationFigures> | null
  stored_bytes: Generated<string>
  ended_at: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** What the machine says of a case. */
export interface CaseMachine extends ValidationAnswer {
  quality: 'standard' | 'usable' | 'ungradable'
  /** Of a stage to refer. */
  chance: number | null
  networks: string
}

export interface ValidationCases {
  validation_id: string
  place: number
  pid: string | null
  rid: string | null
  report_id: string | null
  analysis_record_id: string | null
  eye: Eye | null
  file_key: string | null
  thumb_key: string | null
  file_name: string | null
  /** The key of a patient of study material. */
  patient: string | null
  device: string
  reader: Json<ValidationAnswer>
  stated: Json<ValidationQuestion[]>
  answered: Generated<boolean>
  /** null: not analysed. */
  machine: Json<CaseMachine> | null
  oid: string
}
