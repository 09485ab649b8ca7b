import { randomBytes } from 'node:crypto'
import {
  DIAGNOSIS_CLASS,
  ERROR,
  type BodyOf,
  type createReport,
  type DataOf,
  type Language,
} from '@mingmou/contract'
import { draftOpinion } from '@mingmou/analysis/opinion'
import { v7 as newId } from 'uuid'
import type { Context, Trx } from '../../context.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { eyeOf, findAnalysedImages, holdAnalysis, patientOpinion } from '../analyses/service.ts'
import { findArchive } from '../archives/service.ts'
import { audit } from '../audit/service.ts'
import { findPatient, type Caller } from '../patients/service.ts'
import * as reports from './queries.ts'
import { makeSnapshot, reportNumber } from './snapshot.ts'

type Wish = BodyOf<typeof createReport>

/**
 * Makes the report of one analysed image. The analysis is held, so that of two calls at once the second
 * finds the first one's report; the same opinion answers that one, another opinion takes its place.
 */
export async function makeReport(
  ctx: Context,
  { actor, ip }: Caller,
  wish: Wish,
  language: Language,
): Promise<DataOf<typeof createReport>> {
  if (wish.uid !== actor.uid) throw notFound()
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    const sources = await gather(trx, actor.oid, wish)
    const newest = await reports.findNewest(trx, actor.oid, sources.key)
    const { eye, image, findings, patient, archive } = sources
    if (newest && isSame(newest, wish.diagnostic_opinion, actor.uid, eye)) {
      return { report_no: newest.report_no, report_id: newest.report_id }
    }
    const report_id = newId()
    const now = ctx.now()
    const report_no = reportNumber(now, randomBytes(16))
    const snapshot = makeSnapshot({
      report_no,
      report_time: now,
      patient,
      archive,
      institution: await reports.findLetterhead(trx, actor.oid),
      clinician: actor.name,
      image,
      eye,
      eye_corrected: image.corrected !== null,
      findings,
      opinion: wish.diagnostic_opinion,
      machine_opinion: draftOpinion({ ...findings, eye }, language),
      patient_opinion: patientOpinion(sources.images, language),
    })
    await reports.insertReport(trx, {
      report_id,
      report_no,
      oid: actor.oid,
      pid: patient.pid,
      ...sources.key,
      diagnosis_class: snapshot.diagnosis_class,
      opinion: wish.diagnostic_opinion,
      data: JSON.stringify(snapshot),
      clinician: actor.uid,
      supersedes: newest?.report_id ?? null,
      created_at: now,
    })
    const target = { target_type: 'report', target_id: report_id, pid: patient.pid, oid: actor.oid }
    await audit(trx, { actor, ip, action: 'report.create', ...target, outcome: 'success' })
    return { report_no, report_id }
  })
}

async function gather(trx: Trx, oid: string, wish: Wish) {
  const analysis = await holdAnalysis(trx, oid, wish.analysis_id)
  if (
    analysis?.pid !== wish.patient_id ||
    DIAGNOSIS_CLASS[analysis.modality] !== wish.analysis_type
  ) {
    throw notFound()
  }
  if (analysis.status !== 'done') throw new Refusal(ERROR.conflict, 'analysis_not_done')
  const images = await findAnalysedImages(trx, oid, analysis)
  const image = images.find((one) => one.image_index === wish.image_index)
  const patient = await findPatient(trx, oid, analysis.pid)
  const archive = await findArchive(trx, oid, analysis.rid)
  if (!image || !patient || !archive) throw notFound()
  if (!image.findings) throw new Refusal(ERROR.conflict, 'image_not_analysed')
  return {
    key: { analysis_record_id: analysis.analysis_record_id, image_index: image.image_index },
    eye: eyeOf(image),
    images,
    image,
    findings: image.findings,
    patient,
    archive,
  }
}

type Newest = NonNullable<Awaited<ReturnType<typeof reports.findNewest>>>

function isSame(newest: Newest, opinion: string, uid: string, eye: string | null): boolean {
  return (
    newest.revoked_at === null &&
    newest.opinion === opinion &&
    newest.clinician === uid &&
    newest.data['eye'] === eye
  )
}
