import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  ERROR,
  MODALITY,
  type BodyOf,
  type createReport,
  type DataOf,
  type Modality,
  takenOver,
} from '@mingmou/contract'
import { ANALYSERS } from '@mingmou/analysis'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { eyeOf, findAnalysedImages, holdAnalysis, sittingOf } from '../analyses/service.ts'
import { findArchive } from '../archives/service.ts'
import { sealOf } from '../audit/report-seals.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient } from '../patients/service.ts'
import * as reports from './queries.ts'
import { makeSnapshot, reportNumber, Snapshot, type InBoth } from './snapshot.ts'

type Wish = BodyOf<typeof createReport>

/**
 * Makes the report of one analysed image. The analysis is held, so that of two calls at once the second
 * finds the first one's report; the same opinion answers that one, another opinion takes its place.
 */
export async function makeReport(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  wish: Wish,
): Promise<DataOf<typeof createReport>> {
  if (wish.uid !== actor.uid) throw notFound()
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    const sources = await gather(trx, actor.oid, wish)
    const newest = await reports.findNewest(trx, actor.oid, sources.key)
    const { eye, image, findings, patient, archive, drafts } = sources
    if (newest && isSame(newest, wish.diagnostic_opinion, actor.uid, drafts)) {
      return { report_no: newest.report_no, report_id: newest.report_id }
    }
    const opinion_origin = originOf(wish.diagnostic_opinion, drafts.machine_opinion)
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
      image_count: sources.image_count,
      opinion: wish.diagnostic_opinion,
      opinion_origin,
      ...drafts,
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
    const about = target('report', report_id, { pid: patient.pid })
    const detail = { opinion_origin, ...(await sealOf(trx, report_id)) }
    await audit(trx, { actor, ip, action: 'report.create', ...about, detail })
    return { report_no, report_id }
  })
}

async function gather(trx: Trx, oid: string, wish: Wish) {
  const analysis = await holdAnalysis(trx, oid, wish.analysis_id)
  if (
    analysis?.pid !== wish.patient_id ||
    MODALITY[analysis.modality].class !== wish.analysis_type
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
    image,
    image_count: images.length,
    findings: image.findings,
    drafts: draftsOf(analysis.modality, images, image.image_index),
    patient,
    archive,
  }
}

interface Drafts {
  machine_opinion: InBoth
  patient_opinion: InBoth | null
}

/** What the machine says of the photograph and of its sitting, in both languages. */
function draftsOf(
  modality: Modality,
  images: Parameters<typeof sittingOf>[0],
  index: number,
): Drafts {
  const analyser = ANALYSERS[modality]
  const sitting = sittingOf(images)
  const [zh, en] = [analyser.opinionOfAll(sitting, 'zh-CN'), analyser.opinionOfAll(sitting, 'en')]
  return {
    machine_opinion: {
      'zh-CN': analyser.opinionOf(sitting, index, 'zh-CN'),
      en: analyser.opinionOf(sitting, index, 'en'),
    },
    patient_opinion: zh && en ? { 'zh-CN': zh, en } : null,
  }
}

/** A draft signed as it is, whole or its conclusion and advice, is the machine's and said to be. */
function originOf(opinion: string, drafts: InBoth): 'own' | 'taken_over' {
  const same = Object.values(drafts).flatMap((draft) => [draft, takenOver(draft)])
  const plain = (text: string) => text.replace(/\s+/g, '')
  return same.some((draft) => plain(draft) === plain(opinion)) ? 'taken_over' : 'own'
}

type Newest = NonNullable<Awaited<ReturnType<typeof reports.findNewest>>>

/** The same opinion of the same person, of a photograph and a sitting of which the machine says the same. */
function isSame(newest: Newest, opinion: string, uid: string, drafts: Drafts): boolean {
  const { machine_opinion, patient_opinion } = Snapshot.parse(newest.data)
  return (
    newest.revoked_at === null &&
    newest.opinion === opinion &&
    newest.clinician === uid &&
    isDeepStrictEqual({ machine_opinion, patient_opinion }, drafts)
  )
}
