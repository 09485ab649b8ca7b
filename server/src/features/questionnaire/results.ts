import {
  today,
  type BodyOf,
  type DataOf,
  type questionnaireResults,
  type questionnaireTexts,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { audit } from '../audit/service.ts'
import * as queries from './result-queries.ts'
import { about, readVersion } from './versions.ts'

type Results = DataOf<typeof questionnaireResults>

export async function readResults(
  ctx: Context,
  { actor, ip }: Caller,
  version: number,
): Promise<Results> {
  const whole = await readVersion(ctx, version)
  await audit(ctx.db, { actor, ip, action: 'questionnaire.results', ...about(version) })
  const [answered, choices, cells] = await Promise.all([
    queries.countAnswered(ctx.db, version),
    queries.countChoices(ctx.db, version),
    queries.countCells(ctx.db, version),
  ])
  const results = whole.questions.map(({ question_id }) => {
    const isOf = (row: { question_id: number }) => row.question_id === question_id
    return {
      question_id,
      answered: answered.find(isOf)?.count ?? 0,
      choices: choices.filter(isOf).map(({ choice, count }) => ({ choice, count })),
      cells: cells.filter(isOf).map(({ row, choice, count }) => ({ row, choice, count })),
    }
  })
  return { version: whole, results }
}

/** The day alone: the minute might tell who answered. */
export async function listTexts(
  ctx: Context,
  { version, question_id, ...wanted }: BodyOf<typeof questionnaireTexts>,
): Promise<DataOf<typeof questionnaireTexts>> {
  await readVersion(ctx, version)
  const { rows, ...page } = await queries.findTexts(ctx.db, { version, question_id }, wanted)
  return {
    ...page,
    rows: rows.map(({ answer_id, submitted_at, text }) => ({
      answer_id,
      day: today(submitted_at),
      text,
    })),
  }
}
