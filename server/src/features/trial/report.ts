import {
  DiabeticPhotograph,
  FundusFindings,
  LESIONS,
  type BodyOf,
  type DataOf,
  type getTrialReport,
  type TrialResult,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findingsJson } from '../sittings/stored-findings.ts'
import { audit, target } from '../audit/service.ts'
import { readOf } from '../notices/service.ts'
import { toPhotograph } from '../reports/service.ts'
import { reportedOf } from '../reports/snapshot.ts'
import { countsOf, toFile } from './batches.ts'
import * as trial from './queries.ts'
import { findAnalysed, type AnalysedRow } from './report-queries.ts'
import { asTenant } from '../tenants/tenants.ts'

/** It has to be taken again: before what shows no reason for a referral. */
const UNJUDGED = 8

/** Suggested referrals by their stage, then those suspected without a stage, then those without one or with other disease. */
function badnessOf({ dr_grade, dr, other_disease }: FundusFindings): number {
  if (dr_grade === null) return dr?.referable ? UNJUDGED + 1 : UNJUDGED - 1
  const bad = dr_grade + (dr?.macular_oedema ? 0.5 : 0)
  if (dr?.referable) return UNJUDGED + 2 + bad
  return other_disease?.suspected ? UNJUDGED - 1 : bad
}

/**
 * What the analysis says of every photograph about diabetic eye disease, the worst first. Nothing is
 * said of a person: the photographs of a batch may be of many.
 */
export async function reportOfBatch(
  ctx: Context,
  caller: Caller,
  { uid, anal_id }: BodyOf<typeof getTrialReport>,
): Promise<DataOf<typeof getTrialReport>> {
  const tenant = await asTenant(ctx, caller, uid)
  const { actor, ip, language } = tenant
  const { oid } = actor
  const { batch, photographs, analysed } = await withInstitution(ctx.db, oid, async (trx) => {
    const batch = await trial.findBatch(trx, oid, anal_id)
    if (!batch) throw notFound()
    await audit(trx, { actor, ip, action: 'analysis.open', ...target('analysis', anal_id) })
    const photographs = await trial.findPhotographs(trx, oid, [anal_id])
    const rids = photographs.map(({ rid }) => rid)
    await readOf(ctx, trx, actor, rids)
    return { batch, photographs, analysed: await findAnalysed(trx, oid, anal_id) }
  })
  const images = await Promise.all(
    photographs.map(async (row) => {
      const found = analysed.find(({ rid }) => rid === row.rid)
      const findings = found && FundusFindings.parse(findingsJson.read(found.findings))
      const bad = findings?.gradable ? badnessOf(findings) : UNJUDGED
      const photograph = found && findings ? await photographOf(ctx, found, findings) : null
      const image: TrialResult = { ...(await toFile(ctx, row, language)), photograph }
      return { bad, image }
    }),
  )
  const worstFirst = images.toSorted((a, b) => b.bad - a.bad).map(({ image }) => image)
  return { report_data: { ...countsOf(batch, photographs), images: worstFirst } }
}

const SHOWN = new Set<string>(LESIONS)

async function photographOf(
  ctx: Context,
  row: AnalysedRow,
  findings: FundusFindings,
): Promise<DiabeticPhotograph> {
  const { eye } = findings
  const reported = reportedOf({
    image: { ...row, overlays: row.overlays.filter(({ name }) => SHOWN.has(name)) },
    eye,
    eye_source: eye && ('machine' as const),
    machine_eye: eye,
    findings,
    corrections: [],
    drawn: null,
    section: null,
    machine_opinion: { 'zh-CN': '', en: '' },
  })
  // The part about diabetic eye disease of what a report says.
  return DiabeticPhotograph.parse(await toPhotograph(ctx, reported, 'zh-CN'))
}
