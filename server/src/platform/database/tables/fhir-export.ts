import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../columns.ts'

/** What a client takes out of its institution as a whole by FHIR. */
export interface FhirExports {
  export_id: string
  client_id: string
  types: string[]
  since: string | null
  request: string
  state: Generated<'queued' | 'running' | 'done' | 'failed'>
  done: Generated<number>
  output: Json<{ type: string; count: number }[]>
  bytes: Generated<string | number>
  reason: string | null
  begun_at: NullableTimestamp
  ended_at: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}
