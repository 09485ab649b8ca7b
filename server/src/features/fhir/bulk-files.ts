import type { Context } from '../../context.ts'
import { eachAlone, HOUR_MS, type Duty } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { deleteBulkBefore } from './bulk-queries.ts'

/** So long the files of an export are there, from when it was asked for. */
export const BULK_MS = 24 * HOUR_MS

const folderOf = (oid: string, export_id: string) => `fhir-exports/${oid}/${export_id}/`
export const bulkKey = (oid: string, export_id: string, type: string) =>
  `${folderOf(oid, export_id)}${type}.ndjson`

/** Removes the files of exports, those of a worker that was killed too. */
export async function removeBulkFiles(
  ctx: Context,
  oid: string,
  exports: readonly string[],
): Promise<void> {
  for (const export_id of exports) {
    const keys: string[] = []
    for await (const { key } of ctx.files.list(folderOf(oid, export_id))) keys.push(key)
    await ctx.files.remove(keys)
  }
}

async function sweepBulk(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - BULK_MS)
  const clinics = await ctx.db
    .selectFrom('institutions')
    .select('oid')
    .where('kind', '=', 'clinic')
    .execute()
  const left: string[] = []
  for await (const { key, modified } of ctx.files.list('fhir-exports/'))
    if (modified <= before) left.push(key)
  await ctx.files.remove(left)
  await eachAlone(ctx, clinics, async ({ oid }) => {
    const over = await withInstitution(ctx.db, oid, (trx) => deleteBulkBefore(trx, oid, before))
    await removeBulkFiles(ctx, oid, over)
  })
}

export const bulkDuties: readonly Duty[] = [
  { name: 'FHIR exports that are over', everyMs: HOUR_MS, run: sweepBulk },
]
