import { STATUS } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { forgetAll } from './remembered.ts'
import { endLiveSession } from './queries.ts'

/** Ends all sessions, sockets and remembered logins of an account. One session may be kept. */
export async function endSessionsOf(
  ctx: Context,
  trx: Trx,
  uid: string,
  keep?: string,
): Promise<void> {
  await forgetAll(trx, uid)
  const end = { reason: 'revoked', now: ctx.now(), ...(keep !== undefined && { keep }) } as const
  const ended = await endLiveSession(trx, uid, end)
  if (ended !== null) await ctx.events.disconnect(trx, ended, STATUS.sessionRevoked)
}

/** Ends every session, socket and remembered login of an institution. */
export async function endSessionsOfInstitution(ctx: Context, trx: Trx, oid: string): Promise<void> {
  const accounts = trx.selectFrom('accounts').select('uid').where('oid', '=', oid)
  await trx.deleteFrom('remembered_logins').where('uid', 'in', accounts).execute()
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: ctx.now(), end_reason: 'revoked' })
    .where('uid', 'in', accounts)
    .where('ended_at', 'is', null)
    .returning('sid')
    .execute()
  for (const { sid } of ended) await ctx.events.disconnect(trx, sid, STATUS.sessionRevoked)
}
