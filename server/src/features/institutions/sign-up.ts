import { randomInt } from 'node:crypto'
import { ADMISSION_DOCUMENTS, type BodyOf, type registerOrganization } from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import { invalid } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { insertAccount, refusingTaken } from '../accounts/new-account.ts'
import { freeRefusedAddress } from '../accounts/of-institution.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { spendCode } from '../codes/codes.ts'
import { removeUploads } from '../files/unfiled.ts'
import { proveSignUp, type Visitor } from '../sign-up/service.ts'
import { audit, target } from '../audit/service.ts'
import { areaExists } from '../site/areas.ts'
import { tellOffice } from '../accounts/tell-office.ts'
import { copyDocuments } from './apply-again.ts'
import { insertDocuments } from './document-queries.ts'
import { takeDocuments } from './documents.ts'
import { insertInstitution } from './queries.ts'

/** The main account of an institution logs in by its address. It may choose another name later. */
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
  const { name, email, documents = [], kept_documents: again = [] } = given
  if (documents.length + again.length > ADMISSION_DOCUMENTS.perSignUp)
    throw invalid({ documents: 'documents_count' })
  const oid = uuid()
  const kept: string[] = []
  const signUp = async (trx: Trx, rows: Awaited<ReturnType<typeof takeDocuments>>) => {
    await spendCode(trx, proof)
    await freeRefusedAddress(trx, email, ctx.now())
    await insertInstitution(trx, oid, {
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
    await insertDocuments(trx, rows)
    await tellOffice(ctx, trx, 'reviews')
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
      ...target('institution', oid),
      detail: { documents: rows.length },
    })
  }
  try {
    const rows = [
      ...(await copyDocuments(ctx, { email, oid, given: again }, kept)),
      ...(await takeDocuments(ctx, { email, oid, given: documents, ip }, kept)),
    ]
    const done = ctx.db.transaction().execute((trx) => signUp(trx, rows))
    await refusingTaken({ username: 'email', email: 'email' }, done)
  } catch (error) {
    await ctx.files.remove(kept)
    throw error
  }
  await removeUploads(
    ctx,
    documents.map(({ key }) => key),
  )
}
