import { isDeepStrictEqual } from 'node:util'
import type { Masks, Models } from '@mingmou/analysis'
import { confirmedSection, pixelsOf } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { findImages } from '../sittings/archive.ts'
import { findHeld, type HeldDrawing } from '../sittings/drawings.ts'
import { insertDrawn, isMeasured } from './measure-queries.ts'
import { keepMaps } from './keep-maps.ts'
import type { measureJob } from './measure.job.ts'
import { sendEnd } from './progress.ts'
import { findAnalysedImages } from '../sittings/analysed-images.ts'
import { holdAnalysis, type AnalysisRow } from '../sittings/analyses.ts'
import { findingsJson } from '../sittings/stored-findings.ts'
import { settleSitting } from './settle.ts'

type Data = (typeof measureJob)['data']['_output']

/**
 * Runs the analysis of an image again with what clinicians drew in the place of the networks' maps, and writes what
 * follows beside the machine's findings. A second run, or one that another has overtaken, gives the same result.
 */
export function handleMeasure(ctx: Context, models: Models): Handler<Data> {
  return async ({ data, signal }) => {
    const asked = await withInstitution(ctx.db, data.oid, (trx) => findAsked(trx, data))
    if (!asked) return
    const { analysis, image, found, held } = asked
    const bytes = await ctx.files.read(image.file_key)
    const section = confirmedSection(found) ?? undefined
    const { scale, imageType } = image
    const { findings, shown } = await models[analysis.modality].analyse(
      bytes,
      { ...analysis.read_fields, section, scale, imageType, drawn: masksOf(held) },
      { signal },
    )
    // Figures of other networks would differ from the machine's although nobody drew them.
    if (!isDeepStrictEqual(findings.model_versions, found.model_versions)) {
      await end(ctx, data, asked, null, [])
      return
    }
    const kept: string[] = []
    const place = `analyses/${data.oid}/${data.analysis_record_id}/${newId()}/${data.image_index}`
    try {
      const overlays = await keepMaps(ctx, place, shown, kept)
      const written = await end(ctx, data, asked, findingsJson.write(findings), overlays)
      if (!written) await ctx.files.remove(kept)
    } catch (error) {
      await ctx.files.remove(kept)
      throw error
    }
  }
}

export function giveUpMeasure(ctx: Context): GiveUp<Data> {
  return async (data) => {
    const asked = await withInstitution(ctx.db, data.oid, (trx) => findAsked(trx, data))
    if (asked) await end(ctx, data, asked, null, [])
  }
}

/** What is to be measured; undefined where nothing is drawn, it is measured already, or the archive was deleted. */
async function findAsked(trx: Trx, { oid, analysis_record_id, image_index }: Data) {
  const analysis = await holdAnalysis(trx, oid, analysis_record_id)
  if (analysis?.status !== 'done') return undefined
  const held = await findHeld(trx, analysis.rid, image_index)
  const drawings = held.map(({ drawing_id }) => drawing_id)
  if (held.length === 0) return undefined
  if (await isMeasured(trx, { analysis_record_id, image_index, drawings })) return undefined
  const at = (photograph: { image_index: number }) => photograph.image_index === image_index
  const image = (await findImages(trx, oid, analysis.rid)).find(at)
  const found = (await findAnalysedImages(trx, oid, analysis)).find(at)?.machine_findings
  return image && found ? { analysis, image, found, held, drawings } : undefined
}

const masksOf = (held: readonly HeldDrawing[]): Masks =>
  Object.fromEntries(held.map(({ layer, mask }) => [layer, { ...mask, data: pixelsOf(mask) }]))

/** False where another run has written the same. */
async function end(
  ctx: Context,
  { oid, analysis_record_id, image_index }: Data,
  { analysis, held, drawings }: { analysis: AnalysisRow; held: HeldDrawing[]; drawings: string[] },
  findings: string | null,
  overlays: Awaited<ReturnType<typeof keepMaps>>,
): Promise<boolean> {
  return withInstitution(ctx.db, oid, async (trx) => {
    const created_by = held.at(-1)?.created_by ?? analysis.requested_by
    const row = { analysis_record_id, image_index, drawings, oid, created_by, findings }
    const written = await insertDrawn(trx, row, overlays)
    if (written) await settleSitting(ctx, trx, analysis)
    await sendEnd(ctx, trx, analysis)
    return written
  })
}
