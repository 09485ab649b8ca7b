import { z } from 'zod'
import { dayAfter } from '../wire/days.ts'
import { freeText } from '../wire/fields.ts'
import { Eye } from '../findings/findings.ts'
import type { Say } from '../wire/wording.ts'

/** What is to become of a patient after a report. */
export const STEP_KINDS = [
  'routine',
  'early',
  'repeat',
  'refer',
  'refer_ungradable',
  'discharge',
] as const
export const StepKind = z.enum(STEP_KINDS, 'not_allowed')
export type StepKind = z.infer<typeof StepKind>

/** From the one that can wait longest to the most urgent. */
export const REFERRAL_URGENCIES = ['routine', 'soon', 'urgent'] as const
export const ReferralUrgency = z.enum(REFERRAL_URGENCIES, 'not_allowed')
export type ReferralUrgency = z.infer<typeof ReferralUrgency>

/** Kinds by what they need: months until the patient is asked to come back, or how urgent a referral is. */
export const RECALL_KINDS = ['routine', 'early', 'repeat'] as const
export const REFER_KINDS = ['refer', 'refer_ungradable'] as const
export const isRecall = (kind: StepKind): kind is (typeof RECALL_KINDS)[number] =>
  RECALL_KINDS.some((recallKind) => recallKind === kind)
export const isRefer = (kind: StepKind): kind is (typeof REFER_KINDS)[number] =>
  REFER_KINDS.some((referKind) => referKind === kind)

export const STEP_MONTHS = { min: 1, max: 36 } as const
export const STEP_TEXT_CHARS = { to: 64, note: 200 } as const

const months = z
  .int('wrong_type')
  .min(STEP_MONTHS.min, 'out_of_range')
  .max(STEP_MONTHS.max, 'out_of_range')

/** A kind with what it needs, and nothing else. */
export const StepRule = z
  .strictObject({
    kind: StepKind,
    months: months.nullable().default(null),
    urgency: ReferralUrgency.nullable().default(null),
  })
  .refine(({ kind, months: n }) => isRecall(kind) === (n !== null), 'step_months')
  .refine(({ kind, urgency }) => isRefer(kind) === (urgency !== null), 'step_urgency')
export type StepRule = z.infer<typeof StepRule>

/** What is found of an eye that a rule answers. */
export const STEP_GROUNDS = [
  'stage_0',
  'stage_1',
  'stage_2',
  'stage_3',
  'stage_4',
  'oedema',
  'glaucoma',
  'other',
  'unjudged',
  'missing',
] as const
export const StepGround = z.enum(STEP_GROUNDS, 'not_allowed')
export type StepGround = z.infer<typeof StepGround>

export const STEP_PRESETS = ['ico_2017', 'china_2022'] as const
export const TARGET_WEEKS = { min: 1, max: 52 } as const

export const PAGE_DAYS = { min: 1, max: 365 } as const

const weeks = z
  .int('wrong_type')
  .min(TARGET_WEEKS.min, 'out_of_range')
  .max(TARGET_WEEKS.max, 'out_of_range')

/** What an institution proposes for each finding, and how soon a referred patient is to be seen. */
export const StepRules = z.strictObject({
  /** The table that it is as published; null where the institution changed it. */
  preset: z.enum(STEP_PRESETS, 'not_allowed').nullable(),
  rules: z.strictObject({
    stage_0: StepRule,
    stage_1: StepRule,
    stage_2: StepRule,
    stage_3: StepRule,
    stage_4: StepRule,
    oedema: StepRule,
    glaucoma: StepRule,
    other: StepRule,
    unjudged: StepRule,
    /** The other eye, of which the sitting has no photograph. */
    missing: StepRule,
  } satisfies Record<StepGround, typeof StepRule>),
  /** Weeks from the signature. */
  targets: z.strictObject({ urgent: weeks, soon: weeks, routine: weeks }),
  /** Where patients are referred to, unless the clinician writes another place; may be empty. */
  refer_to: freeText(STEP_TEXT_CHARS.to),
  /** Whom a patient calls, as the letters say it; may be empty. */
  call: freeText(64),
  /** Days for which the code of a patient's letter opens its page; null: letters have no code. */
  page_days: z
    .int('wrong_type')
    .min(PAGE_DAYS.min, 'out_of_range')
    .max(PAGE_DAYS.max, 'out_of_range')
    .nullable()
    .default(null),
})
export type StepRules = z.infer<typeof StepRules>

