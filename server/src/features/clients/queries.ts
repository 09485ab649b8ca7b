import { today } from '@mingmou/contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { ClientCalls, Clients } from '../../platform/database/tables/client.ts'
import { pageOf } from '../../platform/database/page.ts'

export type ClientRow = Selectable<Clients>

/** Days of which the calls are told. */
const COUNTED_DAYS = 30

const listed = (trx: Trx, oid: string, now: Date) =>
  trx
    .selectFrom('clients')
    .selectAll()
    .select([
      sql<string | null>`actor_name(created_by)`.as('maker'),
      sql<number>`(SELECT coalesce(sum(calls), 0)::int FROM client_calls
        WHERE client_calls.client_id = clients.client_id
          AND day > ${today(now)}::date - ${COUNTED_DAYS}::int)`.as('calls'),
    ])
    .where('oid', '=', oid)

/** Those that may call before those that were revoked. */
export const findClients = (
  trx: Trx,
  oid: string,
  now: Date,
  page: { page: number; size: number },
) =>
  pageOf(
    trx,
    listed(trx, oid, now),
    sql`revoked_at DESC NULLS FIRST, created_at DESC, client_id`,
    page,
  )

export const findClient = (
  trx: Trx,
  oid: string,
  client_id: string,
): Promise<ClientRow | undefined> =>
  trx
    .selectFrom('clients')
    .selectAll()
    .where('oid', '=', oid)
    .where('client_id', '=', client_id)
    .executeTakeFirst()

/** Of two that are added at once the second waits, and counts the first. */
export async function countClients(trx: Trx, oid: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`clients ${oid}`}))`.execute(trx)
  const { count } = await trx
    .selectFrom('clients')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('oid', '=', oid)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The same for a change: another change waits, and reads what this one wrote. */
export const lockClient = (
  trx: Trx,
  oid: string,
  client_id: string,
): Promise<ClientRow | undefined> =>
  trx
    .selectFrom('clients')
    .selectAll()
    .where('oid', '=', oid)
    .where('client_id', '=', client_id)
    .forUpdate()
    .executeTakeFirst()

export async function insertClient(trx: Trx, client: Insertable<Clients>): Promise<void> {
  await trx.insertInto('clients').values(client).execute()
}

export async function updateClient(
  trx: Trx,
  oid: string,
  client_id: string,
  changed: Updateable<Clients>,
): Promise<void> {
  await trx
    .updateTable('clients')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('client_id', '=', client_id)
    .execute()
}

/** Counts a call. It waits for no disk: a fault of the server may forget the last ones. */
export async function countCall(
  trx: Trx,
  { oid, client_id }: Pick<ClientCalls, 'oid' | 'client_id'>,
  now: Date,
): Promise<void> {
  await sql`with unhurried as materialized (select set_config('synchronous_commit', 'off', true)),
    used as (update clients set last_used_at = ${now} where client_id = ${client_id}
      and (last_used_at is null or last_used_at < ${now}::timestamptz - interval '10 seconds'))
    insert into client_calls as t (client_id, day, calls, oid)
    select ${client_id}, ${today(now)}::date, 1, ${oid} from unhurried
    on conflict (client_id, day) do update set calls = t.calls + 1`.execute(trx)
}

/** Whether an institution exists, is approved and not banned. */
export async function isAdmitted(db: Db | Trx, oid: string): Promise<boolean> {
  const found = await db
    .selectFrom('institutions')
    .select('oid')
    .where('oid', '=', oid)
    .where('kind', '=', 'clinic')
    .where('status', '=', 1)
    .where('review_status', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function nameOfInstitution(trx: Trx, oid: string): Promise<string> {
  const { name } = await trx
    .selectFrom('institutions')
    .select('name')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return name
}
