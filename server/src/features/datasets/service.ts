import {
  DATASETS,
  archiveEntry,
  LIST_COUNT_LIMIT,
  type BodyOf,
  type DataOf,
  type DatasetCalls,
  type DatasetImage,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import {
  countImages,
  findImagesAfter,
  releaseImage,
  type DatasetRow,
  type Filters,
  type Place,
  type Scope,
} from './queries.ts'
import { sharedUrl } from './shared-image.ts'

type Dataset = (typeof DATASETS)[number]

/** A transaction that sees the photographs of the scope. */
export const within = <T>(ctx: Context, oid: string | null, work: (trx: Trx) => Promise<T>) =>
  oid === null ? ctx.db.transaction().execute(work) : withInstitution(ctx.db, oid, work)

/** Devices are free text. Outside the institution only those that the form offers are named. */
export const sharedDevice = (dataset: Dataset['key'], device: string) =>
  archiveEntry(dataset).archive.devices.includes(device) ? device : ''

export function refuseFreeDevice({ dataset, oid }: Scope, { collect_device }: Filters): void {
  const named = DATASETS.find(({ key }) => key === dataset)
  if (oid !== null || !collect_device || !named) return
  if (sharedDevice(named.key, collect_device) === '') {
    throw invalid({ collect_device: 'not_allowed' })
  }
}

const PLACE = /^(\d{4}-\d{2}-\d{2})_([\da-f-]{36})$/

function placeOf(after: string | undefined): Place | null {
  if (after === undefined) return null
  const [, record_date, image] = PLACE.exec(after) ?? []
  if (!record_date || !image) throw invalid({ after: 'wrong_type' })
  return { record_date, image }
}

export async function listDataset(
  ctx: Context,
  { actor, ip }: Caller,
  dataset: Dataset['key'],
  { after, size, ...filters }: BodyOf<DatasetCalls['list']>,
): Promise<DataOf<DatasetCalls['list']>> {
  const scope = { dataset, oid: actor.oid }
  refuseFreeDevice(scope, filters)
  const place = placeOf(after)
  const { rows, count, exported } = await within(ctx, actor.oid, async (trx) => {
    await audit(trx, { actor, ip, action: 'dataset.list', detail: { dataset } })
    return {
      rows: await findImagesAfter(trx, scope, filters, { after: place, limit: size + 1 }),
      count: await countImages(trx, scope, filters),
      exported: await countImages(trx, scope, { ...filters, released: true }),
    }
  })
  const shown = rows.slice(0, size)
  const last = shown.at(-1)
  return {
    rows: await Promise.all(shown.map((row) => toImage(ctx, dataset, row))),
    next: rows.length > size && last ? `${last.record_date}_${last.image}` : null,
    total_count: Math.min(count, LIST_COUNT_LIMIT),
    total_more: count > LIST_COUNT_LIMIT,
    export_count: Math.min(exported, LIST_COUNT_LIMIT),
  }
}

/** A clinician saw that the words in a photograph name nobody, or takes that back. */
export async function release(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  dataset: Dataset['key'],
  { image, released }: BodyOf<DatasetCalls['release']>,
): Promise<void> {
  const { oid } = actor
  await within(ctx, oid, async (trx) => {
    const found = await releaseImage(trx, { dataset, oid, image }, released)
    if (!found) throw notFound()
    const about = target('archive', found.rid, { pid: found.pid })
    await audit(trx, { actor, ip, action: 'dataset.release', ...about, detail: { released } })
  })
}

/** Every field is named: a new column stays private until it stands here. */
async function toImage(
  ctx: Context,
  dataset: Dataset['key'],
  row: DatasetRow,
): Promise<DatasetImage> {
  const { image, width, height, img_type, analysed, gradable, eye, eye_source, facets } = row
  const by_clinician = row.corrected.length + row.drawn.length > 0
  const { withheld, seen: released } = row
  const seen = { analysed, gradable, eye, eye_source, facets, by_clinician, withheld, released }
  const common = { image, width, height, img_type, ...seen }
  if (row.pid === null || row.rid === null) {
    return {
      ...common,
      thumb_url: sharedUrl(ctx, image, 'thumb'),
      image_url: sharedUrl(ctx, image, 'full'),
      recorded: row.record_date.slice(0, 7),
      collect_device: sharedDevice(dataset, row.collect_device),
      filed: null,
    }
  }
  return {
    ...common,
    thumb_url: await ctx.files.signedUrl(row.thumb_key),
    image_url: await ctx.files.signedUrl(row.file_key),
    recorded: row.record_date,
    collect_device: row.collect_device,
    filed: { pid: row.pid, rid: row.rid },
  }
}
