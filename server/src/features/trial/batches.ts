import {
  ERROR,
  keyName,
  reasonText,
  text,
  type BodyOf,
  type DataOf,
  type Language,
  type listTrialBatches,
  type locateTrialBatch,
  type TrialBatch,
  type TrialFile,
  type uploadTrialBatch,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { startAnalysis } from '../analyses/start.ts'
import { refusedUpload } from '../files/refused-upload.ts'
import { acceptPhotograph } from './accept.ts'
import * as trial from './queries.ts'
import { asTenant } from '../tenants/tenants.ts'

const BY_NAME = new Intl.Collator('en', { numeric: true })

/**
 * Analyses photographs as one batch, each by itself. Those that were not accepted before are
 * accepted first. A batch exists with all its photographs or not at all.
 */
export async function uploadBatch(
  ctx: Context,
  caller: Caller,
  { uid, file_list }: BodyOf<typeof uploadTrialBatch>,
): Promise<{ anal_id: string }> {
  const tenant = await asTenant(ctx, caller, uid)
  const { oid } = tenant.actor
  const twice = file_list.find((key, index) => file_list.indexOf(key) < index)
  if (twice !== undefined) throw refusedUpload(ERROR.conflict, 'image_repeated', twice)
  for (const key of file_list) await acceptPhotograph(ctx, caller, { key, name: keyName(key) })
  return withInstitution(ctx.db, oid, async (trx) => {
    const pid = await trial.holdTenant(trx, oid)
    const rows = await trial.findByKeys(trx, oid, file_list)
    const [before, ...others] = new Set(rows.map(({ anal_id }) => anal_id))
    // A second call, whose first answer was lost.
    if (before && others.length === 0) return { anal_id: before }
    const used = rows.find(({ anal_id }) => anal_id !== null)
    if (used) throw refusedUpload(ERROR.conflict, 'image_repeated', used.upload_key)
    const chosen = file_list.flatMap((key) => rows.find((row) => row.upload_key === key) ?? [])
    if (chosen.length < file_list.length) throw notFound()
    // Numbered as the computer that they came from lists them: they arrive in any order.
    const rids = chosen
      .toSorted((a, b) => BY_NAME.compare(a.file_name, b.file_name))
      .map(({ rid }) => rid)
    const anal_id = newId()
    const made = { created_by: uid, created_at: ctx.now() }
    await trial.insertBatch(trx, { anal_id, oid, ...made }, rids)
    for (const rid of rids)
      await startAnalysis(ctx, trx, tenant, { pid, rid, modality: 'fundus' }, true)
    return { anal_id }
  })
}

export async function listBatches(
  ctx: Context,
  caller: Caller,
  { uid, ...wanted }: BodyOf<typeof listTrialBatches>,
): Promise<DataOf<typeof listTrialBatches>> {
  const { oid } = (await asTenant(ctx, caller, uid)).actor
  const { found, photographs, success_count } = await withInstitution(ctx.db, oid, async (trx) => {
    const found = await trial.findBatches(trx, oid, wanted)
    const ids = found.rows.map(({ anal_id }) => anal_id)
    return {
      found,
      photographs: await trial.findPhotographs(trx, oid, ids),
      success_count: await trial.countSuccesses(trx, oid),
    }
  })
  const rows = await Promise.all(
    found.rows.map(async (row): Promise<TrialBatch> => {
      const own = photographs.filter(({ anal_id }) => anal_id === row.anal_id)
      const files = own.map((photograph) => toFile(ctx, photograph, caller.language))
      return { ...countsOf(row, own), file_list: await Promise.all(files) }
    }),
  )
  return { ...found, rows, success_count }
}

/** The page of a list of this size that a batch stands on, and its place there. */
export async function locateBatch(
  ctx: Context,
  caller: Caller,
  { uid, anal_id, size }: BodyOf<typeof locateTrialBatch>,
): Promise<DataOf<typeof locateTrialBatch>> {
  const { oid } = (await asTenant(ctx, caller, uid)).actor
  const before = await withInstitution(ctx.db, oid, (trx) => trial.findPlace(trx, oid, anal_id))
  if (before === undefined) throw notFound()
  return { page_num: Math.floor(before / size) + 1, index: before % size }
}

const isLive = ({ status }: trial.PhotographRow) => status === 'queued' || status === 'running'
export const isJudged = ({ quality }: Pick<trial.PhotographRow, 'quality'>) =>
  quality?.gradable === true

/** A batch and what has become of its photographs. */
export const countsOf = (
  { anal_id, created_at, deleted_on }: trial.BatchRow,
  photographs: readonly trial.PhotographRow[],
): Omit<TrialBatch, 'file_list'> => ({
  anal_id,
  created_at: created_at.toISOString(),
  deleted_on,
  success_count: photographs.filter(isJudged).length,
  ended_count: photographs.filter((photograph) => !isLive(photograph)).length,
  total_count: photographs.length,
})

export async function toFile(
  ctx: Context,
  row: trial.PhotographRow,
  language: Language,
): Promise<TrialFile> {
  const { image_index, file_name, analysis_record_id, status, stage, progress } = row
  return {
    image_index,
    file_name,
    analysis_record_id,
    status,
    stage,
    progress,
    thumb_url: await ctx.files.signedUrl(row.thumb_key),
    error: whyNot(row, language),
  }
}

/** Why a photograph cannot be judged. */
function whyNot(
  { quality, error, reason }: trial.PhotographRow,
  language: Language,
): string | null {
  if (quality?.gradable === true) return null
  if (quality) {
    // Nobody can file it as another kind here.
    const reasons = quality.reasons
      .filter((reason) => !reason.startsWith('seems_'))
      .map((reason) => reasonText(reason, language))
    return reasons.join(language === 'en' ? '; ' : '；')
  }
  const why = error ?? reason
  return why === null ? null : text(language, why)
}
