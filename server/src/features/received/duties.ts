import type { Context } from '../../context.ts'
import { eachAlone, MINUTE_MS, type Duty } from '../../duty.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { sweptHourly } from '../files/sweep.ts'
import { fileProven } from './file-proven.ts'
import { documentOf } from './keys.ts'
import { findKeys, findWaitingDevices } from './queries.ts'

/** What waits is looked at again: its patient may have been registered since, and its device has fallen silent. */
export async function fileLater(ctx: Context): Promise<void> {
  const clinics = await ctx.db
    .selectFrom('institutions')
    .select('oid')
    .where('kind', '=', 'clinic')
    .where('deleted_at', 'is', null)
    .execute()
  await eachAlone(ctx, clinics, async ({ oid }) => {
    const waiting = await withInstitution(ctx.db, oid, (trx) => findWaitingDevices(trx, oid))
    await eachAlone(ctx, [...waiting.keys()], (device_id) =>
      fileProven(ctx, oid, device_id, { quiet: true }),
    )
  })
}

export const receivedDuties: readonly Duty[] = [
  {
    name: 'files of devices that wait',
    everyMs: MINUTE_MS,
    run: fileLater,
  },
  sweptHourly('received/', async (ctx, oid, received_id) => {
    const keys = await withInstitution(ctx.db, oid, (trx) => findKeys(trx, oid, received_id))
    return keys.flatMap((key) => [key, documentOf(key)])
  }),
]
