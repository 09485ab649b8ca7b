import { randomInt } from 'node:crypto'
import type { BodyOf, registerOrganization } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { invalid } from '../../http/refusal.ts'
import { insertAccount, refusingTaken } from '../accounts/new-account.ts'
import { hashPassword } from '../accounts/passwords.ts'
import { spendCode } from '../accounts/codes.ts'
import { proveSignUp, type Visitor } from '../accounts/sign-up.ts'
import { freeRefusedAddress } from '../accounts/service.ts'
import { audit } from '../audit/service.ts'
import { areaExists } from '../site/areas.ts'
import { insertInstitution } from './queries.ts'

/** The main account of an institution logs in by its address; it may give itself another name later. */
export function generatedUsername(): string {
  return `org${String(randomInt(1e10)).padStart(10, '0')}`
}

/** An institution that waits for its review, with its main account. */
export async function signUpOrganization(
  ctx: Context,
  given: BodyOf<typeof registerOrganization>,
  visitor: Visitor,
): Promise<void> {
  const { ip, language } = visitor
  if (!areaExists(given.areaId)) throw invalid({ areaId: 'area_unknown' })
  const proof = await proveSignUp(ctx, 2, given, visitor)
  const password_hash = await hashPassword(given.password1)
  const { name, email } = given
  const done = ctx.db.transaction().execute(async (trx) => {
    await spendCode(trx, proof)
    await freeRefusedAddress(trx, email, ctx.now())
    const oid = await insertInstitution(trx, {
      name,
      short_name: given.shortName,
      describes: given.describes,
      contact: given.contactName,
      phone: given.contactPhone,
      email,
      area_id: given.areaId,
      address: given.address,
      join_type: 1,
      review_status: 0,
    })
    const uid = await insertAccount(trx, {
      oid,
      role: '3',
      username: generatedUsername(),
      name: given.contactName,
      email,
      phone: given.contactPhone,
      password_hash,
      first_login: true,
      language,
    })
    await audit(trx, {
      actor: { uid, role: '3', oid },
      ip,
      action: 'institution.sign-up',
      target_type: 'institution',
      target_id: oid,
      outcome: 'success',
    })
  })
  await refusingTaken({ username: 'email', email: 'email' }, done)
}
