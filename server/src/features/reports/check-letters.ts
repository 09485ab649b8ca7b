import { randomBytes } from 'node:crypto'
import {
  letterDocument,
  LETTERS,
  type BodyOf,
  type checkReportLetters,
  type DataOf,
  type ReportDocument,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { callOf, stepToSign } from '../recall/sign.ts'
import { unprintable } from './pdf/letters.ts'
import { findLetterhead } from './queries.ts'
import { readReport } from './service.ts'
import { makeSnapshot, reportNumber } from './snapshot.ts'
import { gather } from './sources.ts'
import { standingIn, type Standing } from './standing.ts'

const UNSIGNED: Standing = {
  state: 'signed',
  sha256: '',
  altered: false,
  outdated: false,
  voided: null,
  kept_until: null,
  origin: null,
  newer: null,
  older: null,
}

/** The characters that the PDF of a report, as it would be signed now, and those of its letters cannot print. */
export async function checkLetters(
  ctx: Context,
  { actor, language }: Caller<Clinician>,
  wish: BodyOf<typeof checkReportLetters>,
): Promise<DataOf<typeof checkReportLetters>> {
  const { oid } = actor
  const printed = await withInstitution(ctx.db, oid, async (trx): Promise<ReportDocument[]> => {
    const { eyes, ...sources } = await gather(trx, oid, wish)
    const now = ctx.now()
    const sat = { diagnosis_class: wish.analysis_type, sat_on: sources.archive.record_date, now }
    const next_step =
      wish.next_step === undefined
        ? null
        : await stepToSign(trx, oid, wish.next_step, { ...sat, eyes })
    const snapshot = makeSnapshot({
      ...sources,
      report_no: reportNumber(now, randomBytes(16)),
      report_time: now,
      institution: await findLetterhead(trx, oid),
      clinician: actor.name,
      opinion: wish.diagnostic_opinion,
      authorship: { origin: 'own', share: null },
      next_step,
    })
    const opened = { oid, report_id: '', visitor: false, standing: UNSIGNED, snapshot }
    const report = readReport(opened, language)
    if (next_step === null) return [report]
    const told = { ...snapshot, standing: standingIn(snapshot, UNSIGNED, language) }
    const { birthday } = sources.patient
    const facts = { step: next_step, birthday, call: await callOf(trx, oid), page: null }
    return [report, ...LETTERS.map((to) => letterDocument(told, facts, to, language))]
  })
  return { missing: await unprintable(printed) }
}
