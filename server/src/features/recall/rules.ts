import { STEP_TABLES } from '@mingmou/analysis'
import {
  modalityOf,
  proposeStep,
  type BodyOf,
  type DataOf,
  type getStepRules,
  type proposeNextStep,
  type setStepRules,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { isSamePerson } from '../../platform/database/person.ts'
import { audit, target } from '../audit/service.ts'
import { findAnalysedImages } from '../sittings/analysed-images.ts'
import { findAnalysis } from '../sittings/analyses.ts'
import { eyesOfSitting } from '../sittings/sitting.ts'
import { hasSteps } from './sign.ts'
import * as steps from './queries.ts'

export const openRules = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
): Promise<DataOf<typeof getStepRules>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    await audit(trx, { actor, ip, action: 'recall.rules' })
    return { rules: await steps.findRules(trx, actor.oid), presets: STEP_TABLES }
  })

export const changeRules = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { rules }: BodyOf<typeof setStepRules>,
): Promise<void> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { oid } = actor
    await steps.updateRules(trx, oid, rules)
    const detail = { on: rules !== null, preset: rules?.preset ?? null }
    await audit(trx, {
      actor,
      ip,
      action: 'recall.set-rules',
      detail,
      ...target('institution', oid),
    })
  })

export async function propose(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { patient_id, analysis_id, analysis_type }: BodyOf<typeof proposeNextStep>,
): Promise<DataOf<typeof proposeNextStep>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const { key } = modalityOf(analysis_type)
    const analysis = await findAnalysis(trx, oid, analysis_id, key)
    if (!analysis || !(await isSamePerson(trx, analysis.pid, patient_id))) throw notFound()
    const about = target('archive', analysis.rid, { pid: analysis.pid })
    await audit(trx, { actor, ip, action: 'recall.propose', ...about })
    const rules = hasSteps(analysis_type) ? await steps.findRules(trx, oid) : null
    if (rules === null || analysis.status !== 'done') return { rules, proposed: null }
    const images = await findAnalysedImages(trx, oid, analysis)
    return { rules, proposed: proposeStep(eyesOfSitting(analysis.modality, images), rules) }
  })
}
