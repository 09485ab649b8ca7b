import {
  contradicts,
  isStageWithheld,
  isStated,
  isUngradable,
  type ToldEye,
  type Untold,
} from './outcome-text.ts'

/** What a patient is told of an eye, each in a sentence without words of the trade. */
export type PlainFinding =
  | 'stage_0'
  | 'stage_1'
  | 'stage_2'
  | 'stage_3'
  | 'stage_4'
  | 'above'
  | 'lesions'
  | 'contradiction'
  | 'not_graded'
  | 'scars'
  | 'treated'
  | 'oedema'
  | 'oedema_stated'
  | 'oedema_open'
  | 'glaucoma'
  | 'glaucoma_watch'
  | 'glaucoma_open'
  | 'other_disease'
  | 'other_disease_stated'
  | 'other_open'
  | 'other'
  | Untold

const STAGES = ['stage_0', 'stage_1', 'stage_2', 'stage_3', 'stage_4'] as const

/** Everything that the report says of an eye, and what it could not judge. */
export function plainFindings(told: ToldEye): PlainFinding[] {
  if (isUngradable(told)) return [...ofTreatment(told), 'unjudged']
  const { oedema, glaucoma, reasons, other_disease: other } = told
  return [
    ...ofStage(told),
    ...ofTreatment(told),
    ...found(oedema, { stated: isStated(told, 'oedema'), name: 'oedema', open: 'oedema_open' }),
    ...ofGlaucoma(glaucoma),
    ...found(other, {
      stated: isStated(told, 'other_disease'),
      name: 'other_disease',
      open: 'other_open',
    }),
    ...(reasons.some(({ reason }) => reason === 'other') ? ['other' as const] : []),
  ]
}

/** That it is there, may be there, or could not be judged. */
function found(
  value: boolean | null,
  { stated, name, open }: { stated: boolean; name: 'oedema' | 'other_disease'; open: PlainFinding },
): PlainFinding[] {
  if (value === null) return [open]
  return value ? [stated ? `${name}_stated` : name] : []
}

function ofStage(told: ToldEye): PlainFinding[] {
  const { stage, at_least: least, lesions } = told
  if (contradicts(told)) return ['contradiction']
  const some = STAGES[stage ?? least ?? -1]
  if (some === undefined) return [lesions ? 'lesions' : 'not_graded']
  if (isStageWithheld(told)) return []
  return stage === null ? [some, 'above'] : [some]
}

function ofTreatment({ treated }: ToldEye): PlainFinding[] {
  if (!treated) return []
  return [treated === 'scars' ? 'scars' : 'treated']
}

function ofGlaucoma(band: string | null): PlainFinding[] {
  if (band === null) return ['glaucoma_open']
  if (band === 'watch') return ['glaucoma_watch']
  return band === 'low' ? [] : ['glaucoma']
}
