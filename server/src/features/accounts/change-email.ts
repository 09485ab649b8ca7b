import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound } from '../../http/refusal.ts'
import { audit, target } from '../audit/service.ts'
import { proveCode, requestCode, spendCode, type CodeFor } from '../codes/codes.ts'
import { answerOf, openWay, type Answer } from './changes.ts'
import { refusingTaken } from './new-account.ts'
import { lockAccount } from '../credentials/credentials.ts'
import { findProfile, type Profile } from './profiles.ts'

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
  await requestCode(ctx, asked, { who: actor.uid, ip }, actor)
}

/** Changes the address by its code, at once or when its owner had time to refuse. The old one gets a mail. */
export async function changeEmailOf(
  ctx: Context,
  caller: Caller,
  uid: string,
  { email, code }: { email: string; code: string },
): Promise<Answer> {
  const { actor, ip } = caller
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
    if (current === undefined) return null
    const due = await openWay(ctx, trx, caller, current, { kind: 'email', email })
    if (due === null) await audit(trx, entry)
    return due
  })
  return answerOf(await refusingTaken({ username: 'username', email: 'email' }, done))
}
