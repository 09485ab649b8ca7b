import { randomBytes } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import {
  authorshipOf,
  ERROR,
  isSameStep,
  type BodyOf,
  type createReport,
  type DataOf,
  type RecordedTreatment,
  type SignedStep,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { changedLately, requireOwnHands } from '../accounts/holds.ts'
import { sealOf } from '../audit/report-seals.ts'
import { audit, target } from '../audit/service.ts'
import { planReport } from '../deliveries/plan.ts'
import { requireReadings } from '../readings/require.ts'
import { keepStep, stepToSign } from '../recall/sign.ts'
import { holdDraft, removeDraft, type DraftKey, type DraftRow } from './draft-queries.ts'
import { tellHooks } from '../webhooks/plan.ts'
import * as reports from './queries.ts'
import { requirePassword } from './sign-password.ts'
import { makeSnapshot, reportNumber, type InBoth } from './snapshot.ts'
import { gather } from './sources.ts'
import { reportJson } from './stored-report.ts'

type Wish = BodyOf<typeof createReport>

/**
 * Makes the report of one analysed image, or of one of each eye. The analysis is locked, so the
 * second of two calls finds the report of the first. The same opinion returns that report. Another
 * opinion replaces it.
 */
export async function makeReport(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  wish: Wish,
): Promise<DataOf<typeof createReport>> {
  if (wish.uid !== actor.uid) throw notFound()
  await requirePassword(ctx, { actor, ip, language }, wish.password)
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    await requireOwnHands(ctx, trx, actor.uid)
    const { pid, rid, key, referral, eyes, ...sources } = await gather(trx, actor.oid, wish)
    const { modality } = sources.photograph.findings
    await requireReadings(trx, actor, { rid, modality, eyes })
    const { archive } = sources
    const now = ctx.now()
    const sat_on = archive.record_date
    const sat = { diagnosis_class: wish.analysis_type, sat_on, now, eyes }
    const next_step = await stepToSign(trx, actor.oid, wish.next_step, sat)
    const newest = await reports.findNewest(trx, actor.oid, key)
    const drafts = draftsOf(sources)
    const draft = await seenDraft(trx, actor.oid, { ...key, rid }, wish)
    const { treatments } = sources
    const asked = {
      opinion: wish.diagnostic_opinion,
      uid: actor.uid,
      drafts,
      treatments,
      next_step,
    }
    if (newest && isSame(newest, asked)) {
      // A draft of what is signed already would stand against the next one.
      if (draft) await removeDraft(trx, draft.draft_id)
      return { report_no: newest.report_no, report_id: newest.report_id }
    }
    if (wish.supersedes !== undefined && wish.supersedes !== (newest?.report_id ?? '')) {
      throw new Refusal(ERROR.conflict, 'report_newer')
    }
    if (wish.draft_id !== undefined) {
      if (!draft) throw new Refusal(ERROR.conflict, 'draft_gone')
      await removeDraft(trx, draft.draft_id)
    }
    const authorship = authorshipOf(
      wish.diagnostic_opinion,
      drafts.flatMap(({ text }) => Object.values(text)),
    )
    const report_id = newId()
    const report_no = reportNumber(now, randomBytes(16))
    const snapshot = makeSnapshot({
      ...sources,
      report_no,
      report_time: now,
      institution: await reports.findLetterhead(trx, actor.oid),
      clinician: actor.name,
      opinion: wish.diagnostic_opinion,
      authorship,
      next_step,
    })
    await reports.insertReport(trx, {
      report_id,
      report_no,
      oid: actor.oid,
      pid,
      ...key,
      referral,
      diagnosis_class: snapshot.diagnosis_class,
      opinion: wish.diagnostic_opinion,
      data: reportJson.write(snapshot),
      clinician: actor.uid,
      supersedes: newest?.report_id ?? null,
      created_at: now,
    })
    if (next_step) {
      const supersedes = newest?.report_id ?? null
      const { oid, uid } = actor
      const signed = { oid, uid, report_id, pid, rid, sat_on, now, supersedes }
      await keepStep(trx, next_step, signed)
    }
    const about = target('report', report_id, { pid })
    const { origin, share } = authorship
    const written = { opinion_origin: origin, ...(share !== null && { opinion_share: share }) }
    const signer = await changedLately(ctx, trx, actor.uid)
    const detail = { ...written, ...signer, ...(await sealOf(trx, report_id)) }
    await audit(trx, { actor, ip, action: 'report.create', ...about, detail })
    const by = { oid: actor.oid, uid: actor.uid, language }
    await planReport(ctx, trx, by, {
      report_id,
      pid,
      rid,
      patient: { name: snapshot.name, number: snapshot.id, gender: snapshot.gender },
      shown: [snapshot, ...(snapshot.fellow ? [snapshot.fellow] : [])],
    })
    const told = { oid: actor.oid, uid: actor.uid, pid, rid, now }
    await tellHooks(ctx, trx, { ...told, type: 'report.signed', report_no })
    if (newest?.voided_at === null) {
      const ended = { report_no: newest.report_no, superseded_by: report_no }
      await tellHooks(ctx, trx, { ...told, type: 'report.superseded', ...ended })
    }
    await ctx.events.send(trx, { oid: actor.oid }, 'worklist', { image_id: rid })
    return { report_no, report_id }
  })
}

