import {
  MODALITY,
  modalityOf,
  untoldEyes,
  ERROR,
  MODALITIES,
  REPORT_NO,
  REPORT_PUBLIC_DAYS,
  imageName,
  upgradeOutcome,
  type BodyOf,
  type DataOf,
  type Language,
  type listReports,
  type ReportData,
  type ReportedPicture,
  type verifyReport,
  type voidReport,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { Reading } from '../../platform/files/files.ts'
import { changedLately, requireOwnHands } from '../accounts/holds.ts'
import { signOverlays } from '../sittings/overlays.ts'
import { audit, target } from '../audit/service.ts'
import { planVoid } from '../deliveries/plan.ts'
import { tellHooks } from '../webhooks/plan.ts'
import * as reports from './queries.ts'
import type { Snapshot, SnapshotPhotograph } from './snapshot.ts'
import { documentOf, standingIn, standingOf, type Standing } from './standing.ts'
import { reportJson } from './stored-report.ts'

export interface Reader {
  /** null: a visitor with a link. */
  actor: Actor | null
  ip: string
}

export interface OpenedReport {
  oid: string
  report_id: string
  /** The reader is not of the institution: phone and card number are masked. */
  visitor: boolean
  snapshot: Snapshot
  standing: Standing
}

const DAY_MS = 86_400_000
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * A clinician of the institution opens the report by its id, everybody else by its number. A
 * visitor gets masked phone and card number, and only a report that stands, for 30 days.
 */
export async function openReport(
  ctx: Context,
  reader: Reader,
  wanted: { report: string; diagnosis_class?: string; print?: boolean },
): Promise<OpenedReport> {
  const { actor } = reader
  const found = await locate(ctx, wanted.report, actor)
  if (!found) throw await missing(ctx, wanted.report)
  const { oid, by } = found
  const visitor = actor?.oid !== oid
  const opened = await withInstitution(ctx.db, oid, async (trx) => {
    const row = await reports.findReport(trx, oid, by)
    if (!row || (wanted.diagnosis_class ?? row.diagnosis_class) !== row.diagnosis_class) return null
    if (visitor && row.kept_until !== null) return null
    const refused = visitor ? whyClosed(ctx, row) : null
    await audit(trx, {
      ...reader,
      action: wanted.print === true ? 'report.print' : 'report.open',
      ...target('report', row.report_id, { pid: row.pid, oid }),
      outcome: refused === null ? 'success' : 'refused',
      detail: { visitor },
    })
    return { row, refused, standing: await standingOf(trx, oid, row) }
  })
  if (opened === null) throw notFound()
  if (opened.refused !== null) throw new Refusal(ERROR.notFound, opened.refused)
  const { row, standing } = opened
  const snapshot = reportJson.read(row)
  return {
    oid,
    report_id: row.report_id,
    visitor,
    snapshot: visitor ? masked(snapshot) : snapshot,
    // What another report says, and where this one was made, is not for visitors.
    standing: visitor ? { ...standing, older: null, origin: null } : standing,
  }
}

/** A report of the reader's own institution, by its number; that of another one is not there. */
export async function openOwnReport(
  ctx: Context,
  reader: { actor: Clinician; ip: string },
  report_no: string,
  print = false,
): Promise<OpenedReport> {
  const found = await locate(ctx, report_no, null)
  if (found?.oid !== reader.actor.oid) throw notFound()
  return openReport(ctx, reader, { report: report_no, print })
}

/** A number that nobody has, or whose report was erased. */
async function missing(ctx: Context, report_no: string): Promise<Refusal> {
  const erased = REPORT_NO.test(report_no) && (await reports.isErased(ctx.db, report_no))
  return erased ? new Refusal(ERROR.notFound, 'report_erased') : notFound()
}

async function locate(ctx: Context, wanted: string, actor: Actor | null) {
  if (REPORT_NO.test(wanted)) {
    const oid = await reports.findInstitution(ctx.db, wanted)
    return oid === null ? null : { oid, by: { report_no: wanted } }
  }
  const report_id = wanted.toLowerCase()
  if (!ID.test(report_id) || !actor?.oid) return null
  return { oid: actor.oid, by: { report_id } }
}

function whyClosed(ctx: Context, row: reports.ReportRow) {
  if (row.state === 'void') return 'report_void'
  if (row.state === 'superseded') return 'report_superseded'
  const ends = row.created_at.getTime() + REPORT_PUBLIC_DAYS * DAY_MS
  return ctx.now().getTime() < ends ? null : 'report_expired'
}

/** Head and tail stay, as on a bank slip. A short value is masked whole. */
function mask(value: string, head: number, tail: number): string {
  const hidden = Math.max(0, value.length - head - tail)
  return hidden === 0
    ? '*'.repeat(value.length)
    : value.slice(0, head) + '*'.repeat(hidden) + value.slice(value.length - tail)
}

const masked = (report: Snapshot): Snapshot => ({
  ...report,
  phone: report.phone === null ? null : mask(report.phone, 3, 4),
  id: mask(report.id, 1, 2),
})

/** Replaces the file keys of the snapshot with signed addresses. */
export async function toReportData(
  ctx: Context,
  { snapshot, standing, visitor }: OpenedReport,
  language: Language,
): Promise<ReportData> {
  // A report that a visitor may not read any more is in no cache of the browser either.
  const reading = { kept: !visitor }

  const { fellow, organization, patient_opinion, ...rest } = snapshot
  const { logo } = organization
  return {
    ...rest,
    ...(await toPhotograph(ctx, snapshot, language, reading)),
    fellow: fellow && (await toPhotograph(ctx, fellow, language, reading)),
    patient_opinion: patient_opinion?.[language] ?? null,
    organization: { name: organization.name, logo: logo && (await ctx.files.signedUrl(logo)) },
    standing: standingIn(snapshot, standing, language),
    // Of one modality, as the answer is checked to be.
  } as object as ReportData
}

/** With addresses in the place of keys, and the machine's text in one language. */
export async function toPhotograph(
  ctx: Context,
  photograph: SnapshotPhotograph,
  language: Language,
  reading?: Reading,
): Promise<ReportedPicture> {
  const { image_key, overlays, machine_opinion, ...rest } = photograph
  const signed = await signOverlays(ctx, overlays, reading)
  const addresses = new Map(overlays.map(({ key }, index) => [key, signed[index]?.url ?? '']))
  return {
    ...withAddresses(rest, addresses),
    machine_opinion: machine_opinion[language],
    image_url: await ctx.files.signedUrl(image_key, reading),
    overlays: signed,
  }
}

/** Replaces every map key in a modality's part with its address. */
function withAddresses<Part>(part: Part, addresses: ReadonlyMap<string, string>): Part {
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return addresses.get(value) ?? value
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner)]))
  }
  return visit(part) as Part
}

