import {
  ERROR,
  text,
  type AnalysedImage,
  type AnalysisResult,
  type BodyOf,
  type DataOf,
  type AnalysisCalls,
  type Language,
  type Modality,
  type ReportedEye,
} from '@mingmou/contract'
import { ANALYSERS } from '@mingmou/analysis'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { holdArchive } from '../sittings/archive.ts'
import { findTreatments } from '../complications/rows.ts'
import { refuseWaiting } from '../institutions/quota.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient } from '../patients/patient.ts'
import { cancelAnalyses } from '../sittings/cancel.ts'
import { judgementsOf } from '../sittings/stated.ts'
import { signOverlays } from '../sittings/overlays.ts'
import { findAnalysedImages, type AnalysedRow } from '../sittings/analysed-images.ts'
import { findAnalysis, type AnalysisRow } from '../sittings/analyses.ts'
import { heldOf } from '../sittings/drawings.ts'
import * as analyses from './queries.ts'
import { sendEnd } from './progress.ts'
import { stateOfReadings } from '../sittings/readings.ts'
import { eyeOf, eyesOf, outcomesOf, sittingOf, type Sitting } from '../sittings/sitting.ts'
import { startAnalysis } from './start.ts'

type Calls = AnalysisCalls

export async function predict(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  { image_id: rid, uid }: BodyOf<Calls['predictions']>,
): Promise<DataOf<Calls['predictions']>> {
  const { oid } = actor
  if (uid !== actor.uid) throw notFound()
  return withInstitution(ctx.db, oid, async (trx) => {
    const archive = await holdArchive(trx, oid, rid, modality, 'keep')
    if (!archive) throw notFound()
    const sitting = { pid: archive.pid, rid, modality }
    await refuseWaiting(trx, actor.oid)
    const analysis_record_id = await startAnalysis(ctx, trx, { actor, ip }, sitting)
    // The images of an archive were opened when it was made, so none is refused early.
    return { analysis_record_id, flash_error: [] }
  })
}

export async function cancelAnalysis(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  analysis_record_id: string,
): Promise<void> {
  await withInstitution(ctx.db, actor.oid, async (trx) => {
    const analysis = await findAnalysis(trx, actor.oid, analysis_record_id, modality)
    if (!analysis) throw notFound()
    if ((await cancelAnalyses(trx, actor.oid, { analysis_record_id })) === 0) {
      throw new Refusal(ERROR.conflict, 'analysis_ended')
    }
    await sendEnd(ctx, trx, analysis)
    const about = target('analysis', analysis_record_id, { pid: analysis.pid })
    await audit(trx, { actor, ip, action: 'analysis.cancel', ...about })
  })
}

export async function analysisResult(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  modality: Modality,
  { analysis_record_id, uid }: BodyOf<Calls['result']>,
): Promise<AnalysisResult> {
  const { oid } = actor
  if (uid !== actor.uid) throw notFound()
  const { analysis, rows, reports, treatments, readings } = await withInstitution(
    ctx.db,
    oid,
    async (trx) => {
      const analysis = await findAnalysis(trx, oid, analysis_record_id, modality)
      if (!analysis) throw notFound()
      const about = target('analysis', analysis_record_id, { pid: analysis.pid })
      await audit(trx, { actor, ip, action: 'analysis.open', ...about })
      const readings = await stateOfReadings(trx, actor, analysis)
      if (analysis.status !== 'done')
        return { analysis, rows: [], reports: [], treatments: [], readings }
      const reports = await analyses.findSittingReports(trx, oid, analysis_record_id)
      const treatments = await findTreatments(trx, oid, analysis)
      const rows = await findAnalysedImages(trx, oid, analysis)
      return { analysis, rows, reports, treatments, readings }
    },
  )
  const sitting = sittingOf(rows)
  const read = rows.filter(({ judged_findings }) => judged_findings !== null)
  const indices = read.map(({ image_index }) => image_index)
  const outcomes = outcomesOf(modality, rows, indices)
  const images = await Promise.all(
    rows.map((row) => {
      const of_eye = outcomes[indices.indexOf(row.image_index)] ?? null
      return toAnalysedImage(ctx, analysis, row, { sitting, of_eye }, language)
    }),
  )
  return {
    analysis_record_id,
    image_id: analysis.rid,
    can_add_diagnose: !analysis.outdated && images.some((image) => image.data !== null),
    anal_id: analysis_record_id,
    status: analysis.status,
    progress: analysis.progress,
    stage: analysis.stage,
    looks: analysis.looks,
    reason: analysis.reason === null ? null : text(language, analysis.reason),
    patient_opinion: ANALYSERS[modality].opinionOfAll(sitting, language),
    treatments,
    reports,
    readings,
    left: images.filter((image) => image.eye === 'OS'),
    right: images.filter((image) => image.eye === 'OD'),
    other: images.filter((image) => image.eye === null),
    // Of one modality, as the answer is checked to be.
  } as AnalysisResult
}

