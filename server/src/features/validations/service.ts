import {
  ERROR,
  message,
  VALIDATION,
  type BodyOf,
  type DataOf,
  type listValidationRows,
  type OpenedValidation,
  type startValidation,
  type Validation,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { CaseMachine } from '../../platform/database/tables/validation.ts'
import { audit, target } from '../audit/service.ts'
import * as queries from './queries.ts'
import { sendNext, sendStep } from './validate.handler.ts'

type By = Caller<Clinician>

/** Every field is named: a new column stays private until it stands here. */
const toStudy = (row: queries.NamedStudy): Validation => ({
  validation_id: row.validation_id,
  name: row.name,
  source: row.source,
  state: row.state,
  start_date: row.start_date,
  end_date: row.end_date,
  total: row.total,
  done: row.done,
  again_of: row.again_of,
  by: row.by ?? '',
  created_at: row.created_at.toISOString(),
  ended_at: row.ended_at?.toISOString() ?? null,
})

export const list = (ctx: Context, { actor, ip }: By): Promise<{ rows: Validation[] }> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const rows = await queries.findStudies(trx, actor.oid)
    await audit(trx, { actor, ip, action: 'validation.list', detail: { rows: rows.length } })
    return { rows: rows.map(toStudy) }
  })

export async function refuseSecond(trx: Trx, oid: string): Promise<void> {
  if (await queries.isRunning(trx, oid)) throw new Refusal(ERROR.conflict, 'validation_running')
}

export async function start(
  ctx: Context,
  { actor, ip }: By,
  { name, start_date, end_date }: BodyOf<typeof startValidation>,
): Promise<{ validation_id: string }> {
  const { oid, uid } = actor
  const validation_id = newId()
  await withInstitution(ctx.db, oid, async (trx) => {
    await refuseSecond(trx, oid)
    const reports = await queries.countReports(trx, oid, { start_date, end_date })
    if (reports === 0) throw invalid({ start_date: 'validation_none' })
    if (reports > VALIDATION.most)
      throw invalid({ start_date: message('validation_many', VALIDATION.most) })
    const study = { validation_id, oid, name, start_date, end_date, created_by: uid }
    await queries.insertStudy(trx, { ...study, source: 'reports', ...NEW, total: 0 })
    const detail = { source: 'reports', start_date, end_date, reports }
    await audit(trx, { actor, ip, action: 'validation.start', ...about(validation_id), detail })
    await sendStep(ctx, trx, study, 0)
  })
  return { validation_id }
}

const NEW = { again_of: null, figures: null }

export const about = (validation_id: string) => target('validation', validation_id)

/** The same cases and readings, with the answers of the networks of today. */
export async function repeat(ctx: Context, { actor, ip }: By, of: string) {
  const { oid, uid } = actor
  const validation_id = newId()
  await withInstitution(ctx.db, oid, async (trx) => {
    await refuseSecond(trx, oid)
    const former = await queries.holdStudy(trx, oid, of)
    if (!former) throw notFound()
    if (former.state !== 'done') throw new Refusal(ERROR.conflict, 'validation_not_done')
    const { name, source, start_date, end_date } = former
    const study = { validation_id, oid, name, source, start_date, end_date, created_by: uid }
    await queries.insertStudy(trx, { ...study, again_of: of, figures: null, total: 0 })
    const total = await queries.copyCases(trx, { validation_id, of })
    if (total === 0) throw new Refusal(ERROR.conflict, 'validation_none')
    await queries.setProgress(trx, validation_id, { total, done: 0 })
    const detail = { source, again_of: of, cases: total }
    await audit(trx, { actor, ip, action: 'validation.start', ...about(validation_id), detail })
    await sendNext(ctx, trx, { validation_id, oid, created_by: uid })
  })
  return { validation_id }
}

export async function remove(ctx: Context, { actor, ip }: By, validation_id: string) {
  const { oid } = actor
  const folders = await withInstitution(ctx.db, oid, async (trx) => {
    const study = await queries.holdStudy(trx, oid, validation_id)
    if (!study) throw notFound()
    const own = await queries.releaseFolders(trx, study)
    await queries.deleteStudy(trx, oid, validation_id)
    const { source, total, done } = study
    const detail = { source, total, done }
    await audit(trx, { actor, ip, action: 'validation.remove', ...about(validation_id), detail })
    await ctx.events.send(trx, { oid }, 'validations', { validation_id, done, total })
    return own
  })
  for (const folder of folders)
    for await (const { key } of ctx.files.list(folder)) await ctx.files.remove([key])
}

/** A study with that which it repeats. */
export async function findOpened(
  trx: Trx,
  oid: string,
  validation_id: string,
): Promise<OpenedValidation> {
  const study = await queries.findStudy(trx, oid, validation_id)
  if (!study) throw notFound()
  const former =
    study.again_of === null ? undefined : await queries.findStudy(trx, oid, study.again_of)
  return {
    study: toStudy(study),
    figures: study.figures,
    before: former?.figures ? { study: toStudy(former), figures: former.figures } : null,
  }
}

export const open = (ctx: Context, { actor, ip }: By, validation_id: string) =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const opened = await findOpened(trx, actor.oid, validation_id)
    await audit(trx, { actor, ip, action: 'validation.open', ...about(validation_id) })
    return opened
  })

const answerIn = ({ stage, oedema, glaucoma }: CaseMachine) => ({ stage, oedema, glaucoma })

export async function rows(
  ctx: Context,
  { actor, ip }: By,
  { validation_id, question, only, after, size }: BodyOf<typeof listValidationRows>,
): Promise<DataOf<typeof listValidationRows>> {
  const { oid } = actor
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    if (!(await queries.findStudy(trx, oid, validation_id))) throw notFound()
    const detail = { question, only }
    await audit(trx, { actor, ip, action: 'validation.open', ...about(validation_id), detail })
    return queries.findShown(trx, oid, { validation_id, question, only }, { after, size })
  })
  const told = found.rows.slice(0, size)
  return {
    rows: await Promise.all(
      told.map(async (row) => ({
        place: row.place,
        eye: row.eye,
        reader: row.reader,
        device: row.device,
        machine: row.machine && answerIn(row.machine),
        filed:
          row.pid === null || row.rid === null
            ? null
            : {
                pid: row.pid,
                rid: row.rid,
                name: row.name ?? '',
                record_date: row.record_date ?? '',
              },
        picture:
          row.file_name === null
            ? null
            : {
                file_name: row.file_name,
                url: row.thumb_key && (await ctx.files.signedUrl(row.thumb_key)),
              },
      })),
    ),
    next: found.rows.length > size ? (told.at(-1)?.place ?? null) : null,
    count: found.count,
  }
}
