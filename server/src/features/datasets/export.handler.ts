import { Readable } from 'node:stream'
import { DATASETS, text, type Language } from '@mingmou/contract'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { StorageFull } from '../../platform/files/files.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { readMe, sheet } from './export-texts.ts'
import type { exportJob } from './export.job.ts'
import { claimExport, updateExport } from './export-queries.ts'
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
      const rows = rowsOf(ctx, scope, claimed.asked)
      const parts = zipOf(ctx, scope, rows, claimed.language, tell)
      await ctx.files.put(file_key, Readable.from(parts), 'application/zip')
      const bytes = (await ctx.files.stat(file_key))?.size ?? 0
      await tell(claimed.total, { status: 'done', file_key, bytes, ended_at: ctx.now() })
    } catch (error) {
      await ctx.files.remove([file_key])
      if (error instanceof Removed) return
      ctx.log.warn({ err: error, export_id }, 'an export failed')
      throw new Error(error instanceof StorageFull ? 'storage_full' : 'export_fault', {
        cause: error,
      })
    }
  }
}

export function giveUpExport(ctx: Context): GiveUp<Data> {
  return async ({ export_id }, reason) => {
    const known = text('en', reason) === reason ? 'export_fault' : reason
    const end = { status: 'failed', reason: known, ended_at: ctx.now() } as const
    await update(ctx, export_id, end)
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

/** Every photograph of the selection, a batch at a time. */
async function* rowsOf(ctx: Context, scope: Scope, filters: Filters): AsyncGenerator<DatasetRow> {
  let after: Place | null = null
  for (;;) {
    const from: Place | null = after
    const rows: DatasetRow[] = await within(ctx, scope.oid, (trx) =>
      findImagesAfter(trx, scope, { ...filters, released: true }, { after: from, limit: AT_ONCE }),
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return
    after = last
  }
}

async function* zipOf(
  ctx: Context,
  { dataset, oid }: Scope,
  rows: AsyncIterable<DatasetRow>,
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
  for await (const row of rows) {
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
