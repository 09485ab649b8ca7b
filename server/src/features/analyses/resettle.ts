import type { Context } from '../../context.ts'
import { eachAlone } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findUnsettled } from '../datasets/facts.ts'
import { settleFacts } from './settle.ts'
import { rankSitting } from './urgency.ts'

/** In one transaction: few enough that a clinician who corrects one of them does not wait. */
const AT_ONCE = 20

/**
 * Ranks and words anew the sittings that were settled by earlier rules. An image of a sitting whose analysis is gone
 * is left as it is.
 */
export async function resettle(ctx: Context): Promise<void> {
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  await eachAlone(ctx, institutions, async ({ oid }) => {
    let after: string | null = null
    do {
      after = await withInstitution(ctx.db, oid, async (trx) => {
        const sittings = await findUnsettled(trx, oid, after, AT_ONCE)
        for (const sitting of sittings) {
          await rankSitting(trx, oid, sitting.rid)
          await settleFacts(trx, { oid, ...sitting })
        }
        return sittings.length < AT_ONCE ? null : (sittings.at(-1)?.rid ?? null)
      })
    } while (after !== null)
  })
}
