import {
  brokenCondition,
  ERROR,
  message,
  QUESTIONNAIRE,
  type BodyOf,
  type deleteQuestion,
  type orderQuestions,
  type Question,
  type setQuestion,
  type setQuestionnaireText,
  type WholeVersion,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { audit } from '../audit/service.ts'
import * as queries from './queries.ts'
import { about, holdDraft, readVersion } from './versions.ts'

interface Edited {
  version: number
  revision: number
}
type Change = Parameters<typeof queries.updateVersion>[2]

/** One change of a draft, by somebody who saw its present revision. */
async function change(
  ctx: Context,
  { actor, ip }: Caller,
  { version, revision }: Edited,
  work: (draft: queries.VersionRow) => Change,
): Promise<WholeVersion> {
  await ctx.db.transaction().execute(async (trx) => {
    const draft = await holdDraft(trx, version, revision)
    await queries.updateVersion(trx, version, { ...work(draft), revision: revision + 1 })
    await audit(trx, { actor, ip, action: 'questionnaire.change', ...about(version) })
  })
  return readVersion(ctx, version)
}

export async function setText(
  ctx: Context,
  caller: Caller,
  { title, intro, ...edited }: BodyOf<typeof setQuestionnaireText>,
): Promise<WholeVersion> {
  return change(ctx, caller, edited, () => ({
    title: JSON.stringify(title),
    intro: JSON.stringify(intro),
  }))
}

export async function putQuestion(
  ctx: Context,
  caller: Caller,
  { question_id, question, ...edited }: BodyOf<typeof setQuestion>,
): Promise<WholeVersion> {
  return change(ctx, caller, edited, ({ questions }) => {
    const known = questions.some((question) => question.question_id === question_id)
    if (question_id !== undefined && !known) throw notFound()
    const id = question_id ?? Math.max(0, ...questions.map((question) => question.question_id)) + 1
    const put: Question = { ...question, question_id: id }
    const next = known
      ? questions.map((question) => (question.question_id === id ? put : question))
      : [...questions, put]
    if (next.length > QUESTIONNAIRE.questions)
      throw new Refusal(ERROR.limitReached, message('question_count', QUESTIONNAIRE.questions))
    return inOrder(questions, next, id)
  })
}

export async function takeQuestionOut(
  ctx: Context,
  caller: Caller,
  { question_id, ...edited }: BodyOf<typeof deleteQuestion>,
): Promise<WholeVersion> {
  return change(ctx, caller, edited, ({ questions }) => {
    const next = questions.filter((question) => question.question_id !== question_id)
    if (next.length === questions.length) throw notFound()
    return inOrder(questions, next)
  })
}

export async function setOrder(
  ctx: Context,
  caller: Caller,
  { question_ids, ...edited }: BodyOf<typeof orderQuestions>,
): Promise<WholeVersion> {
  return change(ctx, caller, edited, ({ questions }) => {
    const next = question_ids.flatMap((id) =>
      questions.filter((question) => question.question_id === id),
    )
    const isWhole = next.length === questions.length && new Set(next).size === next.length
    if (!isWhole || question_ids.length !== next.length)
      throw invalid({ question_ids: 'questions_differ' })
    return inOrder(questions, next)
  })
}

/** Questions whose conditions all hold. A broken one is named by the number that it has before the change. */
function inOrder(before: readonly Question[], next: readonly Question[], changed?: number): Change {
  const broken = next[brokenCondition(next) ?? -1]
  if (!broken) return { questions: JSON.stringify(next) }
  const { question_id } = broken
  if (question_id === changed) throw invalid({ 'question.show_if': 'condition_wrong' })
  const number = before.findIndex((question) => question.question_id === question_id) + 1
  throw new Refusal(ERROR.conflict, message('condition_broken', number))
}
