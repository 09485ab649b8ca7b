import { createHash } from 'node:crypto'
import { ERROR, message, type KeptDocument, type RefusedApplication } from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import { FileMissing } from '../../platform/files/files.ts'
import { findOfRefused, type DocumentRow } from './document-queries.ts'
import { documentsOf } from './documents.ts'
import { findInstitution } from './queries.ts'

/** The refusal of a login with what helps its account on: an applicant that was refused can apply again. */
export const explainRefusal =
  (ctx: Context) =>
  async (error: unknown, { oid }: { oid: string | null }): Promise<unknown> =>
    oid !== null && error instanceof Refusal && error.message === 'institution_refused'
      ? await toApplyAgain(ctx, oid)
      : error

/** Says why a sign-up was refused, and what it held. */
async function toApplyAgain(ctx: Context, oid: string): Promise<Refusal> {
  const row = await findInstitution(ctx.db, oid)
  if (row === undefined) return new Refusal(ERROR.banned, 'institution_refused')
  const { name, describes, email, address, review_msg } = row
  const application: RefusedApplication['application'] = {
    name,
    shortName: row.short_name,
    describes,
    email,
    address,
    contactName: row.contact,
    contactPhone: row.phone,
    areaId: row.area_id,
  }
  const data: RefusedApplication = {
    application,
    review_msg,
    documents: await documentsOf(ctx, oid),
  }
  const why = review_msg === '' ? 'institution_refused' : 'institution_refused_why'
  return new Refusal(ERROR.applicationRefused, message(why, review_msg), { ...data })
}

/**
 * Copies documents of the refused sign-up of an address for its next one. Those of the refused one are deleted as
 * they would have been.
 */
export async function copyDocuments(
  ctx: Context,
  { email, oid, given }: { email: string; oid: string; given: readonly KeptDocument[] },
  kept: string[],
): Promise<Omit<DocumentRow, 'created_at'>[]> {
  const rows: Omit<DocumentRow, 'created_at'>[] = []
  const there = await findOfRefused(ctx.db, email)
  for (const { document_id, kind } of given) {
    const old = there.find((row) => row.document_id === document_id)
    if (old === undefined) throw gone()
    const bytes = await ctx.files.read(old.file_key).catch((error: unknown) => {
      throw error instanceof FileMissing ? gone() : error
    })
    const copy = uuid()
    const file_key = `documents/${oid}/${copy}.${old.file_key.split('.').pop() ?? ''}`
    kept.push(file_key)
    await ctx.files.put(file_key, bytes, old.type, 'spare')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { name, type, size } = old
    rows.push({ document_id: copy, oid, kind, name, file_key, type, size, sha256 })
  }
  return rows
}

const gone = () => invalid({ documents: 'documents_gone' })
