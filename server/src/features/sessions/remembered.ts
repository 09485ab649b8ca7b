import { ERROR, REMEMBERED_LOGIN_SECONDS } from '@mingmou/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { findAccount, type Account } from '../credentials/credentials.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { enter, type Entered } from './enter.ts'
import { recordingRefusal, type Client } from './sessions.ts'
import { endStepsOf } from './steps.ts'
import { hashSecret, newSecret } from './tokens.ts'

/** Keeps the name as typed and a device token for a day. Returns the token. */
export async function remember(
  ctx: Context,
  trx: Trx,
  account: Account,
  typed: { account: string; accountType: 1 | 2 },
): Promise<string> {
  const now = ctx.now()
  const { secret, hash } = newSecret()
  await trx.deleteFrom('remembered_logins').where('expires_at', '<=', now).execute()
  await trx
    .insertInto('remembered_logins')
    .values({
      hash,
      uid: account.uid,
      account_type: typed.accountType,
      account: typed.account,
      expires_at: new Date(now.getTime() + REMEMBERED_LOGIN_SECONDS * 1000),
    })
    .execute()
  return secret
}

export function findRemembered(ctx: Context, db: Db | Trx, type: 1 | 2, device: string) {
  return db
    .selectFrom('remembered_logins')
    .select(['uid', 'account'])
    .where('hash', '=', hashSecret(device))
    .where('account_type', '=', type)
    .where('expires_at', '>', ctx.now())
    .executeTakeFirst()
}

export async function logInRemembered(
  ctx: Context,
  type: 1 | 2,
  device: string,
  client: Client,
): Promise<Entered> {
  const remembered = await findRemembered(ctx, ctx.db, type, device)
  const account = remembered && (await findAccount(ctx.db, remembered.uid))
  const opening = ctx.db.transaction().execute(async (trx) => {
    // Checked again: it may have been forgotten just now.
    const still = await findRemembered(ctx, trx, type, device)
    if (account === undefined || still === undefined) {
      throw new Refusal(ERROR.wrongPassword, 'remembered_ended')
    }
    return enter(ctx, trx, account, client)
  })
  return recordingRefusal(ctx, account, client, opening)
}

/** After a login. One with the box left empty removes an earlier remembered login. */
export async function keepDevice(
  ctx: Context,
  cookie: DeviceCookie,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { accountType, remember }: { accountType: 1 | 2; remember?: boolean | undefined },
  device: string | null,
): Promise<void> {
  const old = cookie.read(request, accountType)
  if (remember !== undefined && old !== null) await forget(ctx, old)
  if (device !== null) cookie.set(reply, accountType, device)
  else if (remember === false) cookie.clear(reply, accountType)
}

export async function forget(ctx: Context, device: string): Promise<void> {
  await ctx.db.deleteFrom('remembered_logins').where('hash', '=', hashSecret(device)).execute()
}

/** Sign-ins that began with the old password end with the devices that remember it. */
export async function forgetAll(trx: Trx, uid: string): Promise<void> {
  await endStepsOf(trx, uid)
  await trx.deleteFrom('remembered_logins').where('uid', '=', uid).execute()
}
