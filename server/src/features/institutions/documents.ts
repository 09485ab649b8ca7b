import { createHash } from 'node:crypto'
import {
  ADMISSION_DOCUMENTS,
  ERROR,
  type AdmissionDocument,
  type BodyOf,
  type DataOf,
  type GivenDocument,
  type sendDocumentForms,
} from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { FileMissing, FileTooLarge } from '../../platform/files/files.ts'
import { networkOf } from '../../platform/networks.ts'
import { decoding } from '../files/open-upload.ts'
import type { Asker } from '../codes/codes.ts'
import { countAhead } from '../files/service.ts'
import { proveSignUpCode } from '../sign-up/service.ts'
import { countTry } from '../sessions/throttle.ts'
import { audit, target } from '../audit/service.ts'
import { documentName, keptDocument, refused } from './document-content.ts'
import { findDocument, findDocuments, type DocumentRow } from './document-queries.ts'

/** The folders of the uploads for an address until its sign-up, one for each file. */
function places(email: string): string[] {
  const whose = createHash('sha256').update(`admission ${email.toLowerCase()}`).digest('hex')
  return Array.from(
    { length: ADMISSION_DOCUMENTS.perAddress },
    (_, place) => `uploads/admission/${whose}/${place}`,
  )
}

/**
 * Upload forms for the holder of a sign-up code. An address has this many places a day, each for
 * one file. Files that no sign-up uses are swept after a day, like any upload.
 */
export async function makeDocumentForms(
  ctx: Context,
  { email, code, count }: BodyOf<typeof sendDocumentForms>,
  asker: Asker,
): Promise<DataOf<typeof sendDocumentForms>> {
  await countTry(ctx, `documents ${networkOf(asker.ip)}`, ADMISSION_DOCUMENTS.asks)
  await proveSignUpCode(ctx, 2, { email, code }, asker)
  const free: string[] = []
  for (const key of places(email)) {
    if (free.length < count && (await ctx.files.stat(key)) === null) free.push(key)
  }
  if (free.length < count) throw new Refusal(ERROR.limitReached, 'documents_used_up')
  const max_bytes = ADMISSION_DOCUMENTS.maxBytes
  const terms = { maxBytes: max_bytes, session: null }
  await countAhead(ctx, null, free, max_bytes)
  const made = await Promise.all(
    free.map(async (key) => ({ key, ...(await ctx.files.uploadForm(key, terms)) })),
  )
  return {
    forms: made.map(({ url, fields, key }) => ({ url, fields, key })),
    max_bytes,
    expires_at: (made[0]?.expires_at ?? ctx.now()).toISOString(),
  }
}

/**
 * Checks the uploads of an address and keeps them for its institution. `kept` is called for each
 * file at once.
 */
export async function takeDocuments(
  ctx: Context,
  {
    email,
    oid,
    given,
    ip,
  }: { email: string; oid: string; given: readonly GivenDocument[]; ip: string },
  kept: string[],
): Promise<Omit<DocumentRow, 'created_at'>[]> {
  const mine = new Set(places(email))
  const rows: Omit<DocumentRow, 'created_at'>[] = []
  for (const { key, kind, name } of given) {
    // Each place is used once.
    if (!mine.delete(key)) throw invalid({ documents: 'not_allowed' })
    const { bytes, type, extension } = await decoding({ actor: null, ip }, async () =>
      keptDocument(await read(ctx, key, name), name),
    )
    const document_id = uuid()
    const file_key = `documents/${oid}/${document_id}.${extension}`
    kept.push(file_key)
    await ctx.files.put(file_key, bytes, type, 'spare')
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const kept_name = documentName(name, extension)
    rows.push({
      document_id,
      oid,
      kind,
      name: kept_name,
      file_key,
      type,
      size: bytes.length,
      sha256,
    })
  }
  return rows
}

async function read(ctx: Context, key: string, name: string): Promise<Buffer> {
  const found = await ctx.files.stat(key)
  if (found === null) throw refused('image_missing', name)
  if (found.size > ADMISSION_DOCUMENTS.maxBytes) throw refused('document_too_large', name)
  return ctx.files.read(key, ADMISSION_DOCUMENTS.maxBytes).catch((error: unknown) => {
    if (error instanceof FileTooLarge) throw refused('document_too_large', name)
    throw error instanceof FileMissing ? refused('image_missing', name) : error
  })
}

/** Every field is named: a new column stays private until it stands here. */
export async function documentsOf(ctx: Context, oid: string): Promise<AdmissionDocument[]> {
  const rows = await findDocuments(ctx.db, oid)
  return rows.map(({ document_id, kind, name, type, size }) => ({
    document_id,
    kind,
    name,
    type,
    size,
  }))
}

export async function openDocument(
  ctx: Context,
  caller: Caller,
  document_id: string,
): Promise<{ url: string }> {
  const row = await findDocument(ctx.db, document_id)
  if (row === undefined) throw notFound()
  const detail = { document: document_id, kind: row.kind }
  const action = 'institution.open-document'
  await audit(ctx.db, {
    ...caller,
    action,
    ...target('institution', row.oid),
    detail,
  })
  const saveAs = documentName(row.name, row.file_key.slice(row.file_key.lastIndexOf('.') + 1))
  return { url: await ctx.files.signedUrl(row.file_key, { saveAs }) }
}
