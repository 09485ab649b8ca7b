import {
  viewerEntry,
  ERROR,
  type AnalysisCalls,
  type BodyOf,
  type Judgement,
  type Modality,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { changedMeanwhile, invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { violates } from '../../platform/database/violation.ts'
import { audit, target } from '../audit/service.ts'
import { settlePictures } from '../deliveries/settle-pictures.ts'
import { refuseWaiting } from '../institutions/quota.ts'
import { insertCorrection } from './queries.ts'
import { judgementsOf } from '../sittings/stated.ts'
import { findAnalysedImages, type AnalysedRow } from '../sittings/analysed-images.ts'
import { findAnalysis } from '../sittings/analyses.ts'
import { settleSitting } from '../analyses/settle.ts'
import { analyseAgain } from '../analyses/start.ts'

type Body = BodyOf<AnalysisCalls['correct']>

/**
 * Adds what a clinician states of one value, or withdraws it. The statement belongs to the image, so it holds for every
 * analysis of it. One that the caller has not seen is never replaced.
 */
export async function correctValue(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  { analysis_record_id, image_index, field: name, value, reason, replaces }: Body,
): Promise<void> {
  const { oid, uid } = actor
  const correction_id = newId()
  const saving = withInstitution(ctx.db, oid, async (trx) => {
    const { analysis, image } = await imageOf(trx, oid, modality, {
      analysis_record_id,
      image_index,
    })
    const judgement = judgementOf(modality, analysis_record_id, image, name)
    refuse(modality, image, judgement, { value, reason })
    const newest = judgement.corrections[0]?.correction_id ?? null
    if (newest !== replaces) throw changedMeanwhile(judgement)
    await insertCorrection(trx, oid, {
      correction_id,
      rid: analysis.rid,
      image_index,
      analysis_record_id,
      name,
      value,
      reason,
      source: 'clinician',
      replaces,
      created_by: uid,
      created_at: ctx.now(),
    })
    await settleSitting(ctx, trx, analysis)
    if (name === 'eye') await settlePictures(ctx, trx, actor, { rids: [analysis.rid] })
    if (viewerEntry(modality).correctable[name]?.anew) {
      await refuseWaiting(trx, oid)
      await analyseAgain(ctx, trx, { actor, ip }, analysis)
    }
    const about = target('analysis', analysis_record_id, { pid: analysis.pid })
    const detail = { image_index, name, value, correction_id }
    await audit(trx, { actor, ip, action: 'analysis.correct', ...about, detail })
  })
  await saving.catch((error: unknown) => {
    // Another statement was saved between the two queries.
    throw violates(error, 'corrections_chain') ? changedMeanwhile({ name }) : error
  })
}

/** A done analysis and one of its images. */
export async function imageOf(
  trx: Trx,
  oid: string,
  modality: Modality,
  { analysis_record_id, image_index }: Pick<Body, 'analysis_record_id' | 'image_index'>,
) {
  const analysis = await findAnalysis(trx, oid, analysis_record_id, modality)
  if (!analysis) throw notFound()
  if (analysis.status !== 'done') throw new Refusal(ERROR.conflict, 'analysis_not_done')
  const images = await findAnalysedImages(trx, oid, analysis)
  const image = images.find((image) => image.image_index === image_index)
  if (!image) throw notFound()
  return { analysis, image }
}

function judgementOf(
  modality: Modality,
  analysis_record_id: string,
  { machine_findings, corrections }: AnalysedRow,
  name: string,
): Judgement {
  const all = judgementsOf(modality, analysis_record_id, machine_findings, corrections)
  const named = all.find((judgement) => judgement.name === name)
  if (!named) throw invalid({ field: 'not_allowed' })
  return named
}

/** A value that is none of the table's, one of an image that cannot be judged, one without a reason. */
function refuse(
  modality: Modality,
  { judged_findings: findings }: AnalysedRow,
  { name, machine, corrections }: Judgement,
  { value, reason }: Pick<Body, 'value' | 'reason'>,
): void {
  const known = viewerEntry(modality).correctable[name]
  if (!known) throw invalid({ field: 'not_allowed' })
  if (!findings && !known.stated) throw new Refusal(ERROR.conflict, 'image_not_analysed')
  if (value === null && (corrections[0]?.value ?? null) === null)
    throw invalid({ value: 'required' })
  const fits = value === null ? null : known.value.safeParse(value)
  if (fits?.error) throw invalid({ value: fits.error.issues[0]?.message ?? 'not_allowed' })
  if (known.anew && value !== null && value !== machine) throw invalid({ value: 'not_allowed' })
  if (known.judged && value !== null && !findings?.gradable)
    throw new Refusal(ERROR.conflict, 'correction_ungradable')
  const agrees = machine === null || machine === value
  if (reason === '' && !known.anew && !(known.stated && agrees))
    throw invalid({ reason: 'required' })
}
