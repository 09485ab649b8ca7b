import { ImageRefused, type Known, type Models, type Ready } from '@mingmou/analysis'
import { sectionBox, text } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { StorageFull } from '../../platform/files/files.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { findImages } from '../sittings/archive.ts'
import { tellHooks } from '../webhooks/plan.ts'
import type { analyseJob } from './analyse.job.ts'
import { keepMaps } from './keep-maps.ts'
import { measureJob } from './measure.job.ts'
import { CalledOff, sendEnd, trackProgress, type Progress } from './progress.ts'
import { findStated } from '../sittings/corrections.ts'
import { findDrawnIndexes } from '../sittings/drawings.ts'
import type { AnalysisRow } from '../sittings/analyses.ts'
import {
  claimAnalysis,
  completeAnalysis,
  endAnalysis,
  findOverlayKeys,
  type ImageOutcome,
} from './worker-queries.ts'
import { setUnread } from './urgency.ts'

/** Tells whoever waits for the end of an analysis, in its transaction. False where that is another's to do. */
export type TellEnd = (
  ctx: Context,
  trx: Trx,
  analysis: AnalysisRow,
  end: 'done' | 'failed',
) => Promise<boolean>

type Data = (typeof analyseJob)['data']['_output']

/**
 * Reads the images of an archive and writes the findings. A second run starts over and gives the
 * same result.
 */
export function handleAnalyse(
  ctx: Context,
  models: Models,
  tellers: readonly TellEnd[],
): Handler<Data> {
  return async ({ data: { oid, analysis_record_id }, attempt, signal: stopped }) => {
    const claimed = await withInstitution(ctx.db, oid, async (trx) => {
      const analysis = await claimAnalysis(trx, oid, analysis_record_id, attempt)
      return (
        analysis && {
          modality: analysis.modality,
          read_fields: analysis.read_fields,
          images: await findImages(trx, oid, analysis.rid),
          sections: await findStated(trx, analysis.rid, 'section'),
        }
      )
    })
    if (!claimed) return
    // Every try has a folder of its own, because a key is written only once.
    const folder = `analyses/${oid}/${analysis_record_id}/${newId()}`
    const progress = trackProgress(ctx, { oid, analysis_record_id }, claimed.images.length)
    const signal = AbortSignal.any([stopped, progress.signal])
    const kept: string[] = []
    try {
      const outcomes: ImageOutcome[] = []
      for (const [done, image] of claimed.images.entries()) {
        signal.throwIfAborted()
        const { read_fields } = claimed
        const section = sectionBox(claimed.sections.get(image.image_index)?.value) ?? undefined
        const step = { folder, kept, progress, done, signal, known: { ...read_fields, section } }
        outcomes.push(await analyseImage(ctx, models[claimed.modality], image, step))
      }
      progress.stop()
      signal.throwIfAborted()
      await complete(ctx, tellers, { oid, analysis_record_id }, outcomes)
    } catch (error) {
      progress.stop()
      await removeUnlessDone(ctx, { oid, analysis_record_id }, kept)
      if (error instanceof CalledOff) return
      ctx.log.warn({ err: error, analysis_record_id }, 'an analysis failed')
      throw new Error(reasonOf(error), { cause: error })
    }
  }
}

type Claimed = Awaited<ReturnType<typeof findImages>>[number]

interface Try {
  folder: string
  kept: string[]
  progress: Progress
  /** The number of images before this one. */
  done: number
  signal: AbortSignal
  /** What the archive says of its images, and the part of this one that a clinician confirmed. */
  known: Known
}

async function analyseImage(
  ctx: Context,
  models: Ready,
  image: Claimed,
  { folder, kept, progress, done, signal, known }: Try,
): Promise<ImageOutcome> {
  const { image_index } = image
  progress.at(done, 'decode')
  const bytes = await ctx.files.read(image.file_key)
  try {
    const { findings, shown } = await models.analyse(
      bytes,
      { ...known, scale: image.scale, imageType: image.imageType },
      {
        onStage: (stage, share) => progress.at(done + share, stage),
        onQuality: ({ gradable, reasons }) => progress.saw({ image_index, gradable, reasons }),
        signal,
      },
    )
    const overlays = await keepMaps(ctx, `${folder}/${image_index}`, shown, kept)
    return { image_index, findings, overlays, error: null }
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    return { image_index, findings: null, overlays: [], error: error.of(image.file_name) }
  }
}

async function complete(
  ctx: Context,
  tellers: readonly TellEnd[],
  { oid, analysis_record_id: id }: Data,
  outcomes: readonly ImageOutcome[],
): Promise<void> {
  await withInstitution(ctx.db, oid, async (trx) => {
    const analysis = await completeAnalysis(trx, oid, id, outcomes)
    if (!analysis) throw new CalledOff()
    // The archive is locked now, as it is for a drawing: what was drawn meanwhile is found here or finds this analysis.
    const turn = { lane: oid, person: analysis.requested_by, batch: true }
    for (const image_index of await findDrawnIndexes(trx, analysis.rid)) {
      const measured = { oid, analysis_record_id: id, image_index }
      await ctx.queue.send(trx, measureJob, measured, turn)
    }
    await announceEnd(ctx, trx, tellers, analysis, 'done')
    const { rid, pid, requested_by: uid } = analysis
    await tellHooks(ctx, trx, { type: 'sitting.analysed', oid, uid, pid, rid, now: ctx.now() })
  })
}

/**
 * The result may be committed although the connection was lost at the commit. Its files are then in
 * use.
 */
async function removeUnlessDone(
  ctx: Context,
  { oid, analysis_record_id }: Data,
  keys: readonly string[],
): Promise<void> {
  const inUse = await withInstitution(ctx.db, oid, (trx) =>
    findOverlayKeys(trx, oid, analysis_record_id),
  )
  await ctx.files.remove(keys.filter((key) => !inUse.has(key)))
}

/** A message of the contract: the error's own text may quote private values. */
function reasonOf(error: unknown): string {
  if (error instanceof StorageFull) return 'storage_full'
  return 'analysis_fault'
}

export function giveUpAnalyse(ctx: Context, tellers: readonly TellEnd[]): GiveUp<Data> {
  return async ({ oid, analysis_record_id }, message) => {
    const reason = text('en', message) === message ? 'analysis_interrupted' : message
    await withInstitution(ctx.db, oid, async (trx) => {
      const failed = { status: 'failed', reason } as const
      const analysis = await endAnalysis(trx, oid, analysis_record_id, failed)
      if (analysis) {
        await setUnread(trx, oid, analysis)
        await announceEnd(ctx, trx, tellers, analysis, 'failed')
      }
    })
  }
}

/** Pages that show it hear of it, and the first that takes it tells whoever asked for it. */
async function announceEnd(
  ctx: Context,
  trx: Trx,
  tellers: readonly TellEnd[],
  analysis: AnalysisRow,
  end: 'done' | 'failed',
): Promise<void> {
  await sendEnd(ctx, trx, analysis)
  for (const tell of tellers) if (await tell(ctx, trx, analysis, end)) return
}
