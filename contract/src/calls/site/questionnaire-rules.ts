import { message } from '../../wire/messages.ts'
import type { Answer, Question } from './questionnaire.ts'

/** The rules of questions and answers. Page and server apply the same. */

/** The answers that a condition may ask for; none where it cannot ask for this question. */
export function choicesIn(question: Question): readonly number[] {
  switch (question.kind) {
    case 'single':
    case 'multiple':
      return question.options.map(({ id }) => id)
    case 'scale':
      return pointsOf(question)
    case 'text':
    case 'matrix':
      return []
  }
}

export const pointsOf = ({ from, to }: { from: number; to: number }) =>
  Array.from({ length: to - from + 1 }, (_, step) => from + step)

/** The place of the first question whose condition asks for none of the questions before it, or for an answer that is not there. */
export function brokenCondition(questions: readonly Question[]): number | null {
  const broken = questions.findIndex(({ show_if }, at) => {
    if (show_if === null) return false
    const asked = questions
      .slice(0, at)
      .find((question) => question.question_id === show_if.question_id)
    const choices = asked ? choicesIn(asked) : []
    return !show_if.any_of.every((value) => choices.includes(value))
  })
  return broken < 0 ? null : broken
}

export const isBlank = ({ choices, cells, text }: Answer) =>
  choices.length === 0 && cells.length === 0 && text.trim() === ''

/** The questions that these answers show, in order. */
export function shownQuestions(
  questions: readonly Question[],
  answers: readonly Answer[],
): Question[] {
  const shown: Question[] = []
  for (const question of questions) {
    const { show_if } = question
    const given = (id: number) =>
      shown.some(({ question_id }) => question_id === id) &&
      answers.find(({ question_id }) => question_id === id)
    const answer = show_if !== null && given(show_if.question_id)
    const fits =
      show_if === null ||
      (answer && answer.choices.some((choice) => show_if.any_of.includes(choice)))
    if (fits) shown.push(question)
  }
  return shown
}

/** The fields of an answer that do not fit its question, as `{ field: encoded message }`. */
export function answerProblems(question: Question, answer: Answer): Record<string, string> {
  const used = PART[question.kind]
  const foreign = (['choices', 'cells', 'text'] as const).filter(
    (part) => part !== used && answer[part].length > 0,
  )
  if (foreign.length > 0) return Object.fromEntries(foreign.map((part) => [part, 'answer_kind']))
  const problem = problemOf(question, answer)
  return problem === null ? {} : { [used]: problem }
}

const PART = {
  single: 'choices',
  multiple: 'choices',
  scale: 'choices',
  text: 'text',
  matrix: 'cells',
} as const satisfies Record<Question['kind'], keyof Answer>

function problemOf(question: Question, { choices, cells, text }: Answer): string | null {
  switch (question.kind) {
    case 'text':
      return text.length > question.max_chars ? message('max_chars', question.max_chars) : null
    case 'matrix': {
      const isKnown = cells.every(
        ({ row, choice }) =>
          question.rows.some(({ id }) => id === row) &&
          question.options.some(({ id }) => id === choice),
      )
      if (!isKnown) return 'not_allowed'
      return isRepeated(cells.map(({ row }) => row)) ? 'answer_rows' : null
    }
    default: {
      const most = question.kind === 'multiple' ? question.most : 1
      if (!choices.every((choice) => choicesIn(question).includes(choice)) || isRepeated(choices))
        return 'not_allowed'
      return most !== null && choices.length > most ? message('choose_most', most) : null
    }
  }
}

const isRepeated = (values: readonly number[]) => new Set(values).size < values.length

/** A required question is answered; of a matrix every row. */
export function isMissing(question: Question, answer: Answer | undefined): boolean {
  if (!question.required) return false
  if (!answer || isBlank(answer)) return true
  return question.kind === 'matrix' && answer.cells.length < question.rows.length
}

/** The answers to the questions that are shown. Nothing else is handed in. */
export function answersToShown(
  questions: readonly Question[],
  answers: readonly Answer[],
): Answer[] {
  return shownQuestions(questions, answers).flatMap(({ question_id }) => {
    const answer = answers.find((answer) => answer.question_id === question_id)
    return answer && !isBlank(answer) ? [answer] : []
  })
}
