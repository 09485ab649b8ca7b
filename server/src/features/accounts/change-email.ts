import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound } from '../../http/refusal.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit, target } from '../audit/service.ts'
import { proveCode, requestCode, spendCode, type CodeFor } from '../codes/codes.ts'
import { emailChangedMail } from './mail-texts.ts'
import { refusingTaken } from './new-account.ts'
import { lockAccount } from '../credentials/credentials.ts'
import { findProfile, updateEmail, type Profile } from './profiles.ts'

const codeFor = (account: Profile, email: string): CodeFor => ({
  purpose: 'change-email',
  whose: account.uid,
  email,
})

async function known(ctx: Context, uid: string): Promise<Profile> {
  const account = await findProfile(ctx.db, uid)
  if (account === undefined) throw notFound()
  return account
}

/** Mails a code to the new address of an account. The caller has been authorised before. */
export async function askEmailOf(
  ctx: Context,
  { actor, ip, language }: Caller,
  uid: string,
  email: string,
): Promise<void> {
  const account = await known(ctx, uid)
  if (email.toLowerCase() === account.email.toLowerCase()) {
    throw invalid({ email: 'email_unchanged' })
  }
  const { account_type: accountType } = account
  const asked = { ...codeFor(account, email), accountType, language }
  await requestCode(ctx, asked, { who: actor.uid, ip })
}

/** Changes the address by its code, and mails a notice to the old one. */
export async function changeEmailOf(
  ctx: Context,
  { actor, ip }: Caller,
  uid: string,
  { email, code }: { email: string; code: string },
): Promise<void> {
  const account = await known(ctx, uid)
  const entry = {
    actor,
    ip,
    action: 'account.change-email' as const,
    ...target('account', account.uid, { oid: account.oid }),
  }
  const proof = await proveCode(ctx, codeFor(account, email), code, { who: actor.uid, ip }).catch(
    async (error: unknown) => {
      await audit(ctx.db, { ...entry, outcome: 'refused' })
      throw error
    },
  )
  const done = ctx.db.transaction().execute(async (trx) => {
    await spendCode(trx, proof)
    await lockAccount(trx, account.uid)
    const current = await findProfile(trx, account.uid)
    if (current === undefined) return
    await updateEmail(trx, current, email)
    await sendMail(ctx.queue, trx, emailChangedMail(current, email))
    await audit(trx, entry)
  })
  await refusingTaken({ username: 'username', email: 'email' }, done)
}
