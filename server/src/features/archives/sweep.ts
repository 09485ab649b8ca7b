import { REPORT_PUBLIC_DAYS, UNFILED } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { every } from '../../platform/every.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { sweepBatches } from '../batch/sweep.ts'
import { sweepExports } from '../datasets/exports.ts'
import { sweepErased } from '../erasure/sweep.ts'
import { findFeedbackKeys, removeOldContacts } from '../feedback/retention.ts'
import { settleUploads } from '../files/unfiled.ts'
import { findMapKeys } from '../analyses/service.ts'
import { findDocuments, findLogo } from '../institutions/service.ts'
import { findPicture } from '../news/service.ts'
import { findImages } from './queries.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/**
 * Older keys were checked when they were younger. A sweep costs as much as a week's work, not a
 * decade's.
 */
const LOOKED_AT_MS = 8 * DAY_MS

/**
 * Removes unused uploads after a day, those of trial users after an hour, and PDFs of reports that no visitor may open. Removes files
 * without a record, which a killed program leaves. Files of deleted records stay
 * until they are erased.
 */
export async function sweepFiles(ctx: Context): Promise<void> {
  await sweepBatches(ctx)
  await removeOlder(ctx, 'uploads/experience/', UNFILED.trialHours * HOUR_MS)
  await removeOlder(ctx, 'uploads/', DAY_MS)
  await settleUploads(ctx)
  await sweepExports(ctx)
  await sweepErased(ctx)
  await removeOldContacts(ctx)
  await removeOlder(ctx, 'reports/', REPORT_PUBLIC_DAYS * DAY_MS)
  await sweep(ctx, 'archives/', async (oid, rid) => {
    const images = await withInstitution(ctx.db, oid, (trx) => findImages(trx, oid, rid))
    return new Set(images.flatMap((image) => [image.file_key, image.thumb_key]))
  })
  await sweep(ctx, 'analyses/', (oid, id) =>
    withInstitution(ctx.db, oid, (trx) => findMapKeys(trx, oid, id)),
  )
  await sweep(ctx, 'logos/', async (oid) => {
    const logo = await findLogo(ctx.db, oid)
    return new Set(logo === null ? [] : [logo])
  })
  await sweep(ctx, 'news/', async (nid) => {
    const picture = await findPicture(ctx.db, nid)
    return new Set(picture === null ? [] : [picture])
  })
  await sweep(ctx, 'documents/', async (oid) => {
    const documents = await findDocuments(ctx.db, oid)
    return new Set(documents.map(({ file_key }) => file_key))
  })
  await sweep(ctx, 'feedback/', (fid) => findFeedbackKeys(ctx, fid))
}

async function removeOlder(ctx: Context, prefix: string, ms: number): Promise<void> {
  const old: string[] = []
  for await (const { key, modified } of ctx.files.list(prefix)) {
    if (ctx.now().getTime() - modified.getTime() >= ms) old.push(key)
  }
  await ctx.files.remove(old)
}

/**
 * Keys are `<prefix><institution>/<record>/…`. `keysOf` returns the keys of a record that are in
 * use.
 */
async function sweep(
  ctx: Context,
  prefix: string,
  keysOf: (oid: string, record: string) => Promise<Set<string>>,
): Promise<void> {
  const records = new Map<string, string[]>()
  for await (const { key, modified } of ctx.files.list(prefix)) {
    const age = ctx.now().getTime() - modified.getTime()
    if (age < DAY_MS || age > LOOKED_AT_MS) continue
    const record = key.split('/').slice(1, 3).join('/')
    records.set(record, [...(records.get(record) ?? []), key])
  }
  for (const [record, keys] of records) {
    const [oid = '', id = ''] = record.split('/')
    const used = await keysOf(oid, id)
    await ctx.files.remove(keys.filter((key) => !used.has(key)))
  }
}

/** Sweeps now and every hour, as long as the program runs. */
export function keepSweeping(ctx: Context): void {
  const run = () => {
    sweepFiles(ctx).catch((error: unknown) => ctx.log.warn({ err: error }, 'files were not swept'))
  }
  run()
  every(HOUR_MS, ctx.ended, run)
}
