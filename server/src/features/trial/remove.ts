import { TRIAL } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { eachAlone } from '../../duty.ts'
import type { Caller } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { emptyFolder } from '../erasure/sweep.ts'
import { lockTenant } from './queries.ts'
import { findOld, findTenants } from './remove-queries.ts'

const DAY_MS = 86_400_000

/**
 * Removes photographs of a tenant with their files, archives, analyses and empty batches. The rows go first, and name
 * the folders that go with them: no transaction waits for the store. What it does not remove now goes with the next sweep
 * of all that is erased.
 */
export async function removePhotographs(
  ctx: Context,
  oid: string,
  by: Pick<Caller, 'actor' | 'ip'> | { uid: string },
  choose: (trx: Trx) => Promise<string[]>,
): Promise<void> {
  const folders = await withInstitution(ctx.db, oid, async (trx) => {
    // A batch that is begun meanwhile would take in photographs that are removed here.
    await lockTenant(trx, oid)
    const rids = await choose(trx)
    if (rids.length === 0) return []
    const analyses = await trx
      .selectFrom('analyses')
      .select('analysis_record_id')
      .where('oid', '=', oid)
      .where('rid', 'in', rids)
      .execute()
    const named = [
      ...rids.map((rid) => `archives/${oid}/${rid}/`),
      ...analyses.map((analysis) => `analyses/${oid}/${analysis.analysis_record_id}/`),
    ]
    await trx
      .insertInto('erased_folders')
      .values(named.map((folder) => ({ folder })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await trx
      .deleteFrom('notices')
      .where('oid', '=', oid)
      .where('analysis_record_id', 'in', (query) =>
        query.selectFrom('analyses').select('analysis_record_id').where('rid', 'in', rids),
      )
      .execute()
    await sql`select remove_trial_photographs(${oid}, ${rids}::uuid[])`.execute(trx)
    const who = 'uid' in by ? { actor: null, ip: '', ...target('account', by.uid) } : by
    const entry = { action: 'archive.delete', detail: { images: rids.length } } as const
    await audit(trx, { ...who, ...entry })
    return named
  })
  for (const folder of folders)
    await emptyFolder(ctx, folder).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'files of a trial user wait for the next sweep')
    })
}

/** Photographs of trial users are kept for 30 days. */
export async function removeOldPhotographs(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - TRIAL.keptDays * DAY_MS)
  await eachAlone(ctx, await findTenants(ctx.db), ({ oid, trial_of }) =>
    removePhotographs(ctx, oid, { uid: trial_of }, (trx) => findOld(trx, oid, before)),
  )
}
