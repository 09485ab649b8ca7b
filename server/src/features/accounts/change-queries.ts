import type { AccountChangeKind } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'

export interface OpenChange {
  change_id: string
  uid: string
  oid: string
  by_uid: string
  kind: AccountChangeKind
  email: string | null
  asked_at: Date
  due_at: Date | null
}

interface NewChange extends OpenChange {
  done_at: Date | null
  holds_until: Date | null
}

const open = (db: Db | Trx) =>
  db.selectFrom('account_changes').where('done_at', 'is', null).where('ended_at', 'is', null)

const OPEN = [
  'change_id',
  'uid',
  'oid',
  'by_uid',
  'kind',
  'email',
  'asked_at',
  'due_at',
] as const satisfies (keyof OpenChange)[]

export async function insertChange(trx: Trx, change: NewChange): Promise<void> {
  await trx.insertInto('account_changes').values(change).execute()
}

export async function hasEntered(trx: Trx, uid: string): Promise<boolean> {
  const found = await trx
    .selectFrom('accounts')
    .select('uid')
    .where('uid', '=', uid)
    .where('entered_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

export function findOpenOf(db: Db | Trx, uid: string): Promise<OpenChange[]> {
  return open(db).select(OPEN).where('uid', '=', uid).orderBy('due_at').execute()
}

export function findChange(
  db: Db,
  change_id: string,
): Promise<{ uid: string; by_uid: string } | undefined> {
  return db
    .selectFrom('account_changes')
    .select(['uid', 'by_uid'])
    .where('change_id', '=', change_id)
    .executeTakeFirst()
}

/** The change while it waits, held until the transaction ends: of two who settle it one comes too late. */
export function holdOpen(trx: Trx, change_id: string): Promise<OpenChange | undefined> {
  return open(trx).select(OPEN).where('change_id', '=', change_id).forUpdate().executeTakeFirst()
}

type Settled =
  | { done_at: Date; agreed: boolean; holds_until: Date | null }
  | { ended_at: Date }
  | { due_at: Date }

export async function settle(trx: Trx, change_id: string, settled: Settled): Promise<void> {
  await trx.updateTable('account_changes').set(settled).where('change_id', '=', change_id).execute()
}

export async function endOpenOf(
  trx: Trx,
  uid: string,
  at: Date,
  kind?: AccountChangeKind,
): Promise<void> {
  await trx
    .updateTable('account_changes')
    .set({ ended_at: at })
    .where('uid', '=', uid)
    .where('done_at', 'is', null)
    .where('ended_at', 'is', null)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'email'))
    .execute()
}

/** The account can sign in, as far as institution and platform let it. */
const admitted = sql<boolean>`exists (select from accounts join institutions using (oid)
  where accounts.uid = account_changes.uid and accounts.deleted_at is null
    and accounts.status = 1 and institutions.status = 1 and institutions.deleted_at is null)`

/** Who is shut out cannot refuse: the time begins anew. */
export async function putOffBarred(db: Db, due_at: Date): Promise<void> {
  await db
    .updateTable('account_changes')
    .set({ due_at })
    .where('done_at', 'is', null)
    .where('ended_at', 'is', null)
    .where((row) => row.not(admitted))
    .execute()
}

export function findDue(db: Db, now: Date): Promise<{ change_id: string; uid: string }[]> {
  return open(db)
    .select(['change_id', 'uid'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .execute()
}

/** The latest of what was done to an account lately and holds it. */
export function findHold(
  db: Db | Trx,
  uid: string,
  now: Date,
): Promise<{ kind: AccountChangeKind; holds_until: Date | null } | undefined> {
  return db
    .selectFrom('account_changes')
    .select(['kind', 'holds_until'])
    .where('uid', '=', uid)
    .where('ended_at', 'is', null)
    .where('holds_until', '>', now)
    .orderBy('holds_until', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** What others did to an account since a time. */
export function findDoneSince(
  trx: Trx,
  uid: string,
  since: Date,
): Promise<{ kind: AccountChangeKind; by_uid: string; done_at: Date | null }[]> {
  return trx
    .selectFrom('account_changes')
    .select(['kind', 'by_uid', 'done_at'])
    .where('uid', '=', uid)
    .where('done_at', '>', since)
    .orderBy('done_at')
    .execute()
}

/** The database asks the same of an erasure. */
export async function areBound(trx: Trx, one: string, other: string, at: Date): Promise<boolean> {
  const { rows } = await sql<{ bound: boolean }>`
    SELECT accounts_bound(${one}, ${other}, ${at}) AS bound`.execute(trx)
  return rows[0]?.bound === true
}

/** Names of the accounts of an institution; others are not told. */
export async function findNamesIn(
  db: Db,
  oid: string,
  uids: readonly string[],
): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const rows = await db
    .selectFrom('accounts')
    .select(['uid', 'name'])
    .where('oid', '=', oid)
    .where('uid', 'in', [...uids])
    .execute()
  return new Map(rows.map(({ uid, name }) => [uid, name]))
}
