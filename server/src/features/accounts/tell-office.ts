import { ADMIN_ROLES, type EventData } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'

/** Tells the pages of the platform's administrators that one of their lists has changed. */
export async function tellOffice(
  ctx: Context,
  trx: Trx,
  list: EventData<'office'>['list'],
): Promise<void> {
  const office = await trx
    .selectFrom('accounts')
    .select('uid')
    .where('role', 'in', [...ADMIN_ROLES])
    .where('deleted_at', 'is', null)
    .execute()
  for (const { uid } of office) await ctx.events.send(trx, { uid }, 'office', { list })
}
