import {
  answerProblems,
  answersToShown,
  ERROR,
  isBlank,
  isMissing,
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
import { countTry } from '../sessions/throttle.ts'
import * as kept from './answer-queries.ts'
import { findOfStatus } from './queries.ts'

type Opened = DataOf<typeof getQuestionnaire>

const DAY_MS = 86_400_000

/** What a visitor sees: the open version, and what this browser has kept of it. */
export async function openForVisitor(ctx: Context, browser: Buffer | null): Promise<Opened> {
  const row = await findOfStatus(ctx.db, 'open')
  if (!row) {
    const closed = await findOfStatus(ctx.db, 'closed')
    return { state: closed ? 'closed' : 'none', questionnaire: null, answers: [] }
  }
  const { version, title, intro, questions } = row
  const mine = browser && (await kept.findAnswers(ctx.db, { version, browser }))
  if (mine?.submitted_at) return { state: 'answered', questionnaire: null, answers: [] }
  const questionnaire = { version, title, intro, questions }
  return { state: 'open', questionnaire, answers: mine?.answers ?? [] }
}

/** Keeps one answer of a browser. A blank one is taken back. */
export async function keepAnswer(
  ctx: Context,
  browser: Buffer,
  { version, ...answer }: Answer & { version: number },
): Promise<void> {
  const updated_at = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const questions = await questionsOfOpen(trx, version)
    const question = questions.find(({ question_id }) => question_id === answer.question_id)
    if (!question) throw invalid({ question_id: 'question_unknown' })
    const problems = answerProblems(question, answer)
    if (Object.keys(problems).length > 0) throw invalid(problems)

    const of = { version, browser }
    const made = await kept.insertAnswers(trx, { ...of, answer_id: newId(), updated_at })
    if (made) await kept.dropKeptBefore(trx, ofDaysAgo(updated_at, QUESTIONNAIRE.draftDays))
    const before = await holdUnsubmitted(trx, of)
    if (!shownQuestions(questions, before).includes(question))
      throw invalid({ question_id: 'question_hidden' })
    const others = before.filter(({ question_id }) => question_id !== answer.question_id)
    const answers = isBlank(answer) ? others : [...others, answer]
    await kept.updateAnswers(trx, of, { answers, updated_at })
  })
}

const ofDaysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

async function questionsOfOpen(trx: Trx, version: number): Promise<Question[]> {
  const open = await kept.shareOpen(trx, version)
  if (!open) throw new Refusal(ERROR.conflict, 'questionnaire_closed')
  return open.questions
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
  { browser, ip }: { browser: Buffer | null; ip: string },
  version: number,
): Promise<void> {
  // Without a cookie there is nothing to hand in, and so nothing to count.
  if (browser) await countTry(ctx, `questionnaire ${ip}`, QUESTIONNAIRE.submits)
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const questions = await questionsOfOpen(trx, version)
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
