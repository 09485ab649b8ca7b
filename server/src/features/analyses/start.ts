import type { Modality } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { turnOf } from '../../http/turns.ts'
import type { Trx } from '../../platform/database/database.ts'
import { audit, target } from '../audit/service.ts'
import { holdNewestAnalysis, type AnalysisRow } from '../sittings/analyses.ts'
import { analyseJob } from './analyse.job.ts'
import { cancelAnalyses } from '../sittings/cancel.ts'
import { sendEnd } from './progress.ts'
import { insertAnalysis } from './queries.ts'

interface Sitting {
  pid: string
  rid: string
  modality: Modality
}

/**
 * Returns the record with a new job, or the record that is running already. Single sittings are
 * analysed before those of a batch.
 */
export async function startAnalysis(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  sitting: Sitting,
  batch = false,
): Promise<string> {
  const { oid, uid } = actor
  const { analysis_record_id, started } = await insertAnalysis(trx, oid, {
    analysis_record_id: newId(),
    ...sitting,
    requested_by: uid,
  })
  if (!started) return analysis_record_id
  // All trial users together are one lane beside the institutions.
  const turn = { ...turnOf({ actor, ip }), batch }
  await ctx.queue.send(trx, analyseJob, { oid, analysis_record_id }, turn)
  await audit(trx, {
    actor,
    ip,
    action: 'analysis.start',
    ...target('analysis', analysis_record_id, { pid: sitting.pid }),
  })
  return analysis_record_id
}

/**
 * Analyses an archive anew whose change left its analysis with findings that no longer hold. One
 * that is still queued reads the change itself.
 */
export async function analyseAnew(
  ctx: Context,
  trx: Trx,
  caller: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  sitting: Sitting,
): Promise<void> {
  const newest = await holdNewestAnalysis(trx, caller.actor.oid, sitting.rid)
  if (newest?.outdated) await analyseAgain(ctx, trx, caller, newest)
}

/** Analyses an archive again, whatever runs of it now. */
export async function analyseAgain(
  ctx: Context,
  trx: Trx,
  caller: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  newest: AnalysisRow,
): Promise<void> {
  const { oid } = caller.actor
  const { pid, rid, modality } = newest
  await cancelAnalyses(trx, oid, { rid })
  // Pages that show the result fetch the new analysis.
  await sendEnd(ctx, trx, newest)
  await startAnalysis(ctx, trx, caller, { pid, rid, modality })
}

/** Analyses a sitting anew that images have joined; one without an analysis only where `first` says so. */
export async function restartAnalysis(
  ctx: Context,
  trx: Trx,
  caller: Pick<Caller<Clinician>, 'actor' | 'ip'>,
  sitting: Sitting,
  first: boolean,
): Promise<void> {
  const newest = await holdNewestAnalysis(trx, caller.actor.oid, sitting.rid)
  if (newest) await analyseAgain(ctx, trx, caller, newest)
  else if (first) await startAnalysis(ctx, trx, caller, sitting)
}
