import { WEBHOOKS } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { eachAlone, HOUR_MS, type Duty } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { deleteOld } from './queries.ts'

const DAY_MS = 24 * HOUR_MS

/** What was told is kept for a while; what waits stays. */
async function forgetOld(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - WEBHOOKS.keptDays * DAY_MS)
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  await eachAlone(ctx, institutions, ({ oid }) =>
    withInstitution(ctx.db, oid, (trx) => deleteOld(trx, oid, before)),
  )
}

export const webhookDuties: readonly Duty[] = [
  { name: 'old events of webhooks', everyMs: DAY_MS, run: forgetOld },
]
