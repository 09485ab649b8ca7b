import { HL7 } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { eachAlone, HOUR_MS, type Duty } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { deleteSettled } from './queries.ts'

const DAY_MS = 24 * HOUR_MS

/** A message is kept for a while after it was taken in or settled; one that waits stays. */
export async function forgetMessages(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - HL7.keptDays * DAY_MS)
  const institutions = await ctx.db.selectFrom('institutions').select('oid').execute()
  await eachAlone(ctx, institutions, ({ oid }) =>
    withInstitution(ctx.db, oid, (trx) => deleteSettled(trx, oid, before)),
  )
}

export const hl7Duties: readonly Duty[] = [
  { name: 'old HL7 messages', everyMs: DAY_MS, run: forgetMessages },
]
