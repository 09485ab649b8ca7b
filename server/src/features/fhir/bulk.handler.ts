import { Readable } from 'node:stream'
import { message, text } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { StorageFull } from '../../platform/files/files.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { mayCall } from '../clients/service.ts'
import { megabytes } from '../institutions/quota.ts'
import { bulkKey, removeBulkFiles } from './bulk-files.ts'
import { updateOpen, type BulkRow } from './bulk-queries.ts'
import type { bulkJob } from './bulk.job.ts'
import { sinceOf } from './parameters.ts'
import { STEPS, takePage, type Step } from './steps.ts'

type Data = (typeof bulkJob)['data']['_output']

const AT_ONCE = 100

/** It was deleted while it ran. */
class Deleted extends Error {}
/** There is no use in another try. The message is told to the client. */
class Hopeless extends Error {}

/** Writes a file of each type while it reads, so that memory holds one page at a time. */
export function handleBulk(ctx: Context): Handler<Data> {
  return async ({ data: { oid, export_id }, signal }) => {
    const update = (changed: Parameters<typeof updateOpen>[3]) =>
      withInstitution(ctx.db, oid, (trx) => updateOpen(trx, oid, export_id, changed))
    const row = await update({ state: 'running', done: 0, begun_at: ctx.now() })
    if (!row) return
    let [done, bytes] = [0, 0]
    const count = async (lines: readonly Buffer[]) => {
      signal.throwIfAborted()
      done += lines.length
      for (const line of lines) bytes += line.length
      const { one } = ctx.config.exportBytes
      if (bytes > one) throw new Hopeless(message('export_bytes', megabytes(one)))
      if (!(await update({ done }))) throw new Deleted()
    }
    try {
      const output: { type: string; count: number }[] = []
      for (const step of STEPS.filter(({ type }) => row.types.includes(type))) {
        const before = done
        const key = bulkKey(oid, export_id, step.type)
        const lines = linesOf(ctx, row, step, count)
        await ctx.files.put(key, Readable.from(lines), 'application/fhir+ndjson', 'spare')
        if (done > before) output.push({ type: step.type, count: done - before })
        else await ctx.files.remove([key])
      }
      const ended = { state: 'done', output: JSON.stringify(output), bytes } as const
      if (!(await update({ ...ended, ended_at: ctx.now() }))) throw new Deleted()
    } catch (error) {
      await removeBulkFiles(ctx, oid, [export_id])
      if (error instanceof Deleted) return
      const full = error instanceof StorageFull ? 'storage_full' : null
      if (!(error instanceof Hopeless) && full === null)
        throw new Error('export_fault', { cause: error })
      const reason = full ?? (error as Error).message
      await update({ state: 'failed', reason, ended_at: ctx.now() })
    }
  }
}

/** A line of each resource of a type. A client that may not call any more gets no further page. */
async function* linesOf(
  ctx: Context,
  { oid, client_id, since }: BulkRow,
  step: Step,
  count: (lines: readonly Buffer[]) => Promise<void>,
): AsyncGenerator<Buffer> {
  const asked = sinceOf(new Map(since === null ? [] : [['_since', [since]]]))
  for (let from: Parameters<typeof takePage>[2] = null; ;) {
    const { resources, next } = await withInstitution(ctx.db, oid, async (trx) => {
      if (!(await mayCall(trx, oid, client_id, ctx.now()))) throw new Hopeless('export_ended')
      return takePage([step], { ctx, trx, oid, asked }, from, AT_ONCE)
    })
    const lines = resources.map((resource) => Buffer.from(`${JSON.stringify(resource)}\n`))
    await count(lines)
    yield* lines
    if (next === null) return
    from = next
  }
}

export function giveUpBulk(ctx: Context): GiveUp<Data> {
  return async ({ oid, export_id }, why) => {
    const reason = text('en', why) === why ? 'export_fault' : why
    const failed = { state: 'failed', reason, ended_at: ctx.now() } as const
    await withInstitution(ctx.db, oid, (trx) => updateOpen(trx, oid, export_id, failed))
    await removeBulkFiles(ctx, oid, [export_id])
  }
}
