import type { Context } from '../../context.ts'
import { eachAlone } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { fillNames } from './queries.ts'

/** In one transaction: few enough that a clinician who changes one of them does not wait. */
const AT_ONCE = 500

/** Derives what searches need of patients who were kept before it was asked for. */
export async function fillPatients(ctx: Context): Promise<void> {
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  await eachAlone(ctx, institutions, async ({ oid }) => {
    let found = AT_ONCE
    while (found === AT_ONCE)
      found = await withInstitution(ctx.db, oid, (trx) => fillNames(trx, oid, AT_ONCE))
  })
}
