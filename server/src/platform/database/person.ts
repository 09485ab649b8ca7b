import { sql, type RawBuilder } from 'kysely'
import type { Trx } from './database.ts'

/** The record that stands for a patient: the one it was merged into, otherwise itself. */
export const standsFor = (pid: string): RawBuilder<string> =>
  sql<string>`(SELECT person FROM patients AS asked WHERE asked.pid = ${pid})`

/** Rows that are filed under a patient's record, or under one that was merged with it. */
export const ofPerson = (column: string, pid: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} IN (
    SELECT record.pid FROM patients AS record WHERE record.person = ${standsFor(pid)})`

/**
 * Rows of patients that are not deleted: with a person every record of it is. The deleted ones are few and in an index
 * of their own, so that no living one is looked up.
 */
export const ofLiving = (column: string, oid: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} NOT IN (
    SELECT gone.pid FROM patients AS gone WHERE gone.oid = ${oid} AND gone.deleted_at IS NOT NULL)`

/**
 * Lets what joins, parts or deletes records of an institution come one after the other, so that no
 * two wait for each other and each sees who stands for whom.
 */
export async function inTurn(trx: Trx, oid: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`records of ${oid}`}, 0))`.execute(trx)
}

/** Lets what changes one person come beside others of its kind, and before or after what has its turn. */
export async function besideOthers(trx: Trx, oid: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`records of ${oid}`}, 0))`.execute(
    trx,
  )
}

/** Whether two records are of one person. */
export async function isSamePerson(trx: Trx, one: string, other: string): Promise<boolean> {
  if (one === other) return true
  const { rows } = await sql<{ same: boolean | null }>`
    SELECT ${standsFor(one)} = ${standsFor(other)} AS same`.execute(trx)
  return rows[0]?.same === true
}
