import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf, type Page } from '../../platform/database/page.ts'
import { standsFor } from '../../platform/database/person.ts'

interface ErasableRow {
  pid: string
  name: string
  ad_card_number: string
  deleted_at: Date
  last_day: string
  sittings: number
  reports: number
  asked_by: string | null
  asked_name: string | null
  asked_at: Date | null
}

/** Years after the last visit; null: the institution erases nobody. */
export async function findYears(trx: Trx, oid: string): Promise<number | null> {
  const { erasure_years } = await trx
    .selectFrom('institutions')
    .select('erasure_years')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return erasure_years
}

/** Persons of whom every record is deleted and past its time: first those that wait for somebody. */
export function findErasable(
  trx: Trx,
  oid: string,
  years: number,
  page: { page: number; size: number },
): Promise<Page<ErasableRow>> {
  const countOf = (table: 'archives' | 'reports') =>
    sql<number>`(SELECT count(*)::int FROM ${sql.table(table)} AS filed WHERE filed.pid IN
      (SELECT record.pid FROM patients AS record WHERE record.person = patients.pid))`
  const query = trx
    .selectFrom('patients')
    .leftJoin('erasures', (join) =>
      join
        .onRef('erasures.pid', '=', 'patients.pid')
        .on('erasures.withdrawn_at', 'is', null)
        .on('erasures.confirmed_at', 'is', null),
    )
    .leftJoin('accounts', 'accounts.uid', 'erasures.asked_by')
    .select(['patients.pid', 'patients.name', 'patients.ad_card_number', 'patients.created_at'])
    .select(['erasures.asked_by', 'accounts.name as asked_name', 'erasures.asked_at'])
    .select([
      sql<Date>`patients.deleted_at`.as('deleted_at'),
      sql<string>`last_day_of(patients.pid)`.as('last_day'),
      countOf('archives').as('sittings'),
      countOf('reports').as('reports'),
    ])
    .where('patients.oid', '=', oid)
    .where('patients.deleted_at', 'is not', null)
    .where('patients.merged_into', 'is', null)
    // By an index: nothing is recorded of a person before the record is made.
    .where('patients.created_at', '<', sql<Date>`now() - make_interval(years => ${years - 1}::int)`)
    .where(sql<boolean>`erasable(patients.pid, ${years}::int)`)
  return pageOf(trx, query, sql`asked_at NULLS LAST, created_at, pid`, page)
}

/** The record that stands for a deleted patient, and whether it may be erased. */
export async function findDeleted(
  trx: Trx,
  oid: string,
  pid: string,
): Promise<{ pid: string; erasable: boolean } | undefined> {
  return trx
    .selectFrom('patients')
    .select([
      'pid',
      sql<boolean>`erasable(pid, (SELECT erasure_years FROM institutions WHERE oid = ${oid}))`.as(
        'erasable',
      ),
    ])
    .where('oid', '=', oid)
    .where('pid', '=', standsFor(pid))
    .executeTakeFirst()
}

/** False where a request waits already. */
export async function insertErasure(
  trx: Trx,
  { pid, oid, asked_by }: { pid: string; oid: string; asked_by: string },
): Promise<boolean> {
  const inserted = await trx
    .insertInto('erasures')
    .values({ erasure_id: newId(), pid, oid, asked_by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('erasure_id')
    .execute()
  return inserted.length > 0
}

/** The request that waits, held until the transaction ends: of two who end it one comes too late. */
export function holdErasure(
  trx: Trx,
  oid: string,
  pid: string,
): Promise<{ erasure_id: string; asked_by: string } | undefined> {
  return trx
    .selectFrom('erasures')
    .select(['erasure_id', 'asked_by'])
    .where('oid', '=', oid)
    .where('pid', '=', pid)
    .where('withdrawn_at', 'is', null)
    .where('confirmed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function setWithdrawn(
  trx: Trx,
  oid: string,
  erasure_id: string,
  by: { withdrawn_by: string; withdrawn_at: Date },
): Promise<void> {
  await trx
    .updateTable('erasures')
    .set(by)
    .where('oid', '=', oid)
    .where('erasure_id', '=', erasure_id)
    .execute()
}

interface Erased {
  records: number
  sittings: number
  images: number
  reports: number
}

/** Removes every row of the person. The database checks time, request and persons once more. */
export async function eraseRows(
  trx: Trx,
  erasure_id: string,
  confirmer: string,
  seals: readonly { report_id: string; sha256: string }[],
): Promise<Erased> {
  const hashes = Object.fromEntries(seals.map(({ report_id, sha256 }) => [report_id, sha256]))
  const { rows } = await sql<{ erased: Erased }>`
    SELECT erase_patient(${erasure_id}, ${confirmer}, ${JSON.stringify(hashes)}::jsonb) AS erased`.execute(
    trx,
  )
  const [row] = rows
  if (row === undefined) throw new Error('erase_patient answered nothing')
  return row.erased
}
