import {
  answerProblems,
  answersToShown,
  ERROR,
  isBlank,
  isMissing,
  message,
  QUESTIONNAIRE,
  shownQuestions,
  type Answer,
  type DataOf,
  type getQuestionnaire,
  type Question,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { networkOf } from '../../platform/networks.ts'
import { countTry } from '../sessions/throttle.ts'
import * as kept from './answer-queries.ts'
import { answererOf, type Answerer } from './links.ts'
import { findOfStatus } from './queries.ts'

type Opened = DataOf<typeof getQuestionnaire>

const DAY_MS = 86_400_000

/** What a visitor sees: the open version, and what is kept of it by this browser or link. */
export async function openForVisitor(ctx: Context, by: Answerer): Promise<Opened> {
  const row = await findOfStatus(ctx.db, 'open')
  if (!row) {
    const closed = await findOfStatus(ctx.db, 'closed')
    return { state: closed ? 'closed' : 'none', questionnaire: null, answers: [] }
  }
  const { version, title, intro, questions } = row
  const found = await answererOf(ctx.db, row, by)
  if (typeof found === 'string') return { state: found, questionnaire: null, answers: [] }
  const browser = found.who
  const mine = browser && (await kept.findAnswers(ctx.db, { version, browser }))
  if (mine?.submitted_at) return { state: 'answered', questionnaire: null, answers: [] }
  const questionnaire = { version, title, intro, questions }
  return { state: 'open', questionnaire, answers: mine?.answers ?? [] }
}

/** Keeps one answer of a browser. A blank one is taken back. */
export async function keepAnswer(
  ctx: Context,
  { ip, ...by }: Answerer & { ip: string },
  { version, ...answer }: Answer & { version: number },
): Promise<void> {
  const updated_at = ctx.now()
  const isNew = by.browser && !(await kept.findAnswers(ctx.db, { version, browser: by.browser }))
  // Links are made by administrators. A browser without a cookie is a new one each time.
  if (isNew && by.link === undefined)
    await countTry(ctx, `questionnaire begun ${networkOf(ip)}`, QUESTIONNAIRE.begins)
  await ctx.db.transaction().execute(async (trx) => {
    const { questions, browser } = await openTo(trx, version, by)
    if (!browser) throw invalid({ link: 'required' })
    const question = questions.find(({ question_id }) => question_id === answer.question_id)
    if (!question) throw invalid({ question_id: 'question_unknown' })
    const problems = answerProblems(question, answer)
    if (Object.keys(problems).length > 0) throw invalid(problems)

    const of = { version, browser }
    const made = await kept.insertAnswers(trx, { ...of, answer_id: newId(), updated_at })
    if (made) {
      await kept.dropKeptBefore(trx, ofDaysAgo(updated_at, QUESTIONNAIRE.draftDays))
      if (await kept.hasOver(trx, version, QUESTIONNAIRE.kept))
        throw new Refusal(ERROR.limitReached, message('questionnaire_full', QUESTIONNAIRE.kept))
    }
    const before = await holdUnsubmitted(trx, of)
    if (!shownQuestions(questions, before).includes(question))
      throw invalid({ question_id: 'question_hidden' })
    const others = before.filter(({ question_id }) => question_id !== answer.question_id)
    const answers = isBlank(answer) ? others : [...others, answer]
    await kept.updateAnswers(trx, of, { answers, updated_at })
  })
}

const ofDaysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** The questions of the open version, and by what this visitor answers them. */
async function openTo(trx: Trx, version: number, by: Answerer) {
  const open = await kept.shareOpen(trx, version)
  if (!open) throw new Refusal(ERROR.conflict, 'questionnaire_closed')
  const found = await answererOf(trx, { ...open, version }, by)
  if (typeof found === 'string') throw new Refusal(ERROR.conflict, `questionnaire_${found}`)
  return { questions: open.questions, browser: found.who }
}

async function holdUnsubmitted(
  trx: Trx,
  of: { version: number; browser: Buffer },
): Promise<Answer[]> {
  const row = await kept.holdAnswers(trx, of)
  if (row?.submitted_at) throw new Refusal(ERROR.conflict, 'questionnaire_answered')
  return row?.answers ?? []
}

/**
 * Hands in what the browser has kept, once. Answers to questions that are not shown are left out.
 */
export async function submitAnswers(
  ctx: Context,
  { ip, ...by }: Answerer & { ip: string },
  version: number,
): Promise<void> {
  // Without a cookie or a link there is nothing to hand in, and so nothing to count.
  if (by.browser || by.link !== undefined)
    await countTry(ctx, `questionnaire ${networkOf(ip)}`, QUESTIONNAIRE.submits)
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const { questions, browser } = await openTo(trx, version, by)
    const before = browser ? await holdUnsubmitted(trx, { version, browser }) : []
    const missing = shownQuestions(questions, before).filter((question) =>
      isMissing(
        question,
        before.find(({ question_id }) => question_id === question.question_id),
      ),
    )
    if (missing.length > 0) throw invalid(missingFields(missing))
    const answers = answersToShown(questions, before)
    if (!browser || answers.length === 0) throw invalid({ answers: 'answers_blank' })
    const of = { version, browser }
    await kept.updateAnswers(trx, of, { answers, updated_at: now, submitted_at: now })
  })
}

/** The name of the field of a question is its id. */
const missingFields = (missing: readonly Question[]) =>
  Object.fromEntries(missing.map(({ question_id }) => [`answers.${question_id}`, 'required']))
