import { registerAnalysed } from '@mingmou/analysis'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { holdAnalysis } from '../sittings/analyses.ts'
import { findPicture, vesselsOf } from './pictures.ts'
import { dropOldPairs, endRegistration, findQueued, type RegistrationRow } from './queries.ts'
import type { registerJob } from './register.job.ts'

type Data = (typeof registerJob)['data']['_output']

/** Reads the vessels of both pictures as their analyses have kept them, and writes how they lie on each other. */
export function handleRegister(ctx: Context): Handler<Data> {
  return async ({ data: { oid, registration_id }, signal }) => {
    const found = await withInstitution(ctx.db, oid, async (trx) => {
      const row = await findQueued(trx, oid, registration_id)
      return row && vesselsOfBoth(trx, oid, row)
    })
    if (!found) return
    const [before, after] = await Promise.all(
      found.map(async ({ findings, key }) => ({ findings, map: await ctx.files.read(key) })),
    )
    if (!before || !after) throw new Error('a pair of two')
    signal.throwIfAborted()
    const result = await registerAnalysed(before, after)
    await withInstitution(ctx.db, oid, async (trx) => {
      const row = await endRegistration(trx, oid, registration_id, { status: 'done', result })
      if (row) await dropOldPairs(trx, row, ctx.config.pairs.kept)
      await tell(ctx, trx, row)
    })
  }
}

async function vesselsOfBoth(trx: Trx, oid: string, row: RegistrationRow) {
  const vesselsIn = async (id: string, index: number) => {
    // Hidden with its archive or patient since.
    const analysis = await holdAnalysis(trx, oid, id)
    const image = analysis && (await findPicture(trx, oid, analysis, index))
    return image && vesselsOf(image)
  }
  const before = await vesselsIn(row.before_record_id, row.before_index)
  const after = await vesselsIn(row.after_record_id, row.after_index)
  return before && after ? [before, after] : undefined
}

export function giveUpRegister(ctx: Context): GiveUp<Data> {
  return async ({ oid, registration_id }) => {
    await withInstitution(ctx.db, oid, async (trx) =>
      tell(ctx, trx, await endRegistration(trx, oid, registration_id, { status: 'failed' })),
    )
  }
}

/** Pages that wait for the pair ask again. */
async function tell(ctx: Context, trx: Trx, row: RegistrationRow | undefined): Promise<void> {
  if (!row) return
  const { oid, before_record_id: analysis_record_id, after_record_id } = row
  await ctx.events.send(trx, { oid }, 'registered', { analysis_record_id, after_record_id })
}