/** The draft of this report as the caller saw it, held; null where it is gone or changed. */
async function seenDraft(
  trx: Trx,
  oid: string,
  { rid, image_index, fellow_index }: DraftKey,
  { draft_id, version }: Wish,
): Promise<DraftRow | null> {
  if (draft_id === undefined) return null
  const draft = await holdDraft(trx, oid, { draft_id })
  const isOfReport =
    draft?.rid === rid &&
    (fellow_index === null
      ? draft.fellow_index === null && draft.image_index === image_index
      : draft.fellow_index !== null)
  return isOfReport && draft.version === version ? draft : null
}

interface Draft {
  /** null for the text of the sitting, otherwise the image. */
  index: number | null
  text: InBoth
}

interface Drafted {
  image_index: number
  machine_opinion: InBoth
}

/** The machine's texts on each photograph and on the sitting. */
function draftsOf(of: {
  photograph: { image: { image_index: number }; machine_opinion: InBoth }
  fellow: { image: { image_index: number }; machine_opinion: InBoth } | null
  patient_opinion: InBoth | null
}): Draft[] {
  const { photograph, fellow, patient_opinion } = of
  const drafted = [photograph, ...(fellow ? [fellow] : [])].map(({ image, machine_opinion }) => ({
    image_index: image.image_index,
    machine_opinion,
  }))
  return listed(drafted, patient_opinion)
}

const listed = (photographs: readonly Drafted[], patient: InBoth | null): Draft[] => [
  ...photographs.map(({ image_index, machine_opinion }) => ({
    index: image_index,
    text: machine_opinion,
  })),
  ...(patient ? [{ index: null, text: patient }] : []),
]

type Newest = NonNullable<Awaited<ReturnType<typeof reports.findNewest>>>

interface Asked {
  opinion: string
  uid: string
  drafts: readonly Draft[]
  treatments: readonly RecordedTreatment[]
  next_step: SignedStep | null
}

/**
 * Whether person, opinion, next step, photographs, the machine's texts on them and the treatments on record are the
 * same.
 */
function isSame(newest: Newest, { opinion, uid, drafts, treatments, next_step }: Asked): boolean {
  const { fellow, patient_opinion, ...photograph } = reportJson.read(newest)
  const before = listed(fellow ? [photograph, fellow] : [photograph], patient_opinion)
  return (
    newest.voided_at === null &&
    newest.opinion === opinion &&
    newest.clinician === uid &&
    isSameStep(photograph.next_step, next_step) &&
    isDeepStrictEqual(before, drafts) &&
    isDeepStrictEqual(photograph.treatments, treatments)
  )
}
