import { Readable } from 'node:stream'
import { ARCHIVE_DICOM_PATH, fieldMessages, Id, STATUS } from '@mingmou/contract'
import { Zip, ZipPassThrough } from 'fflate'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import type { App } from '../../http/mount.ts'
import { Denied, invalid, notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { part10 } from '../../platform/dicom/part10.ts'
import { attachment } from '../../platform/files/files.ts'
import { admitRead, signedQuery } from '../../platform/files/signing.ts'
import { audit, target } from '../audit/service.ts'
import { openArchived, type Archived } from './archived.ts'
import { pictureFile } from './documents.ts'
import { findArchived } from './queries.ts'

const Query = z.strictObject({ oid: Id, rid: Id, expires: z.string(), signature: z.string() })

const signedAs = (oid: string, rid: string) => `dicom/${oid}/${rid}`

/** The address of the ZIP, for as long as a photograph may be seen. */
export async function dicomAddress(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  rid: string,
): Promise<{ url: string }> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const found = await findArchived(trx, oid, rid)
    if (!found) throw notFound()
    const about = target('archive', rid, { pid: found.person.pid })
    const detail = { images: found.pictures.length }
    await audit(trx, { actor, ip, action: 'archive.dicom', ...about, detail })
  })
  const signed = signedQuery(ctx.keys.url, signedAs(oid, rid), ctx.now())
  return { url: `${ARCHIVE_DICOM_PATH}?${new URLSearchParams({ oid, rid }).toString()}&${signed}` }
}

/** Streams the ZIP: memory holds one photograph at a time. */
export function archiveFileRoute(app: App, ctx: Context): void {
  app.get(ARCHIVE_DICOM_PATH, async (request, reply) => {
    const query = Query.safeParse(request.query, { reportInput: true })
    if (!query.success) throw invalid(fieldMessages(query.error.issues))
    const { oid, rid, ...signed } = query.data
    if (admitRead(ctx.keys.url, signedAs(oid, rid), signed, ctx.now()) === null)
      throw new Denied(STATUS.noSuchPath)
    const found = await openArchived(ctx, oid, rid)
    if (!found) throw new Denied(STATUS.noSuchPath)
    return reply
      .header('content-type', 'application/zip')
      .header(
        'content-disposition',
        attachment(`DICOM-${found.person.number}-${rid.slice(-8)}.zip`),
      )
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(Readable.from(zipOf(ctx, found)))
  })
}

async function* zipOf(ctx: Context, { person, pictures, eyes }: Archived): AsyncGenerator<Buffer> {
  const made: Buffer[] = []
  const zip = new Zip((error, data) => {
    if (error) throw error
    made.push(Buffer.from(data))
  })
  for (const picture of pictures) {
    const { image_index } = picture
    const file = await pictureFile(ctx, person, picture, eyes.get(image_index) ?? null)
    const entry = new ZipPassThrough(`IM${String(image_index + 1).padStart(4, '0')}.dcm`)
    zip.add(entry)
    entry.push(part10(file), true)
    yield* made.splice(0)
  }
  zip.end()
  yield* made.splice(0)
}
