import type { Models } from '@mingmou/analysis'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { GiveUp, Handler } from '../../platform/queue/queue.ts'
import { analyseJob } from '../analyses/analyse.job.ts'
import { measureJob } from '../analyses/measure.job.ts'
import { keptAnswers, newAnswers, photographAnswer } from './answer.ts'
import { casesOf } from './cases.ts'
import { figuresOf } from './figures.ts'
import * as queries from './queries.ts'
import { validateJob } from './validate.job.ts'

type Data = (typeof validateJob)['data']['_output']

/** How long a study waits where the clinic's own photographs do. */
const BEHIND_SECONDS = 2
/** Sittings of one step whose answers are kept. Of others each is a step, so that the clinic's come between. */
const KEPT_AT_ONCE = 50

/**
 * One step of a study. It answers the next cases and sends the next step in one transaction: a killed worker loses the
 * cases of one step, and a step that runs twice goes on once.
 */
export function handleValidate(ctx: Context, models: Models): Handler<Data> {
  return async ({ data, signal }) => {
    const { oid, validation_id } = data
    const study = await withInstitution(ctx.db, oid, async (trx) => {
      const held = await queries.holdStudy(trx, oid, validation_id)
      if (held?.state !== 'running') return null
      if (data.place > 0) return held
      await begin(ctx, trx, held)
      return null
    })
    if (!study) return
    const isNew = isAnalysed(study)
    if (isNew && (await ctx.queue.isBusy([analyseJob, measureJob]))) {
      await sendStep(ctx, ctx.db, study, data.place, BEHIND_SECONDS)
      return
    }
    for (let sitting = 0; sitting < (isNew ? 1 : KEPT_AT_ONCE); sitting++) {
      signal.throwIfAborted()
      const isLast = isNew || sitting === KEPT_AT_ONCE - 1
      if (!(await answerNext(ctx, models, study, { isNew, isLast, place: data.place, signal })))
        return
    }
  }
}

/** Whether its photographs are analysed for it. Otherwise its answers are those that readers saw. */
const isAnalysed = ({ again_of, source }: queries.StudyRow) =>
  again_of !== null || source === 'photographs'

interface Step {
  isNew: boolean
  /** The next step is sent with its answers. */
  isLast: boolean
  place: number
  signal: AbortSignal
}

/** Answers the cases of a sitting. False where there is nothing left for this step. */
async function answerNext(
  ctx: Context,
  models: Models,
  study: queries.StudyRow,
  { isNew, isLast, place, signal }: Step,
): Promise<boolean> {
  const { oid, validation_id } = study
  const cases = await withInstitution(ctx.db, oid, (trx) =>
    queries.findNext(trx, oid, validation_id),
  )
  const [first] = cases
  if (!first) {
    await end(ctx, study)
    return false
  }
  // Another step has this one's cases already.
  if (isNew && first.place > place) return false
  if (first.rid === null) return keepPhotograph(ctx, models.fundus, study, first, signal)
  const answers = isNew
    ? await newAnswers(ctx, models.fundus, oid, cases, signal)
    : await keptAnswers(ctx, oid, cases)
  return keep(ctx, study, cases, isLast, (place) => ({ machine: answers.get(place) ?? null }))
}

/** A photograph of study material: the picture takes the place of the file that came, which is removed. */
async function keepPhotograph(
  ctx: Context,
  ready: Models['fundus'],
  study: queries.StudyRow,
  own: queries.CaseRow,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await photographAnswer(ctx, ready, own, signal)
  const isKept = await keep(ctx, study, [own], true, () => answer)
  const made = [answer.file_key, answer.thumb_key].filter((key) => key !== undefined)
  if (!isKept) await ctx.files.remove(made)
  else if (made.length > 0 && own.file_key !== null) await ctx.files.remove([own.file_key])
  return isKept
}

/** Writes answers with how far the study is, and what comes next. */
async function keep(
  ctx: Context,
  { oid, validation_id }: queries.StudyRow,
  cases: readonly queries.CaseRow[],
  isLast: boolean,
  answerOf: (place: number) => Parameters<typeof queries.answerCase>[2],
): Promise<boolean> {
  return withInstitution(ctx.db, oid, async (trx) => {
    const study = await queries.holdStudy(trx, oid, validation_id)
    if (study?.state !== 'running') return false
    let isOwn = true
    for (const row of cases)
      isOwn = (await queries.answerCase(trx, row, answerOf(row.place))) && isOwn
    if (!isOwn) return false
    await tell(ctx, trx, study)
    if (isLast) await sendNext(ctx, trx, study)
    return true
  })
}

type Sent = Pick<queries.StudyRow, 'oid' | 'validation_id' | 'created_by'>

export const sendStep = (
  ctx: Context,
  trx: Trx | Context['db'],
  { oid, validation_id, created_by }: Sent,
  place: number,
  afterSeconds = 0,
) =>
  ctx.queue.send(
    trx,
    validateJob,
    { oid, validation_id, place },
    { lane: oid, person: created_by, batch: true },
    afterSeconds,
  )

/** Finds the cases of a study of reports, once. */
async function begin(ctx: Context, trx: Trx, study: queries.StudyRow): Promise<void> {
  const { total } = await queries.countCases(trx, study.validation_id)
  if (total > 0) return
  await queries.insertCases(trx, await casesOf(trx, study))
  await tell(ctx, trx, study)
  await sendNext(ctx, trx, study)
}

/** The step of the next case; after the last one, of the figures. */
export async function sendNext(ctx: Context, trx: Trx, study: Sent): Promise<void> {
  const [next] = await queries.findNext(trx, study.oid, study.validation_id)
  await sendStep(ctx, trx, study, next?.place ?? Number.MAX_SAFE_INTEGER)
}

/** Pages that show it fetch it anew. */
async function tell(ctx: Context, trx: Trx, { oid, validation_id }: queries.StudyRow) {
  const counts = await queries.countCases(trx, validation_id)
  await queries.setProgress(trx, validation_id, counts)
  await ctx.events.send(trx, { oid }, 'validations', { validation_id, ...counts })
}

async function end(ctx: Context, study: queries.StudyRow): Promise<void> {
  const { oid, validation_id } = study
  const cases = await withInstitution(ctx.db, oid, (trx) =>
    queries.findCases(trx, oid, validation_id),
  )
  const figures = figuresOf(cases.map(({ whose, ...row }) => ({ ...row, patient: whose })))
  await withInstitution(ctx.db, oid, async (trx) => {
    await queries.endStudy(trx, validation_id, { state: 'done', figures, ended_at: ctx.now() })
    await tell(ctx, trx, study)
  })
}

/** A case whose every try failed is not analysed, and the study goes on. */
export function giveUpValidate(ctx: Context): GiveUp<Data> {
  return async ({ oid, validation_id, place }, reason) => {
    ctx.log.warn({ validation_id, place, reason }, 'a case of a study was not analysed')
    await withInstitution(ctx.db, oid, async (trx) => {
      const study = await queries.holdStudy(trx, oid, validation_id)
      if (study?.state !== 'running') return
      const cases = await queries.findNext(trx, oid, validation_id)
      const [first] = cases
      if (!first) {
        // Its cases could not be found, or its figures not be told.
        await queries.endStudy(trx, validation_id, { state: 'failed', ended_at: ctx.now() })
        await tell(ctx, trx, study)
        return
      }
      // Another step has gone on from here.
      if (isAnalysed(study) && first.place > place) return
      for (const row of cases) await queries.answerCase(trx, row, { machine: null })
      await tell(ctx, trx, study)
      await sendNext(ctx, trx, study)
    })
  }
}
