import { STATUS } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { forgetAll } from './remembered.ts'
import { endLiveSession } from './session-queries.ts'

/** Ends everything an account is logged in with, save a session to be kept: sessions, sockets, remembered logins. */
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
