import type { BodyOf, DataOf, questionnaireInfo, setQuestionnaireInfo } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { audit } from '../audit/service.ts'
import { hashPassword } from '../credentials/passwords.ts'
import * as queries from './queries.ts'

type Info = DataOf<typeof questionnaireInfo>

/** The password is kept as a hash and never sent. */
export async function readAccount(ctx: Context): Promise<Info> {
  const row = await queries.findAccount(ctx.db)
  return {
    account: row?.account ?? null,
    password: null,
    set_at: row?.set_at.toISOString() ?? null,
  }
}

export async function setAccount(
  ctx: Context,
  { actor, ip }: Caller,
  { account, password }: BodyOf<typeof setQuestionnaireInfo>,
): Promise<Info> {
  const password_hash = await hashPassword(password)
  await ctx.db.transaction().execute(async (trx) => {
    await queries.keepAccount(trx, { account, password_hash, set_at: ctx.now() })
    await audit(trx, { actor, ip, action: 'questionnaire.set-account' })
  })
  return readAccount(ctx)
}
