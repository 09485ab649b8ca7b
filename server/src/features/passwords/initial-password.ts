import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import { turnOf, type Waiter } from '../../http/turns.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { openMailer } from '../../platform/mail/open.ts'
import { initialPasswordJob, type InitialPassword } from './initial-password.job.ts'
import { initialPasswordMail } from './mail-texts.ts'
import { generatedPassword, hashPassword } from '../credentials/passwords.ts'

/** The hash of a password that nobody knows. It stands until the worker mails the initial one. */
export const noPassword = () => hashPassword(uuid())

/** Asks for an initial password. An older request that is still open is dropped. */
export async function requestInitialPassword(
  ctx: Context,
  trx: Trx,
  uid: string,
  by: Waiter,
): Promise<void> {
  const request = uuid()
  await trx
    .updateTable('accounts')
    .set({ initial_request: request, first_login: true })
    .where('uid', '=', uid)
    .execute()
  const turn = { ...turnOf(by), batch: false }
  await ctx.queue.send(trx, initialPasswordJob, { uid, request }, turn)
}

export function handleInitialPassword(ctx: Context): Handler<InitialPassword> {
  const mailer = openMailer(ctx.config)
  return async ({ data, id, attempt }) => {
    const password = generatedPassword()
    const account = await ctx.db
      .updateTable('accounts')
      .set({ password_hash: await hashPassword(password) })
      .where('uid', '=', data.uid)
      // Does nothing after the owner has chosen a password, or after a later request.
      .where('initial_request', '=', data.request)
      .where('deleted_at', 'is', null)
      .returning(['email', 'language', 'username'])
      .executeTakeFirst()
    if (account === undefined) return
    const mail = initialPasswordMail(account, password, ctx.config.publicUrl)
    // Every try carries another password, so a mail program must treat it as another mail.
    await mailer.deliver(mail, `${id}-${attempt}`)
  }
}

export function giveUpInitialPassword(ctx: Context): GiveUp<InitialPassword> {
  return ({ uid }) => {
    ctx.log.error({ uid }, 'an initial password could not be mailed for a day')
    return Promise.resolve()
  }
}
