import type { Hl7Fault, Hl7State } from '@mingmou/contract'
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/database/page.ts'
import type { Hl7Messages, Hl7Peers } from '../../platform/database/tables/hl7.ts'

export type PeerRow = Selectable<Hl7Peers>
export type MessageRow = Selectable<Hl7Messages>
interface Page {
  page: number
  size: number
}

const living = (trx: Trx, oid: string) =>
  trx.selectFrom('hl7_peers').selectAll().where('oid', '=', oid).where('deleted_at', 'is', null)

export const findPeers = (trx: Trx, oid: string, page: Page) =>
  pageOf(trx, living(trx, oid), sql`created_at DESC, peer_id`, page)

/** The system that sent a message, also one that was taken off since. */
export const findSender = (trx: Trx, oid: string, peer_id: string): Promise<PeerRow> =>
  trx
    .selectFrom('hl7_peers')
    .selectAll()
    .where('oid', '=', oid)
    .where('peer_id', '=', peer_id)
    .executeTakeFirstOrThrow()

export const findNamed = (
  trx: Trx,
  oid: string,
  { application, facility }: Pick<PeerRow, 'application' | 'facility'>,
): Promise<PeerRow | undefined> =>
  living(trx, oid)
    .where('application', '=', application)
    .where('facility', '=', facility)
    .executeTakeFirst()

/** Of two that are added at once the second waits, and counts the first. */
export async function countPeers(trx: Trx, oid: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`hl7 peers ${oid}`}))`.execute(trx)
  const { count } = await trx
    .selectFrom('hl7_peers')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertPeer(trx: Trx, peer: Insertable<Hl7Peers>): Promise<void> {
  await trx.insertInto('hl7_peers').values(peer).execute()
}

/** False where there is none. */
export async function updatePeer(
  trx: Trx,
  oid: string,
  peer_id: string,
  changed: Updateable<Hl7Peers>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('hl7_peers')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('peer_id', '=', peer_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const updateFault = (
  trx: Trx,
  oid: string,
  peer_id: string,
  fault: { fault: Hl7Fault; fault_at: Date },
): Promise<boolean> => updatePeer(trx, oid, peer_id, fault)

/** For a system that has one: its other lines wait for the row. */
export async function forgetFault(trx: Trx, oid: string, peer_id: string): Promise<void> {
  await trx
    .updateTable('hl7_peers')
    .set({ fault: null, fault_at: null, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('peer_id', '=', peer_id)
    .where('fault', 'is not', null)
    .execute()
}

type Numbered = Pick<MessageRow, 'peer_id' | 'control_id'>

/** What came under this number, the first one first. Of two that come at once the second waits, and sees the first. */
export async function holdNumbered(
  trx: Trx,
  { peer_id, control_id }: Numbered,
): Promise<Pick<MessageRow, 'sha256' | 'answer'>[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`hl7 ${peer_id} ${control_id}`}, 0))`.execute(
    trx,
  )
  return trx
    .selectFrom('hl7_messages')
    .select(['sha256', 'answer'])
    .where('peer_id', '=', peer_id)
    .where('control_id', '=', control_id)
    .orderBy('created_at')
    .execute()
}

/** Of two messages about one number the second waits for what the first does. */
export async function holdNumber(trx: Trx, oid: string, number: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`hl7 number ${oid} ${number}`}, 0))`.execute(
    trx,
  )
}

/** How many messages of each system wait. */
export async function waitingBySystem(trx: Trx, oid: string): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('hl7_messages')
    .select(['peer_id', sql<number>`count(*)::int`.as('count')])
    .where('oid', '=', oid)
    .where('state', '=', 'waiting')
    .groupBy('peer_id')
    .execute()
  return new Map(rows.map(({ peer_id, count }) => [peer_id, count]))
}

export async function countWaiting(trx: Trx, oid: string): Promise<number> {
  const { count } = await trx
    .selectFrom('hl7_messages')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('oid', '=', oid)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  return count
}

export async function insertMessage(trx: Trx, row: Insertable<Hl7Messages>): Promise<void> {
  await trx.insertInto('hl7_messages').values(row).execute()
}

/** A patient who is not deleted, by a number as a message says it. */
const patientOf = (number: 'number' | 'other') =>
  sql<
    string | null
  >`(SELECT shown.pid FROM patients AS own JOIN patients AS shown ON shown.pid = own.person
    WHERE own.oid = hl7_messages.oid AND own.ad_card_number = hl7_messages.said->>${sql.lit(number)}
      AND own.deleted_at IS NULL AND shown.deleted_at IS NULL)`

export function findMessages(trx: Trx, oid: string, state: Hl7State | undefined, page: Page) {
  let found = trx
    .selectFrom('hl7_messages')
    .innerJoin('hl7_peers', 'hl7_peers.peer_id', 'hl7_messages.peer_id')
    .select([
      ...(['message_id', 'type', 'control_id', 'charset', 'said', 'state'] as const).map(
        (name) => `hl7_messages.${name}` as const,
      ),
      'hl7_messages.reason',
      'hl7_messages.field',
      'hl7_messages.created_at',
      'hl7_messages.settled_at',
      'hl7_messages.why',
      'hl7_peers.name as peer',
      sql<string | null>`actor_name(settled_by)`.as('settler'),
      patientOf('number').as('pid'),
      patientOf('other').as('other_pid'),
      sql<boolean>`EXISTS (SELECT FROM hl7_messages AS later WHERE later.oid = hl7_messages.oid
        AND hl7_messages.said->>'number' <> ''
        AND later.said->>'number' = hl7_messages.said->>'number' AND later.state = 'done'
        AND later.created_at > hl7_messages.created_at)`.as('overtaken'),
    ])
    .where('hl7_messages.oid', '=', oid)
  if (state !== undefined) found = found.where('hl7_messages.state', '=', state)
  return pageOf(trx, found, sql`state <> 'waiting', created_at DESC, message_id`, page)
}

export const findMessage = (
  trx: Trx,
  oid: string,
  message_id: string,
): Promise<MessageRow | undefined> => message(trx, oid, message_id).executeTakeFirst()

/** Locked until the transaction ends: of two persons who settle it one comes too late. */
export const holdMessage = (
  trx: Trx,
  oid: string,
  message_id: string,
): Promise<MessageRow | undefined> => message(trx, oid, message_id).forUpdate().executeTakeFirst()

const message = (trx: Trx, oid: string, message_id: string) =>
  trx
    .selectFrom('hl7_messages')
    .selectAll()
    .where('oid', '=', oid)
    .where('message_id', '=', message_id)

export async function updateMessage(
  trx: Trx,
  oid: string,
  message_id: string,
  changed: Pick<
    Updateable<Hl7Messages>,
    'state' | 'reason' | 'field' | 'pid' | 'settled_at' | 'settled_by' | 'why'
  >,
): Promise<void> {
  await trx
    .updateTable('hl7_messages')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('message_id', '=', message_id)
    .execute()
}

export async function deleteSettled(trx: Trx, oid: string, before: Date): Promise<void> {
  await trx
    .deleteFrom('hl7_messages')
    .where('oid', '=', oid)
    .where('settled_at', '<', before)
    .execute()
}
