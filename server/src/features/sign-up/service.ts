import { invalid } from '../../http/refusal.ts'
import type { BodyOf, Language, registerUser } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { audit, target } from '../audit/service.ts'
import { addTenant } from '../tenants/tenants.ts'
import { proveCode, spendCode, type Asker, type CodeFor, type Proof } from '../codes/codes.ts'
import { refuseGuessable } from '../credentials/guessable.ts'
import { insertAccount, refusingTaken } from '../accounts/new-account.ts'
import { hashPassword } from '../credentials/passwords.ts'

/** A visitor without an account. */
export interface Visitor extends Asker {
  language: Language
}

/** The checks that both kinds of sign-up share. */
export async function proveSignUp(
  ctx: Context,
  type: 1 | 2,
  given: { email: string; userName?: string; code: string; password1: string; password2: string },
  asker: Asker,
): Promise<Proof> {
  if (given.password1 !== given.password2) throw invalid({ password2: 'password_mismatch' })
  refuseGuessable(ctx, 'password1', given.password1, [given.email, given.userName ?? ''])
  return proveSignUpCode(ctx, type, given, asker)
}

/** A wrong code is recorded. */
export async function proveSignUpCode(
  ctx: Context,
  type: 1 | 2,
  given: { email: string; code: string },
  asker: Asker,
): Promise<Proof> {
  const what: CodeFor = { purpose: 'sign-up', whose: String(type), email: given.email }
  try {
    return await proveCode(ctx, what, given.code, asker)
  } catch (error) {
    const { ip } = asker
    await audit(ctx.db, { actor: null, ip, action: 'account.sign-up', outcome: 'refused' })
    throw error
  }
}

/**
 * Signs up a trial user, who may log in at once. A taken name does not spend the code, so another
 * one may be tried.
 */
export async function signUpUser(
  ctx: Context,
  given: BodyOf<typeof registerUser>,
  visitor: Visitor,
): Promise<void> {
  const { ip, language } = visitor
  const proof = await proveSignUp(ctx, 1, given, visitor)
  const password_hash = await hashPassword(given.password1)
  const done = ctx.db.transaction().execute(async (trx) => {
    await spendCode(trx, proof)
    const uid = await insertAccount(trx, {
      oid: null,
      role: '5',
      username: given.userName,
      name: given.userName,
      email: given.email,
      password_hash,
      first_login: false,
      language,
    })
    await addTenant(trx, uid)
    await audit(trx, {
      actor: { uid, role: '5', oid: null },
      ip,
      action: 'account.sign-up',
      ...target('account', uid),
    })
  })
  await refusingTaken({ username: 'userName', email: 'email' }, done)
}
