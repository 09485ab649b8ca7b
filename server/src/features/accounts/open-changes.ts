import type { AccountChangeKind, WaitingChange } from '@mingmou/contract'
import { sql } from 'kysely'

/** Changes that wait are of these kinds: the others are done at once. */
const waits = (kind: AccountChangeKind): kind is WaitingChange['kind'] =>
  kind === 'email' || kind === 'factor'

interface Waiting {
  change_id: string
  kind: AccountChangeKind
  email: string | null
  by_uid: string
  asked_at: Date | string
  due_at: Date | string | null
}

/** Every field is named: a new column stays private until it stands here. */
export const toWaiting = (rows: readonly Waiting[]): WaitingChange[] =>
  rows.flatMap(({ change_id, kind, email, by_uid, asked_at, due_at }) =>
    waits(kind) && due_at !== null
      ? [
          {
            change_id,
            kind,
            email,
            by_uid,
            asked_at: new Date(asked_at).toISOString(),
            due_at: new Date(due_at).toISOString(),
          },
        ]
      : [],
  )

export type OpenChanges = readonly Waiting[]

/** What waits for the owner of the account of the query. */
export const openChanges = sql<OpenChanges>`(select coalesce(json_agg(json_build_object(
    'change_id', change_id, 'kind', kind, 'email', account_changes.email, 'by_uid', by_uid,
    'asked_at', asked_at, 'due_at', due_at) order by due_at), '[]'::json)
  from account_changes where account_changes.uid = accounts.uid
    and done_at is null and ended_at is null)`
