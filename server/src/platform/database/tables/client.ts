import type { Scope } from '@mingmou/contract'
import type { ColumnType, Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../columns.ts'

/** A program that calls in the name of the institution. */
export interface Clients {
  client_id: string
  name: string
  scopes: Scope[]
  networks: string[]
  expires_on: string | null
  secret_hash: Buffer | null
  earlier_hash: Buffer | null
  overlap_until: NullableTimestamp
  public_pem: string | null
  series: Generated<number>
  last_used_at: NullableTimestamp
  revoked_at: NullableTimestamp
  oid: string
  created_by: string
  created_at: Timestamp
  updated_at: Timestamp
  deleted_at: NullableTimestamp
}

/** How often a client called on a day. */
export interface ClientCalls {
  client_id: string
  day: string
  calls: number
  oid: string
}

/** What a client was answered to a write. */
export interface ClientAnswers {
  client_id: string
  idempotency: string
  sha256: string
  status: number | null
  body: ColumnType<unknown, string | null, string | null>
  begun_at: Date
  oid: string
}
