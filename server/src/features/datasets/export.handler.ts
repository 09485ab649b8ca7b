import { Readable } from 'node:stream'
import { DATASETS, message, text, type Language } from '@mingmou/contract'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { StorageFull } from '../../platform/files/files.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { readMe, sheet } from './export-texts.ts'
import type { exportJob } from './export.job.ts'
import { megabytes } from '../institutions/quota.ts'
import { claimExport, takeBytes, updateExport } from './export-queries.ts'
import { isWhole } from './whole.ts'
import {
  findImagesAfter,
  type DatasetRow,
  type Filters,
  type Place,
  type Scope,
} from './queries.ts'
import { within } from './service.ts'

type Data = (typeof exportJob)['data']['_output']

const AT_ONCE = 100
const TELL_EVERY = 20

class Removed extends Error {}

/** There is no use in another try. The message is told to the account. */
class Hopeless extends Error {}

/** Writes the ZIP as it reads the photographs, so that memory holds one of them at a time. */
export function handleExport(ctx: Context): Handler<Data> {
  return async ({ data: { export_id }, signal }) => {
    const claimed = await claimExport(ctx.db, export_id)
    if (!claimed) return
    const scope = { dataset: claimed.dataset, oid: claimed.oid }
    const file_key = `exports/${export_id}/${newId()}.zip`
    const tell = async (done: number, change: Change = {}) => {
      signal.throwIfAborted()
      if (!(await update(ctx, export_id, { done, ...change }))) throw new Removed()
    }
    try {
      // One that an earlier program queued says what it wants by filters.
      const wanted = claimed.images === null ? claimed.asked : { images: claimed.images }
      const rows = await rowsOf(ctx, scope, wanted)
      await takeRoom(ctx, { export_id, oid: claimed.oid }, rows)
      const parts = zipOf(ctx, scope, rows, claimed.language, tell)
      await ctx.files.put(file_key, Readable.from(atMost(ctx, parts)), 'application/zip', 'spare')
      const images = rows.map(({ image }) => image)
      if (!(await isWhole(ctx, { ...scope, images }))) throw new Hopeless('export_ended')
      const bytes = (await ctx.files.stat(file_key))?.size ?? 0
      const at = ctx.now()
      await tell(rows.length, { status: 'done', images, file_key, bytes, ended_at: at })
    } catch (error) {
      await ctx.files.remove([file_key])
      if (error instanceof Removed) return
      ctx.log.warn({ err: error, export_id }, 'an export failed')
      const reason = error instanceof StorageFull ? 'storage_full' : null
      if (error instanceof Hopeless || reason !== null) {
        await fail(ctx, export_id, reason ?? (error as Error).message)
        return
      }
      throw new Error('export_fault', { cause: error })
    }
  }
}

/** Of a file in the ZIP beside its bytes: two headers, a name each, and its line of the table. */
const BESIDE_BYTES = 700
/** The head of the table and what it is. */
const TEXT_BYTES = 8_192
const ASKED_AT_ONCE = 16

/** Knows how large the ZIP will be, and counts it, before it is begun. */
async function takeRoom(
  ctx: Context,
  whose: { export_id: string; oid: string | null },
  rows: readonly DatasetRow[],
): Promise<void> {
  const { one, kept } = ctx.config.exportBytes
  let bytes = TEXT_BYTES
  for (let from = 0; from < rows.length; from += ASKED_AT_ONCE) {
    const asked = rows.slice(from, from + ASKED_AT_ONCE)
    for (const stored of await Promise.all(asked.map(({ file_key }) => ctx.files.stat(file_key))))
      bytes += (stored?.size ?? 0) + BESIDE_BYTES
  }
  if (bytes > one) throw new Hopeless(message('export_bytes', megabytes(one)))
  if (!(await takeBytes(ctx.db, whose, bytes, kept)))
    throw new Hopeless(message('exports_kept_bytes', megabytes(kept)))
  if (!(await ctx.hasRoom('spare', bytes))) throw new StorageFull()
}

/** A store may send more than it says: no ZIP is larger than one may be. */
async function* atMost(ctx: Context, parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { one } = ctx.config.exportBytes
  let bytes = 0
  for await (const part of parts) {
    bytes += part.length
    if (bytes > one) throw new Hopeless(message('export_bytes', megabytes(one)))
    yield part
  }
}

async function fail(ctx: Context, export_id: string, reason: string): Promise<void> {
  const end = { status: 'failed', reason, bytes: null, ended_at: ctx.now() } as const
  await update(ctx, export_id, end)
}

export function giveUpExport(ctx: Context): GiveUp<Data> {
  return async ({ export_id }, reason) => {
    const known = text('en', reason) === reason ? 'export_fault' : reason
    await fail(ctx, export_id, known)
  }
}

type Change = Parameters<typeof updateExport>[2]

/** Changes the export and tells its account. False when it no longer runs. */
async function update(ctx: Context, export_id: string, change: Change): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const updated = await updateExport(trx, export_id, change)
    if (!updated) return false
    const { uid, done, total } = updated
    await ctx.events.send(trx, { uid }, 'dataset_export', { export_id, done, total })
    return true
  })
}

/** Every photograph of the selection that is still there, read a batch at a time. */
async function rowsOf(ctx: Context, scope: Scope, filters: Filters): Promise<DatasetRow[]> {
  const found: DatasetRow[] = []
  for (;;) {
    const after: Place | null = found.at(-1) ?? null
    const rows: DatasetRow[] = await within(ctx, scope.oid, (trx) =>
      findImagesAfter(trx, scope, { ...filters, released: true }, { after, limit: AT_ONCE }),
    )
    found.push(...rows)
    if (rows.length < AT_ONCE) return found
  }
}

async function* zipOf(
  ctx: Context,
  { dataset, oid }: Scope,
  rows: readonly DatasetRow[],
  language: Language,
  tell: (done: number) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    // Nothing here is asynchronous: `push` throws it.
    if (error) throw error
    ready.push(chunk)
  })
  const take = () => {
    const taken = ready
    ready = []
    return taken
  }
  const facets = Object.keys(DATASETS.find(({ key }) => key === dataset)?.facets ?? {})
  const lines = [sheet.headOf(dataset, facets, language)]
  let done = 0
  for (const row of rows) {
    const name = `images/${row.image}${row.file_key.slice(row.file_key.lastIndexOf('.'))}`
    const entry = new ZipPassThrough(name)
    zip.add(entry)
    // A photograph that was deleted meanwhile has its row no more and its file still.
    entry.push(await ctx.files.read(row.file_key), true)
    yield* take()
    lines.push(sheet.lineOf(row, { name, dataset, facets, language }))
    done++
    if (done % TELL_EVERY === 0) await tell(done)
  }
  await tell(done)
  for (const [name, content] of [
    ['images.csv', lines.join('')],
    ['README.txt', readMe(language, { count: done, shared: oid === null, at: ctx.now() })],
  ] as const) {
    const entry = new ZipDeflate(name)
    zip.add(entry)
    entry.push(new TextEncoder().encode(content), true)
  }
  zip.end()
  yield* take()
}
