import {
  DATASET,
  ERROR,
  message,
  text,
  type BodyOf,
  type DataOf,
  type DatasetCalls,
  type DatasetExport,
  type DATASETS,
  type listDatasetExports,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { audit, target } from '../audit/service.ts'
import { megabytes } from '../institutions/quota.ts'
import { exportJob } from './export.job.ts'
import * as exports from './export-queries.ts'
import { exportUrl } from './export-file.ts'
import { countImages, findNames } from './queries.ts'
import { refuseFreeDevice, within } from './service.ts'
import { endBroken } from './whole.ts'

const DAY_MS = 24 * 3_600_000
const KEPT_MS = DATASET.exportDays * DAY_MS

/** Queues a ZIP of what the filters find now. A selection that is empty or too large is refused. */
export async function startExport(
  ctx: Context,
  { actor, ip, language }: Caller,
  dataset: (typeof DATASETS)[number]['key'],
  asked: BodyOf<DatasetCalls['export']>,
): Promise<DataOf<DatasetCalls['export']>> {
  const { uid, oid } = actor
  const scope = { dataset, oid }
  refuseFreeDevice(scope, asked)
  const export_id = newId()
  if (!(await ctx.hasRoom('spare'))) throw new StorageFull()
  await within(ctx, oid, async (trx) => {
    await requireFew(ctx, trx, { uid, oid })
    const released = { ...asked, released: true } as const
    const images = await findNames(trx, scope, released, DATASET.exportImages + 1)
    const total = images.length
    if (total === 0) {
      const withheld = await countImages(trx, scope, asked, 1)
      throw invalid({ images: withheld > 0 ? 'export_withheld' : 'export_empty' })
    }
    if (total > DATASET.exportImages) {
      throw new Refusal(ERROR.limitReached, message('export_too_large', DATASET.exportImages))
    }
    const row = { export_id, uid, dataset, asked: JSON.stringify(asked), language, total, images }
    await exports.insertExport(trx, row)
    const turn = { lane: oid ?? 'administrators', person: uid, batch: false }
    await ctx.queue.send(trx, exportJob, { export_id }, turn)
    const about = target('export', export_id)
    await audit(trx, { actor, ip, action: 'dataset.export', ...about, detail: { dataset, total } })
  })
  return { export_id }
}

/** How many of an account may run, and are kept; how many bytes of an institution. */
async function requireFew(
  ctx: Context,
  trx: Trx,
  { uid, oid }: { uid: string; oid: string | null },
): Promise<void> {
  const { open, kept } = await exports.countExports(trx, uid)
  if (open >= DATASET.exportsAtOnce)
    throw new Refusal(ERROR.limitReached, message('exports_at_once', DATASET.exportsAtOnce))
  if (kept >= DATASET.exportsKept)
    throw new Refusal(ERROR.limitReached, message('exports_kept', DATASET.exportsKept))
  const most = ctx.config.exportBytes.kept
  if ((await exports.sumExports(trx, oid)) >= most)
    throw new Refusal(ERROR.limitReached, message('exports_kept_bytes', megabytes(most)))
}

export async function listExports(
  ctx: Context,
  { actor, language }: Caller,
): Promise<DataOf<typeof listDatasetExports>> {
  const since = new Date(ctx.now().getTime() - KEPT_MS)
  await endBroken(ctx, { uid: actor.uid })
  const rows = await exports.findExports(ctx.db, actor.uid, since)
  const toExport = (row: exports.ExportRow): DatasetExport => ({
    export_id: row.export_id,
    dataset: row.dataset,
    status: row.status,
    done: row.done,
    total: row.total,
    reason: row.reason === null ? null : text(language, row.reason),
    created_at: row.created_at.toISOString(),
    expires_at: new Date(row.created_at.getTime() + KEPT_MS).toISOString(),
    bytes: row.bytes === null ? null : Number(row.bytes),
    url: row.file_key === null ? null : exportUrl(ctx, row.export_id),
  })
  return { rows: rows.map(toExport) }
}

/** A running export ends when it next says how far it is. */
export async function removeExport(
  ctx: Context,
  { actor, ip }: Caller,
  export_id: string,
): Promise<void> {
  const removed = await ctx.db.transaction().execute(async (trx) => {
    const row = await exports.deleteExport(trx, actor.uid, export_id)
    if (!row) throw notFound()
    await audit(trx, { actor, ip, action: 'dataset.remove-export', ...target('export', export_id) })
    return row
  })
  if (removed.file_key !== null) await ctx.files.remove([removed.file_key])
}

/** Removes exports whose days are over or whose photographs may not be seen any more, and files that a killed worker left. */
export async function sweepExports(ctx: Context): Promise<void> {
  await endBroken(ctx, {})
  const before = new Date(ctx.now().getTime() - KEPT_MS)
  await ctx.files.remove(await exports.deleteExportsBefore(ctx.db, before))
  const left: string[] = []
  for await (const { key, modified } of ctx.files.list('exports/')) {
    if (modified <= before) left.push(key)
  }
  await ctx.files.remove(left)
}
