import {
  ERROR,
  UNMERGE_DAYS,
  type BodyOf,
  type MergedRecord,
  type mergePatients,
  type unmergePatient,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { settlePictures } from '../deliveries/settle-pictures.ts'
import * as merges from './merge-queries.ts'

const DAY_MS = 86_400_000

/** Lets one record stand for two of one person. Nothing that is filed under either is moved or changed. */
export async function mergeRecords(
  ctx: Context,
  caller: Caller<Clinician>,
  { pid, merged_pid }: BodyOf<typeof mergePatients>,
): Promise<void> {
  const { oid, uid } = caller.actor
  if (pid === merged_pid) throw invalid({ merged_pid: 'merge_itself' })
  await withInstitution(ctx.db, oid, async (trx) => {
    const held = await merges.holdRecords(trx, oid, [pid, merged_pid])
    const [kept, merged] = [held.get(pid), held.get(merged_pid)]
    if (!kept || !merged) throw notFound()
    if (kept.merged_into !== null || merged.merged_into !== null)
      throw new Refusal(ERROR.conflict, 'merged_already')
    if (await merges.standsForOthers(trx, merged_pid))
      throw new Refusal(ERROR.conflict, 'merged_others')
    await merges.setMerged(trx, oid, merged_pid, { into: pid, by: uid, at: ctx.now() })
    await note(ctx, trx, caller, 'patient.merge', { pid, merged_pid })
  })
}

/** Gives a record back what is filed under it. */
export async function unmergeRecord(
  ctx: Context,
  caller: Caller<Clinician>,
  { merged_pid }: BodyOf<typeof unmergePatient>,
): Promise<void> {
  const { oid } = caller.actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const merged = (await merges.holdRecords(trx, oid, [merged_pid])).get(merged_pid)
    if (!merged) throw notFound()
    const { merged_into: pid, merged_at } = merged
    if (pid === null || merged_at === null) throw new Refusal(ERROR.conflict, 'merged_not')
    if (ctx.now() >= undoneUntil(merged_at)) throw new Refusal(ERROR.conflict, 'merged_for_good')
    await merges.setMerged(trx, oid, merged_pid, null)
    await note(ctx, trx, caller, 'patient.unmerge', { pid, merged_pid })
  })
}

const undoneUntil = (merged_at: Date) => new Date(merged_at.getTime() + UNMERGE_DAYS * DAY_MS)

/** The log of either record shows it, archives get photographs under the other number, and who has one open hears of it. */
async function note(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Caller<Clinician>,
  action: 'patient.merge' | 'patient.unmerge',
  { pid, merged_pid }: { pid: string; merged_pid: string },
): Promise<void> {
  for (const [one, other] of [
    [pid, merged_pid],
    [merged_pid, pid],
  ] as const) {
    const detail = { merged: one === merged_pid, other }
    await audit(trx, { actor, ip, action, ...target('patient', one), detail })
  }
  await settlePictures(ctx, trx, actor, { pids: [pid, merged_pid] })
  await ctx.events.send(trx, { oid: actor.oid }, 'patients', { patient_id: pid })
}

/** The records that this one stands for besides itself. */
export async function mergedInto(
  ctx: Context,
  trx: Trx,
  oid: string,
  pid: string,
): Promise<MergedRecord[]> {
  const rows = await merges.findMerged(trx, oid, pid)
  return rows.flatMap(({ merged_at, merged_by, ...row }) => {
    if (merged_at === null) return []
    const until = undoneUntil(merged_at)
    return [
      {
        ...row,
        merged_by: merged_by ?? '',
        merged_at: merged_at.toISOString(),
        undo_until: ctx.now() < until ? until.toISOString() : null,
      },
    ]
  })
}
