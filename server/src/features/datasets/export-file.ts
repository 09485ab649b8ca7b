import { EXPORT_FILE_PATH, fieldMessages, STATUS } from '@mingmou/contract'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { App } from '../../http/mount.ts'
import { Denied, invalid } from '../../http/refusal.ts'
import { attachment } from '../../platform/files/files.ts'
import { admitRead, signedQuery } from '../../platform/files/signing.ts'
import { findDone } from './export-queries.ts'
import { endBroken } from './whole.ts'

const Query = z.strictObject({ export: z.guid(), expires: z.string(), signature: z.string() })

const signedAs = (export_id: string) => `export/${export_id}`

/** An address of this server, also before an object store, which would not ask whether it is still open. */
export function exportUrl(ctx: Context, export_id: string): string {
  const signed = signedQuery(ctx.keys.url, signedAs(export_id), ctx.now())
  return `${EXPORT_FILE_PATH}?${new URLSearchParams({ export: export_id }).toString()}&${signed}`
}

/** Streams a ZIP for as long as each photograph in it may be seen. */
export function exportFileRoute(app: App, ctx: Context): void {
  app.get(EXPORT_FILE_PATH, async (request, reply) => {
    const query = Query.safeParse(request.query, { reportInput: true })
    if (!query.success) throw invalid(fieldMessages(query.error.issues))
    const { export: export_id, ...signed } = query.data
    if (admitRead(ctx.keys.url, signedAs(export_id), signed, ctx.now()) === null)
      throw new Denied(STATUS.noSuchPath)
    await endBroken(ctx, { export_id })
    const [made] = await findDone(ctx.db, { export_id })
    if (!made) throw new Denied(STATUS.noSuchPath)
    const name = `${made.dataset}-${made.created_at.toISOString().slice(0, 10)}.zip`
    return reply
      .header('content-type', 'application/zip')
      .header('content-length', Number(made.bytes))
      .header('content-disposition', attachment(name))
      .header('cache-control', 'private, no-store')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(await ctx.files.open(made.file_key))
  })
}