/** What a clinician decides at signing. */
export const ChosenStep = z
  .strictObject({
    ...StepRule.shape,
    to: freeText(STEP_TEXT_CHARS.to).default(''),
    note: freeText(STEP_TEXT_CHARS.note).default(''),
  })
  .refine(({ kind, months: n }) => isRecall(kind) === (n !== null), 'step_months')
  .refine(({ kind, urgency }) => isRefer(kind) === (urgency !== null), 'step_urgency')
export type ChosenStep = z.infer<typeof ChosenStep>

const Ground = z.object({ eye: Eye.nullable(), ground: StepGround })
export type Ground = z.infer<typeof Ground>

/** What the rules of the institution propose for a sitting. */
export const ProposedStep = z.object({
  step: StepRule,
  /** The findings that ask for it. */
  grounds: z.array(Ground),
})
export type ProposedStep = z.infer<typeof ProposedStep>

/** The next step as the signed report says it. */
export const SignedStep = z.object({
  kind: StepKind,
  months: z.int().nullable(),
  urgency: ReferralUrgency.nullable(),
  to: z.string(),
  note: z.string(),
  /** The last day on which it is in time, `YYYY-MM-DD`; null of a discharge. */
  due_on: z.string().nullable(),
  /** What the rules proposed; null where they propose nothing. */
  proposed: ProposedStep.nullable(),
})
export type SignedStep = z.infer<typeof SignedStep>

/** A recall counts from the day of the photographs, a referral from the signature. */
export function dueOn(
  { kind, months: n, urgency }: StepRule,
  { sat_on, signed_on }: { sat_on: string; signed_on: string },
  targets: StepRules['targets'],
): string | null {
  if (isRecall(kind) && n !== null) return dayAfter(sat_on, { months: n })
  if (isRefer(kind) && urgency !== null) return dayAfter(signed_on, { days: 7 * targets[urgency] })
  return null
}

/** Whether two decisions are the same, whatever was proposed. */
export const isSameStep = (one: SignedStep | null, other: SignedStep | null): boolean =>
  one === null || other === null
    ? one === other
    : (['kind', 'months', 'urgency', 'to', 'note'] as const).every((key) => one[key] === other[key])

const monthsText = (n: number, say: Say) =>
  say(n === 1 ? 'next_step.month' : 'next_step.months', { n })

/** The step in a few words: "refer, urgent", "routine recall in 12 months". */
export const stepText = ({ kind, months: n, urgency }: StepRule, say: Say): string =>
  say(`next_step.short.${kind}`, {
    months: n === null ? '' : monthsText(n, say),
    urgency: urgency === null ? '' : say(`next_step.urgency.${urgency}`),
  })

/** The findings that ask for it: "right eye: stage 3; left eye: suspected macular oedema". */
export const groundsText = (grounds: readonly Ground[], say: Say): string =>
  grounds
    .map(({ eye, ground }) =>
      say('next_step.ground_of', {
        eye: say(`eye.${eye ?? 'unknown'}`),
        ground: say(`next_step.ground.${ground}`),
      }),
    )
    .join(say('comma'))

/** The lines of a report: the step, until when, why, and what the rules said where the clinician decided otherwise. */
export function stepLines(step: SignedStep, say: Say): string[] {
  const { due_on, to, note, proposed } = step
  const differs =
    proposed !== null &&
    (['kind', 'months', 'urgency'] as const).some((key) => proposed.step[key] !== step[key])
  return [
    say(to === '' ? 'next_step.line' : 'next_step.line_to', { step: stepText(step, say), to }),
    ...(due_on === null ? [] : [say('next_step.by', { day: due_on })]),
    ...(proposed === null || proposed.grounds.length === 0
      ? []
      : [say('next_step.grounds', { grounds: groundsText(proposed.grounds, say) })]),
    ...(note === '' ? [] : [say('next_step.note', { note })]),
    ...(differs ? [say('next_step.decided', { step: stepText(proposed.step, say) })] : []),
  ]
}
