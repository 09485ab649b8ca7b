import { randomBytes } from 'node:crypto'
import type { BodyOf, checkReportLetters, DataOf } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { codeText, readLetters } from './pdf/letters.ts'
import { findLetterhead } from './queries.ts'
import { readReport } from './service.ts'
import { makeSnapshot, reportNumber } from './snapshot.ts'
import { gather } from './sources.ts'
import type { Standing } from './standing.ts'

const UNSIGNED: Standing = {
  ...{ state: 'signed', sha256: '', altered: false, outdated: false, voided: null },
  ...{ kept_until: null, origin: null, newer: null, older: null },
}

/** The characters of a report, as it would be signed now, that its PDF cannot print. */
export async function checkLetters(
  ctx: Context,
  { actor, language }: Caller<Clinician>,
  wish: BodyOf<typeof checkReportLetters>,
): Promise<DataOf<typeof checkReportLetters>> {
  const snapshot = await withInstitution(ctx.db, actor.oid, async (trx) => {
    const sources = await gather(trx, actor.oid, wish)
    const now = ctx.now()
    return makeSnapshot({
      ...sources,
      report_no: reportNumber(now, randomBytes(16)),
      report_time: now,
      institution: await findLetterhead(trx, actor.oid),
      clinician: actor.name,
      opinion: wish.diagnostic_opinion,
      authorship: { origin: 'own', share: null },
    })
  })
  const opened = { oid: actor.oid, report_id: '', visitor: false, standing: UNSIGNED, snapshot }
  const { missing } = await readLetters(JSON.stringify(readReport(opened, language)))
  return { missing: missing.map((character) => ({ character, code: codeText(character) })) }
}
