import { ReviewReason, toldStage, Treated, type EyeSummary } from '@mingmou/contract'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import { invalid } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import { findNumbered } from '../orders/numbered.ts'
import { findByNumber } from '../patients/by-number.ts'
import { findOutside, type OutsideReport } from '../reports/outside.ts'
import { findOutsideSittings, type OutsideSitting } from '../sittings/outside.ts'
import {
  Accession,
  Cursor,
  Limit,
  NoQuery,
  PatientNumber,
  pageOf,
  Placer,
  toPage,
} from './fields.ts'
import { operation, type Asked } from './operation.ts'

const Eye = z.object({
  eye: z.enum(['OD', 'OS']).nullable(),
  photographs: z.int(),
  gradable: z.int(),
  /** Suspected stage of diabetic retinopathy, 0 to 4; null where it cannot be told, and of a treated eye without lesions. */
  stage: z.int().nullable(),
  /** Of an eye without a stage: it is this or worse. */
  at_least: z.int().nullable(),
  /** Of an eye without a stage: suspected lesions were found. */
  lesions: z.boolean(),
  referral: z.enum(['none', 'review', 'referable']).nullable(),
  reasons: z.array(ReviewReason),
  /** How the eye was treated: without lesions it has no stage then, unless a clinician stated it. */
  treated: Treated.nullable(),
})

const Result = z.object({
  sitting: z.string(),
  number: z.string(),
  modality: z.string(),
  record_date: z.string(),
  photographs: z.int(),
  accession: z.string().nullable(),
  /** `none`: nothing was analysed; `preliminary`: the machine's alone; `final`: a report stands. */
  state: z.enum(['none', 'waiting', 'failed', 'preliminary', 'final']),
  /** What the machine says, with what clinicians corrected. It is no opinion of a clinician. */
  eyes: z.array(Eye),
  reports: z.array(
    z.object({
      report_no: z.string(),
      state: z.enum(['signed', 'superseded', 'void']),
      signed_at: z.string(),
    }),
  ),
})

export const searchResults = operation({
  method: 'POST',
  path: '/results/search',
  scope: 'results:read',
  summary: 'Sittings and their results: of an order, of a patient, or all of them by pages',
  params: NoQuery,
  query: NoQuery,
  body: z.strictObject({
    accession: Accession.optional(),
    placer_number: Placer.optional(),
    number: PatientNumber.optional(),
    cursor: Cursor.optional(),
    limit: Limit,
  }),
  answer: pageOf(Result),
  example: { body: { number: '{number}' } },
})

export const readResult = operation({
  method: 'GET',
  path: '/results/:sitting',
  scope: 'results:read',
  summary: 'One sitting and its result',
  params: z.strictObject({ sitting: Cursor }),
  query: NoQuery,
  body: NoQuery,
  answer: Result,
  example: { params: { sitting: '{sitting}' } },
})

const toEye = ({ treated = null, ...summary }: EyeSummary) => {
  const { eye, photographs, gradable, at_least, lesions, referral, reasons } = summary
  const stage = toldStage({ ...summary, treated })
  return { eye, photographs, gradable, stage, at_least, lesions, referral, reasons, treated }
}

function stateOf({ status }: OutsideSitting, reports: readonly OutsideReport[]) {
  if (reports.some(({ state }) => state === 'signed')) return 'final'
  if (status === null || status === 'cancelled') return 'none'
  if (status === 'done') return 'preliminary'
  return status === 'failed' ? 'failed' : 'waiting'
}

/** Sittings with their reports and the orders that they closed. */
async function toResults(
  trx: Trx,
  oid: string,
  sittings: readonly OutsideSitting[],
): Promise<z.input<typeof Result>[]> {
  const rids = sittings.map(({ rid }) => rid)
  const reports = await findOutside(trx, oid, { rids }, 1000)
  const orders = await trx
    .selectFrom('orders')
    .select(['rid', 'accession'])
    .where('oid', '=', oid)
    .where('rid', 'in', [...rids, NOBODY])
    .execute()
  return sittings.map((row) => {
    const own = reports.filter(({ rid }) => rid === row.rid)
    return {
      sitting: row.rid,
      number: row.number,
      modality: row.modality,
      record_date: row.record_date,
      photographs: row.images,
      accession: orders.find(({ rid }) => rid === row.rid)?.accession ?? null,
      state: stateOf(row, own),
      eyes: row.eyes.map(toEye),
      reports: own.map(({ report_no, state, created_at }) => ({
        report_no,
        state,
        signed_at: created_at.toISOString(),
      })),
    }
  })
}

/** SQL has no empty `in`. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export async function search(
  ctx: Context,
  { caller, body }: Asked<typeof searchResults>,
): Promise<z.input<(typeof searchResults)['answer']>> {
  const { actor, ip } = caller
  const { oid } = actor
  const { accession, placer_number: placer, number, cursor, limit } = body
  const named = Object.entries({ accession, placer_number: placer, number }).filter(
    ([, value]) => value !== undefined,
  )
  if (named.length > 1) throw invalid({ [named[1]?.[0] ?? '']: 'not_allowed' })
  return withInstitution(ctx.db, oid, async (trx) => {
    const wanted = await whichOf(trx, oid, { accession, placer, number })
    const found =
      wanted === null
        ? []
        : await findOutsideSittings(trx, oid, { ...wanted, after: cursor }, limit + 1)
    const { rows, next } = toPage(
      found,
      limit,
      ({ rid }) => rid,
      (row) => row,
    )
    await audit(trx, { actor, ip, action: 'analysis.list', detail: { rows: rows.length } })
    return { rows: await toResults(trx, oid, rows), next }
  })
}

/** What the numbers stand for; null where they stand for nothing, or an order is still open. */
async function whichOf(
  trx: Trx,
  oid: string,
  { accession, placer, number }: Record<'accession' | 'placer' | 'number', string | undefined>,
): Promise<{ rid?: string; pid?: string } | null> {
  if (number !== undefined) {
    const patient = await findByNumber(trx, oid, number)
    return patient ? { pid: patient.pid } : null
  }
  if (accession === undefined && placer === undefined) return {}
  const by = accession === undefined ? { placer: placer ?? '' } : { accession }
  const rid = (await findNumbered(trx, oid, by))?.rid ?? null
  return rid === null ? null : { rid }
}

export async function open(
  ctx: Context,
  { caller, params }: Asked<typeof readResult>,
): Promise<z.input<typeof Result> | undefined> {
  const { actor, ip } = caller
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const found = await findOutsideSittings(trx, oid, { rid: params.sitting }, 1)
    const [result] = await toResults(trx, oid, found)
    const about = {
      pid: found[0]?.pid ?? '',
      target_type: 'archive',
      target_id: params.sitting,
    } as const
    if (result) await audit(trx, { actor, ip, action: 'analysis.open', ...about })
    return result
  })
}
