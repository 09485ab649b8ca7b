import type { CorrectedValue } from '../findings/corrections.ts'
import type { Treated } from '../findings/treatments.ts'

/** What is told of an eye that a clinician may state, by the names of the corrections. */
export const STATED_OF_EYE = [
  'stage',
  'oedema',
  'glaucoma',
  'treated',
  'other_disease',
  'referral',
] as const
export type StatedOfEye = (typeof STATED_OF_EYE)[number]

/** An eye by what is told of it. */
export interface ToldValues {
  stage: number | null
  oedema: boolean | null
  glaucoma: string | null
  treated?: Treated | null | undefined
  other_disease: boolean | null
  referral: string | null
}

/**
 * What of an eye a clinician stated as it is told, of any of its photographs. That the machine says another thing does not
 * make it stated: a drawing, and a statement of something else, change it too.
 */
export function statedOfEye(
  told: ToldValues,
  statements: readonly { name: string; value: CorrectedValue }[],
): StatedOfEye[] {
  const values = { ...told, treated: told.treated ?? 'none' }
  return STATED_OF_EYE.filter((name) =>
    statements.some((statement) => statement.name === name && statement.value === values[name]),
  )
}
