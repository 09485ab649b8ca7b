import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { removeOld } from './queries.ts'

/** Removes rows of batches whose time is over, in every institution. */
export async function sweepBatches(ctx: Context): Promise<void> {
  const clinics = await ctx.db
    .selectFrom('institutions')
    .select('oid')
    .where('kind', '=', 'clinic')
    .execute()
  for (const { oid } of clinics) await withInstitution(ctx.db, oid, (trx) => removeOld(trx, oid))
}
