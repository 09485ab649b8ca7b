import { contradicts, hasOther, isUngradable, type ToldEye } from './outcome-text.ts'

/** What a patient is told of an eye, each in a sentence without words of the trade. */
export type PlainFinding =
  | 'stage_0'
  | 'treated_0'
  | 'stage_1'
  | 'stage_2'
  | 'stage_3'
  | 'stage_4'
  | 'contradiction'
  | 'not_graded'
  | 'unjudged'
  | 'oedema'
  | 'oedema_open'
  | 'glaucoma'
  | 'glaucoma_watch'
  | 'glaucoma_open'
  | 'other_disease'
  | 'other'
  | 'missing'
  | 'not_shown'

const STAGES = ['stage_0', 'stage_1', 'stage_2', 'stage_3', 'stage_4'] as const

/** Everything that the report says of an eye, and what it could not judge. */
export function plainFindings(told: ToldEye): PlainFinding[] {
  if (isUngradable(told)) return ['unjudged']
  const { oedema, glaucoma, reasons } = told
  return [
    ...ofStage(told),
    ...(oedema === null ? ['oedema_open' as const] : oedema ? ['oedema' as const] : []),
    ...ofGlaucoma(glaucoma),
    ...(hasOther(told) ? ['other_disease' as const] : []),
    ...(reasons.some(({ reason }) => reason === 'other') ? ['other' as const] : []),
  ]
}

function ofStage(told: ToldEye): PlainFinding[] {
  const { stage, treated } = told
  const found = STAGES[stage ?? -1]
  if (contradicts(told)) return ['contradiction']
  const untreated = found === undefined ? ('not_graded' as const) : found
  if (!treated) return [untreated]
  return untreated === 'stage_0' ? ['treated_0'] : [untreated, 'treated_0']
}

function ofGlaucoma(band: string | null): PlainFinding[] {
  if (band === null) return ['glaucoma_open']
  if (band === 'watch') return ['glaucoma_watch']
  return band === 'low' ? [] : ['glaucoma']
}
