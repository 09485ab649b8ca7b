import { z } from 'zod'
import { casesFor } from '../findings/shares.ts'

/** Of studies that compare the machine with readers on an institution's own photographs. */
export const VALIDATION = {
  /**
   * Patients in the denominator below which no figure is shown. Wilson's interval of 20 cases may be 40 points wide: a
   * figure of fewer would be read and would say nothing.
   */
  least: 20,
  /** Eyes or photographs of a study. */
  most: 5000,
  /** Photographs that are brought at once. */
  photographs: 300,
  /** Draws of patients for an interval, and where the draws begin: the same study has the same intervals. */
  draws: 1000,
  seed: 20_261_127,
  /** Devices that have a row of their own: those with most eyes. */
  devices: 10,
} as const

/** `reports`: eyes of signed reports. `photographs`: study material with a table of what readers say. */
export const VALIDATION_SOURCES = ['reports', 'photographs'] as const
export type ValidationSource = (typeof VALIDATION_SOURCES)[number]

/** Each has two answers. Stage 2 or more is where a patient is referred; `glaucoma` is a suspicion. */
export const VALIDATION_QUESTIONS = ['stage', 'oedema', 'glaucoma'] as const
export type ValidationQuestion = (typeof VALIDATION_QUESTIONS)[number]

/** What a reader or the machine says of an eye; null where nothing is said. */
export interface ValidationAnswer {
  stage: number | null
  oedema: boolean | null
  glaucoma: boolean | null
}

const Fraction = z.number().min(0).max(1)

/** A share of cases. Without a value there are too few patients to say it. */
export const ValidationShare = z.object({
  hits: z.int(),
  n: z.int(),
  patients: z.int(),
  value: Fraction.nullable(),
  /** 95 %. */
  low: Fraction.nullable(),
  high: Fraction.nullable(),
  /** By draws of patients, where several cases are of one. */
  by: z.enum(['wilson', 'patients']).nullable(),
})
export type ValidationShare = z.infer<typeof ValidationShare>

const Group = z.object({
  by: z.enum(['device', 'quality']),
  name: z.string(),
  untold: ValidationShare,
  sensitivity: ValidationShare,
  specificity: ValidationShare,
})

export const ValidationQuestionFigures = z.object({
  question: z.enum(VALIDATION_QUESTIONS),
  /** Cases of which readers say nothing. */
  unread: z.int(),
  /** Of all cases, read or not. */
  untold: ValidationShare,
  /** Of the cases that readers call positive, and of those that they call negative. */
  untold_positive: ValidationShare,
  untold_negative: ValidationShare,
  prevalence: ValidationShare,
  /** Of those that the machine told, and of all: one that it did not tell was not found. */
  sensitivity: z.object({ told: ValidationShare, all: ValidationShare }),
  specificity: z.object({ told: ValidationShare, all: ValidationShare }),
  ppv: ValidationShare,
  npv: ValidationShare,
  groups: z.array(Group),
})
export type ValidationQuestionFigures = z.infer<typeof ValidationQuestionFigures>

export const ValidationScore = z.object({
  n: z.int(),
  positive: z.int(),
  patients_positive: z.int(),
  patients_negative: z.int(),
  auc: z
    .object({ value: Fraction, low: Fraction, high: Fraction, by: z.enum(['wilson', 'patients']) })
    .nullable(),
  /** Share of negatives and of positives at or above each cut. */
  roc: z.array(z.tuple([Fraction, Fraction])),
  /** Cases by the chance told, in tenths. */
  bins: z.array(z.object({ from: Fraction, mean: Fraction, share: ValidationShare })),
})
export type ValidationScore = z.infer<typeof ValidationScore>

export const ValidationFigures = z.object({
  cases: z.int(),
  patients: z.int(),
  /** Patients with more than one case. */
  several: z.int(),
  /** Not analysed: unreadable files and faults. They count as not told. */
  failed: z.int(),
  ungradable: z.int(),
  /** Answers that readers stated themselves; the others they signed as the machine gave them. */
  stated: z.record(z.enum(VALIDATION_QUESTIONS), z.int()),
  /** In the order of `VALIDATION_QUESTIONS`. */
  questions: z.array(ValidationQuestionFigures),
  /** Stage by the reader, and as told or null. */
  confusion: z.array(z.object({ reader: z.int(), told: z.int().nullable(), n: z.int() })),
  same_stage: ValidationShare,
  score: ValidationScore,
  /** Versions of the networks, and the cases that they answered. */
  versions: z.array(z.object({ networks: z.string(), n: z.int() })),
})
export type ValidationFigures = z.infer<typeof ValidationFigures>

/** For each expected sensitivity and half of the interval's width, the positive cases that it takes. */
export const NEEDED = {
  sensitivities: [0.7, 0.8, 0.9, 0.95],
  halves: [0.1, 0.05, 0.03],
} as const

/** Positive cases, and cases of all where this share of them is positive. */
export function casesNeeded(sensitivity: number, half: number, prevalence: number) {
  const positive = casesFor(sensitivity, half)
  return { positive, all: Math.ceil(positive / prevalence) }
}