async function toAnalysedImage(
  ctx: Context,
  { modality, analysis_record_id }: AnalysisRow,
  row: AnalysedRow,
  { sitting, of_eye }: { sitting: Sitting; of_eye: ReportedEye | null },
  language: Language,
): Promise<AnalysedImage> {
  const eye = eyeOf(row)
  return {
    image_index: row.image_index,
    file_name: row.file_name,
    width: row.width,
    height: row.height,
    eye,
    eye_confidence: row.judged_findings?.eye_confidence ?? null,
    eye_source: row.eye_source,
    machine_eye: row.machine_findings?.eye ?? null,
    resampled: row.said?.resampled ?? null,
    image_url: await ctx.files.signedUrl(row.file_key),
    thumb_url: await ctx.files.signedUrl(row.thumb_key),
    quality: row.judged_findings?.quality ?? null,
    overlays: await signOverlays(ctx, row.overlays),
    data: row.judged_findings,
    drawings: row.drawings.map(
      ({ drawing_id, layer, withdrawn, clinician, made_at, analysis_record_id: made_on }) => ({
        drawing_id,
        layer,
        withdrawn,
        clinician,
        made_at: new Date(made_at).toISOString(),
        earlier: made_on !== analysis_record_id,
      }),
    ),
    drawn: await toDrawn(ctx, row),
    of_eye,
    judgements: judgementsOf(modality, analysis_record_id, row.machine_findings, row.corrections),
    error: row.error === null ? null : text(language, row.error),
    opinion: ANALYSERS[modality].opinionOf(sitting, row.image_index, language),
    model_versions: row.judged_findings?.model_versions ?? {},
    reports: row.reports,
  } as AnalysedImage
}

/** The machine's findings and its maps of the layers that clinicians drew. */
async function toDrawn(
  ctx: Context,
  { drawing, drawings, informed_findings: machine }: AnalysedRow,
): Promise<AnalysedImage['drawn']> {
  if (!drawing || !machine) return null
  const layers = heldOf(drawings).map(({ layer }) => layer)
  const overlays = drawing.overlays.filter(({ name }) => layers.includes(name))
  // Of one modality, as the answer is checked to be.
  return {
    state: drawing.state,
    machine,
    overlays: await signOverlays(ctx, overlays),
  } as AnalysedImage['drawn']
}

export async function listAnalyses(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  pid: string,
): Promise<DataOf<Calls['list']>> {
  const rows = await withInstitution(ctx.db, actor.oid, async (trx) => {
    if (!(await findPatient(trx, actor.oid, pid))) throw notFound()
    const about = { ...target('patient', pid), detail: { modality } }
    await audit(trx, { actor, ip, action: 'analysis.list', ...about })
    return analyses.findArchivesWithAnalysis(trx, actor.oid, pid, modality)
  })
  const listed = await Promise.all(rows.map((row) => toListed(ctx, modality, row)))
  // Of one modality, as the answer is checked to be.
  return { rows: listed } as DataOf<Calls['list']>
}

async function toListed(
  ctx: Context,
  modality: Modality,
  row: analyses.ListedRow,
): Promise<DataOf<Calls['list']>['rows'][number]> {
  return {
    image_id: row.rid,
    record_date: row.record_date,
    collect_device: row.collect_device,
    created_at: row.created_at.toISOString(),
    image_count: row.image_count,
    thumb_url: await ctx.files.signedUrl(row.thumb_key),
    analysis_record_id: row.analysis_record_id,
    anal_id: row.analysis_record_id,
    status: row.status,
    progress: row.progress ?? 0,
    stage: row.stage,
    eyes: eyesOf(modality, row.photographs),
    reports: row.reports,
  }
}
