import { z } from 'zod'
import { QUESTIONNAIRE } from '../../wire/constants.ts'
import { freeText, required } from '../../wire/fields.ts'
import { message } from '../../wire/messages.ts'

const { questions, options, columns, rows, textChars, scale } = QUESTIONNAIRE

/** A text in both languages. */
const both = (max: number) => z.strictObject({ 'zh-CN': required(max), en: required(max) })
export const BothLanguages = z.object({ 'zh-CN': z.string(), en: z.string() })
export type BothLanguages = z.infer<typeof BothLanguages>

export const QuestionnaireTitle = both(QUESTIONNAIRE.titleChars)
export const QuestionnaireIntro = both(QUESTIONNAIRE.introChars)

/** Counted from 1 in a questionnaire, and kept by the versions that follow. */
export const QuestionId = z.int('wrong_type').min(1, 'out_of_range').max(9999, 'out_of_range')
/** An option of a question by its id, or a point of a scale. */
const Choice = z.int('wrong_type').min(0, 'out_of_range').max(9999, 'out_of_range')

const Option = z.strictObject({ id: Choice, text: both(QUESTIONNAIRE.optionChars) })
const choicesOf = (least: number, most: number) => {
  const count = message('option_count', `${least}–${most}`)
  return z
    .array(Option, 'wrong_type')
    .min(least, count)
    .max(most, count)
    .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'options_same')
}

/** The question is shown where an earlier one is shown and has one of these answers. */
const Condition = z.strictObject({
  question_id: QuestionId,
  any_of: z.array(Choice, 'wrong_type').min(1, 'required').max(options, 'out_of_range'),
})

const common = {
  title: both(QUESTIONNAIRE.questionChars),
  required: z.boolean('wrong_type'),
  show_if: Condition.nullable(),
}

export const QUESTION_KINDS = ['single', 'multiple', 'scale', 'text', 'matrix'] as const
export type QuestionKind = (typeof QUESTION_KINDS)[number]

export const NewQuestion = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('single'), ...common, options: choicesOf(2, options) }),
    z.strictObject({
      kind: z.literal('multiple'),
      ...common,
      options: choicesOf(2, options),
      /** The most that may be chosen; null without a limit. */
      most: z.int('wrong_type').min(1, 'out_of_range').max(options, 'out_of_range').nullable(),
    }),
    z.strictObject({
      kind: z.literal('scale'),
      ...common,
      from: z.union([z.literal(0), z.literal(1)], 'not_allowed'),
      to: z.int('wrong_type').min(scale.least, 'out_of_range').max(scale.most, 'out_of_range'),
      /** The words at both ends. */
      low: both(QUESTIONNAIRE.endChars),
      high: both(QUESTIONNAIRE.endChars),
    }),
    z.strictObject({
      kind: z.literal('text'),
      ...common,
      max_chars: z.int('wrong_type').min(1, 'out_of_range').max(textChars, 'out_of_range'),
    }),
    z.strictObject({
      kind: z.literal('matrix'),
      ...common,
      rows: choicesOf(1, rows),
      options: choicesOf(2, columns),
    }),
  ],
  'not_allowed',
)
export type NewQuestion = z.infer<typeof NewQuestion>
export type Question = NewQuestion & { question_id: number }
/** Of an answer of ours: stored questions were checked when they came. */
export const Question = z.looseObject({
  question_id: z.int(),
  kind: z.enum(QUESTION_KINDS),
}) as unknown as z.ZodType<Question>

/** What is answered to one question. The kind of question says which part of it is used. */
export const answerFields = {
  choices: z.array(Choice, 'wrong_type').max(options, 'out_of_range').default([]),
  cells: z
    .array(z.strictObject({ row: Choice, choice: Choice }), 'wrong_type')
    .max(rows, 'out_of_range')
    .default([]),
  text: freeText(textChars, 'wrong_type').default(''),
}
export const Answer = z.object({
  question_id: z.int(),
  choices: z.array(z.int()),
  cells: z.array(z.object({ row: z.int(), choice: z.int() })),
  text: z.string(),
})
export type Answer = z.infer<typeof Answer>

export const QuestionOrder = z.array(QuestionId, 'wrong_type').max(questions, 'out_of_range')

/** A version of the questionnaire as its readers see it. */
export const Questionnaire = z.object({
  version: z.int(),
  title: BothLanguages,
  intro: BothLanguages,
  questions: z.array(Question),
})
export type Questionnaire = z.infer<typeof Questionnaire>
