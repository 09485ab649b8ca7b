import { MODALITIES, QUEUE_ROWS, type ReadingRole } from '@mingmou/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'

export interface QueuedRow {
  rid: string
  pid: string
  name: string
  gender: 1 | 2
  birthday: string
  ad_card_number: string
  record_date: string
  images: number
  waits_since: Date
  holder: string | null
  held_by: string | null
  kept_until: Date | null
}

/** Kinds of images whose eyes have a stage. */
const STAGED = MODALITIES.filter(({ staged }) => staged).map(({ key }) => key)

const nowOf = (sitting: 'archives' | 'waits' | 'waiting') =>
  sql`(SELECT count(*) FROM archive_images WHERE archive_images.rid = ${sql.ref(`${sitting}.rid`)})`

/**
 * Sittings that await this reading of all their photographs. The photographs of those that wait are counted, and not
 * those of the whole institution. A first reading of them is looked for at each sitting in turn: the other conditions
 * leave more, and what they join costs more.
 */
const waitingFor = (role: ReadingRole, { oid, uid }: Clinician): RawBuilder<unknown> =>
  role === 'first'
    ? sql`SELECT rid, pid, record_date, unread_since AS since FROM archives
        WHERE oid = ${oid} AND unread_of IS NOT NULL AND deleted_at IS NULL
          AND modality = ANY (${STAGED}::text[])
          AND ${nowOf('archives')} <> ALL (ARRAY(
            SELECT photographs FROM readings WHERE readings.rid = archives.rid))
          AND EXISTS (SELECT FROM analyses
            WHERE analyses.analysis_record_id = archives.unread_of AND status = 'done')`
    : sql`SELECT rid, archives.pid, archives.record_date, waits.since
        FROM reading_waits AS waits JOIN archives USING (rid)
        WHERE waits.oid = ${oid} AND waits.role = ${role} AND archives.deleted_at IS NULL
          AND waits.photographs = ${nowOf('waits')}
          AND NOT EXISTS (SELECT FROM readings WHERE readings.rid = waits.rid
            AND readings.photographs = waits.photographs AND readings.created_by = ${uid})`

/** The oldest first. */
export async function findQueue(
  trx: Trx,
  by: Clinician,
  role: ReadingRole,
  now: Date,
): Promise<QueuedRow[]> {
  const { rows } = await sql<QueuedRow>`
    SELECT waiting.rid, shown.pid, shown.name, shown.gender, shown.birthday, shown.ad_card_number,
      waiting.record_date, ${nowOf('waiting')}::int AS images, waiting.since AS waits_since,
      holds.uid AS holder, accounts.name AS held_by, holds.kept_until
    FROM (${waitingFor(role, by)}) AS waiting
    JOIN patients AS own ON own.pid = waiting.pid
    JOIN patients AS shown ON shown.pid = own.person AND shown.deleted_at IS NULL
    LEFT JOIN reading_holds AS holds ON holds.rid = waiting.rid AND holds.role = ${role}
      AND holds.kept_until > ${now}
    LEFT JOIN accounts ON accounts.uid = holds.uid
    WHERE own.deleted_at IS NULL
    ORDER BY waiting.since, waiting.rid LIMIT ${QUEUE_ROWS}`.execute(trx)
  return rows
}

export async function countQueue(trx: Trx, by: Clinician, role: ReadingRole): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM (SELECT FROM (${waitingFor(role, by)}) AS waiting
      JOIN patients AS own ON own.pid = waiting.pid
      JOIN patients AS shown ON shown.pid = own.person AND shown.deleted_at IS NULL
      WHERE own.deleted_at IS NULL LIMIT ${QUEUE_ROWS}) AS found`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Takes a sitting that nobody has open; null where another person has it. */
export async function takeHold(
  trx: Trx,
  hold: { oid: string; rid: string; role: ReadingRole; uid: string },
  { now, until }: { now: Date; until: Date },
): Promise<Date | null> {
  const { oid, rid, role, uid } = hold
  const { rows } = await sql<{ kept_until: Date }>`
    INSERT INTO reading_holds AS held (oid, rid, role, uid, opened_at, kept_until)
    VALUES (${oid}, ${rid}, ${role}, ${uid}, ${now}, ${until})
    ON CONFLICT (rid, role) DO UPDATE SET uid = excluded.uid, kept_until = excluded.kept_until,
      opened_at = CASE WHEN held.uid = excluded.uid AND held.kept_until > ${now}
        THEN held.opened_at ELSE excluded.opened_at END
    WHERE held.uid = excluded.uid OR held.kept_until <= ${now}
    RETURNING kept_until`.execute(trx)
  return rows[0]?.kept_until ?? null
}

export const findHold = (trx: Trx, rid: string, role: ReadingRole) =>
  trx
    .selectFrom('reading_holds')
    .leftJoin('accounts', 'accounts.uid', 'reading_holds.uid')
    .select(['reading_holds.uid', 'opened_at', 'kept_until', 'accounts.name'])
    .where('rid', '=', rid)
    .where('reading_holds.role', '=', role)
    .executeTakeFirst()

/** False where the person does not hold it: it may be another one's by now. */
export async function dropHold(
  trx: Trx,
  { rid, role, uid }: { rid: string; role: ReadingRole; uid: string },
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('reading_holds')
    .where('rid', '=', rid)
    .where('role', '=', role)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** From now on nothing else of the sitting is shown to the account. */
export async function makeBlind(trx: Trx, uid: string, rid: string): Promise<void> {
  await sql`UPDATE accounts SET blind_to = array_append(coalesce(blind_to, '{}'), ${rid}::uuid)
    WHERE uid = ${uid} AND NOT coalesce(${rid}::uuid = ANY (blind_to), false)`.execute(trx)
}

/** Whoever read the sitting blind sees it again. */
export async function endBlind(trx: Trx, oid: string, rid: string): Promise<void> {
  await sql`UPDATE accounts SET blind_to = nullif(array_remove(blind_to, ${rid}::uuid), '{}')
    WHERE oid = ${oid} AND blind_to IS NOT NULL AND ${rid}::uuid = ANY (blind_to)`.execute(trx)
}

export async function endAllBlind(trx: Trx, oid: string): Promise<void> {
  await trx
    .updateTable('accounts')
    .set({ blind_to: null })
    .where('oid', '=', oid)
    .where('blind_to', 'is not', null)
    .execute()
}

export const findRules = (trx: Trx, oid: string) =>
  trx
    .selectFrom('institutions')
    .select([
      'reading_rule as rule',
      'reading_percent as percent',
      'first_sees_machine as first_sees_machine',
    ])
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()

export const findAccounts = (trx: Trx, oid: string) =>
  trx
    .selectFrom('accounts')
    .select(['uid', 'name', 'arbiter'])
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('role', 'in', ['3', '4'])
    .orderBy('role')
    .orderBy('created_at')
    .execute()

/** Every reading of the institution that figures are made of, the newest first. */
export const findAllReadings = (trx: Trx, oid: string, most: number) =>
  trx
    .selectFrom('readings')
    .innerJoin('accounts', 'accounts.uid', 'readings.created_by')
    .select(['readings.rid', 'readings.role', 'photographs', 'eyes', 'opened_at', 'signed_at'])
    .select(['readings.created_by as uid', 'accounts.name'])
    .where('readings.oid', '=', oid)
    .orderBy('signed_at', 'desc')
    .limit(most)
    .execute()
