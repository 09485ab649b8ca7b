import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { FhirExports } from '../../platform/database/tables/fhir-export.ts'

export type BulkRow = Selectable<FhirExports>

const OPEN = ['queued', 'running'] as const

/** Of two that are asked for at once the second waits, and counts the first. */
export async function countBulk(
  trx: Trx,
  oid: string,
): Promise<{ open: number; kept: number; bytes: number }> {
  await sql`select pg_advisory_xact_lock(hashtext(${`fhir exports ${oid}`}))`.execute(trx)
  const { open, kept, bytes } = await trx
    .selectFrom('fhir_exports')
    .where('oid', '=', oid)
    .where('state', '<>', 'failed')
    .select([
      sql<number>`count(*) filter (where state <> 'done')::int`.as('open'),
      sql<number>`count(*)::int`.as('kept'),
      sql<string>`coalesce(sum(bytes), 0)`.as('bytes'),
    ])
    .executeTakeFirstOrThrow()
  return { open, kept, bytes: Number(bytes) }
}

export async function insertBulk(trx: Trx, row: Insertable<FhirExports>): Promise<void> {
  await trx.insertInto('fhir_exports').values(row).execute()
}

/** One that this client asked for. */
export const findBulk = (
  trx: Trx,
  oid: string,
  wanted: { export_id: string; client_id: string },
): Promise<BulkRow | undefined> =>
  trx
    .selectFrom('fhir_exports')
    .selectAll()
    .where('oid', '=', oid)
    .where('export_id', '=', wanted.export_id)
    .where('client_id', '=', wanted.client_id)
    .executeTakeFirst()

/** Undefined where it was deleted, or has ended. */
export const updateOpen = (
  trx: Trx,
  oid: string,
  export_id: string,
  changed: Updateable<FhirExports>,
): Promise<BulkRow | undefined> =>
  trx
    .updateTable('fhir_exports')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('export_id', '=', export_id)
    .where('state', 'in', [...OPEN])
    .returningAll()
    .executeTakeFirst()

export async function deleteBulk(trx: Trx, oid: string, export_id: string): Promise<void> {
  await trx
    .deleteFrom('fhir_exports')
    .where('oid', '=', oid)
    .where('export_id', '=', export_id)
    .execute()
}

/** Those whose time is over. */
export async function deleteBulkBefore(trx: Trx, oid: string, before: Date): Promise<string[]> {
  const rows = await trx
    .deleteFrom('fhir_exports')
    .where('oid', '=', oid)
    .where('created_at', '<=', before)
    .returning('export_id')
    .execute()
  return rows.map(({ export_id }) => export_id)
}