/** The report for reading in one language. */
export const readReport = ({ snapshot, standing }: OpenedReport, language: Language) =>
  documentOf(snapshot, standingIn(snapshot, standing, language), language)

export async function searchReports(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { page, size, ...wanted }: BodyOf<typeof listReports>,
  language: Language,
): Promise<DataOf<typeof listReports>> {
  const { pid } = wanted
  const filter = {
    diagnosis_class: wanted.diagnosis_class ?? '',
    referral: wanted.referral ?? '',
    stage: wanted.stage ?? '',
    state: wanted.state ?? '',
    start_date: wanted.start_date ?? '',
    end_date: wanted.end_date ?? '',
    clinician: wanted.clinician,
    keyword: wanted.keyword ?? '',
    pid,
    deleted: wanted.deleted ?? false,
  } as const
  const { found, authors } = await withInstitution(ctx.db, actor.oid, async (trx) => {
    const rows = await reports.findReports(trx, actor.oid, filter, { page, size })
    const detail = { rows: rows.rows.length }
    // The entry names no patient of another institution.
    const about = { ...(pid !== undefined && rows.rows.length > 0 && { pid }), detail }
    await audit(trx, { actor, ip, action: 'report.list', ...about })
    return { found: rows, authors: await reports.findAuthors(trx, actor.oid) }
  })
  return {
    page: found.page,
    total_count: found.total_count,
    total_more: found.total_more,
    rows: found.rows.map(toListed),
    authors,
    diagnostic_map: Object.fromEntries(
      MODALITIES.map(({ key, class: name }) => [name, imageName(key, language)]),
    ),
  }
}

function toListed(row: reports.ListedReport): DataOf<typeof listReports>['rows'][number] {
  return {
    report_id: row.report_id,
    report_no: row.report_no,
    diagnosis_class: row.diagnosis_class,
    pid: row.pid,
    name: row.name,
    ad_card_number: row.ad_card_number,
    outcomes: row.outcomes.map(upgradeOutcome),
    untold: untoldIn(row),
    record_date: row.record_date,
    report_time: row.created_at.toISOString(),
    clinician: row.clinician,
    diagnostic_opinion: row.opinion,
    state: row.state,
    outdated: row.outdated,
    kept_until: row.kept_until,
    delivery: row.delivery,
  }
}

const untoldIn = (row: reports.ListedReport) =>
  MODALITY[modalityOf(row.diagnosis_class).key].staged ? untoldEyes(row) : []

/** Nobody takes it back. The institution can still read the report. */
export async function declareVoid(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  { report_id, reason }: BodyOf<typeof voidReport>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    await requireOwnHands(ctx, trx, uid)
    const report = await reports.findReport(trx, oid, { report_id })
    if (!report) throw notFound()
    const given = { voided_at: ctx.now(), voided_by: uid, void_reason: reason }
    if (!(await reports.setVoid(trx, oid, report_id, given))) {
      throw new Refusal(ERROR.conflict, 'report_void')
    }
    const about = target('report', report_id, { pid: report.pid })
    const detail = await changedLately(ctx, trx, uid)
    await audit(trx, { actor, ip, action: 'report.void', ...about, detail })
    await planVoid(ctx, trx, { oid, uid, language }, { report_id, pid: report.pid })
    const { pid, rid, report_no } = report
    const now = given.voided_at
    await tellHooks(ctx, trx, { type: 'report.voided', oid, uid, pid, rid, report_no, now })
  })
}

/** Whether a report stands, for anybody who has its number. Says nothing about the patient. */
export async function verify(
  ctx: Context,
  reader: Reader,
  { report_no }: BodyOf<typeof verifyReport>,
): Promise<DataOf<typeof verifyReport>> {
  const oid = REPORT_NO.test(report_no) ? await reports.findInstitution(ctx.db, report_no) : null
  if (oid === null) throw await missing(ctx, report_no)
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const row = await reports.findReport(trx, oid, { report_no })
    if (!row) return null
    const about = target('report', row.report_id, { pid: row.pid, oid })
    await audit(trx, { ...reader, action: 'report.verify', ...about })
    return { row, standing: await standingOf(trx, oid, row) }
  })
  if (found === null) throw notFound()
  const { row, standing } = found
  return {
    report_no,
    state: row.state,
    altered: standing.altered,
    diagnosis_class: row.diagnosis_class,
    institution: reportJson.read(row).organization.name,
    report_time: row.created_at.toISOString(),
    sha256: standing.sha256,
    ended_at: (row.voided_at ?? standing.newer?.created_at)?.toISOString() ?? null,
    opens: whyClosed(ctx, row) === null && row.kept_until === null,
  }
}
