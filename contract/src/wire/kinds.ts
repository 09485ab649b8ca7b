import { z } from 'zod'

/** The kinds of image as the specification names them: their class in calls and reports, and their tab in the workspace. */
export const MODALITY_KEYS = {
  fundus: { class: '1', tab: 0 },
  surface: { class: '2', tab: 1 },
  octa: { class: '3', tab: 2 },
} as const
export type ModalityKey = keyof typeof MODALITY_KEYS
export const ModalityKey = z.enum(Object.keys(MODALITY_KEYS) as ModalityKey[])
export const DiagnosisClass = z.enum(['1', '2', '3'], 'not_allowed')
export type DiagnosisClass = z.infer<typeof DiagnosisClass>

/** A word of each kind: `seems_fundus`. */
export const kindsWith = <Word extends string>(word: Word) =>
  ModalityKey.options.map((key) => `${word}_${key}` as const)
