import {
  NOT_ASSESSED,
  type FundusFindings,
  type GlaucomaFinding,
  type Reason,
} from '@mingmou/contract'
import { SAMPLE_FINDINGS as sample } from '@mingmou/contract/testing'
import { STAGE_OF } from '../fundus/grade.ts'

type Grade = FundusFindings['dr_grade']

/** One lesion of each kind that the rule needs, none of the others. */
function lesionsOf(some: boolean, red: boolean): FundusFindings['lesions'] {
  const { lesions } = sample
  if (!lesions) return null
  const none = { count: 0, uncounted: 0, area: 0, percent: 0, quadrants: null, spots: [] }
  const empty = { ...none, fovea_distance_dd: null }
  return {
    microaneurysms: some ? lesions.microaneurysms : empty,
    haemorrhages: red ? lesions.haemorrhages : empty,
    hard_exudates: empty,
    soft_exudates: empty,
  }
}

export interface MadeTraits {
  grade: Grade
  lack?: Reason
  chance?: number | null
  oedema?: boolean | null
  oedemaLack?: Reason
  band?: GlaucomaFinding['band'] | null
  vcdr?: number
  gradable?: boolean
  shows?: FundusFindings['shows']
  /** Lesions count although there is no stage. */
  lesions?: 'none' | 'microaneurysms' | 'more'
}

/** Everything of the retina that stage 0 needs. */
export const SHOWN = { disc: true, macula: true, microaneurysms: true }

const RULES = {
  none: 'no_lesion',
  microaneurysms: 'microaneurysms_only',
  more: 'more_than_microaneurysms',
} as const

/** Findings as the analysis makes them: a lesion for every stage, a reason for every null. */
export function madeFindings({
  grade,
  lack = 'weak_evidence',
  chance = grade === null ? 0.3 : grade >= 2 ? 0.9 : 0.02,
  oedema = false,
  oedemaLack = 'no_fovea',
  band = 'low',
  vcdr = 0.5,
  gradable = true,
  shows = SHOWN,
  lesions = grade === null || grade === 0 ? 'none' : grade === 1 ? 'microaneurysms' : 'more',
}: MadeTraits): FundusFindings {
  const rule = RULES[lesions]
  const { not_measured: before, ...common } = sample
  const missing: Record<string, Reason> = {
    ...(grade === null && { dr_grade: lack }),
    ...(chance === null && { dr_referable_probability: lack }),
    ...(oedema === null && { 'dr.macular_oedema': oedemaLack }),
    ...(band === null && { glaucoma: 'cup_unsupported', vcdr: 'cup_unsupported' }),
  }
  const none = { dr_grade: null, dr_referable_probability: null, dr: null, glaucoma: null }
  const found: FundusFindings = {
    ...common,
    dr_grade: grade,
    dr_referable_probability: chance,
    shows,
    vcdr: band === null ? null : vcdr,
    lesions: lesionsOf(lesions !== 'none', lesions === 'more'),
    dr: {
      rule,
      referable: STAGE_OF[rule] >= 2 || oedema === true,
      agreed: grade !== null,
      macular_oedema: oedema,
      not_assessed: [...NOT_ASSESSED],
      stages: null,
    },
    glaucoma: band === null ? null : { band, signs: [] },
    not_measured: { ...before, ...missing },
    quality: { ...common.quality, gradable },
    gradable,
  }
  return gradable ? found : { ...found, ...none, vcdr: null, lesions: null }
}
