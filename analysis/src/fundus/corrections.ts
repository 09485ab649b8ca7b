import {
  NOT_ASSESSED,
  referralOfPhotograph,
  sectionValue,
  TREATMENTS,
  type DrFinding,
  type FundusFindings,
  type GlaucomaFinding,
} from '@mingmou/contract'
import type { Corrections, Values } from '../corrected.ts'
import { STAGE_OF } from './grade.ts'

type Stage = FundusFindings['dr_grade']

/** Where the machine gave no evidence at all, a clinician's stands alone. */
const NOTHING: DrFinding = {
  rule: 'clinician',
  referable: false,
  agreed: true,
  macular_oedema: null,
  not_assessed: [...NOT_ASSESSED],
  stages: null,
}

/** Stage and oedema as they hold now, and the referral that follows from them as it does from the machine's. */
function retinopathyOf({ dr, dr_grade }: FundusFindings, values: Values) {
  const stage = (values['stage'] as Stage | undefined) ?? dr_grade
  const stated = values['stage'] !== undefined
  if (!stated && values['oedema'] === undefined) return { dr, dr_grade }
  const known = dr ?? NOTHING
  const oedema = (values['oedema'] as boolean | undefined) ?? known.macular_oedema
  const called =
    stage === null ? known.rule !== 'clinician' && STAGE_OF[known.rule] >= 2 : stage >= 2
  return {
    dr_grade: stage,
    dr: {
      ...known,
      ...(stated && { rule: 'clinician' as const, agreed: true }),
      macular_oedema: oedema,
      referable: called || oedema === true,
    },
  }
}

/** What a clinician says of other disease: the machine names no kind then. */
const otherDiseaseOf = (suspected: boolean, { other_disease: known }: FundusFindings) => ({
  other_disease: { scars: known?.scars ?? false, suspected, kinds: [] },
})

const NO_DISEASE = {
  dr_grade: null,
  dr_referable_probability: null,
  dr: null,
  glaucoma: null,
  other_disease: null,
}

export const FUNDUS_CORRECTIONS: Corrections<FundusFindings> = {
  machine: (found) => ({
    referral: found.gradable ? referralOfPhotograph(found) : null,
    stage: found.dr_grade,
    oedema: found.dr?.macular_oedema ?? null,
    glaucoma: found.glaucoma?.band ?? null,
    treated: found.other_disease?.scars ? 'scars' : null,
    other_disease: found.other_disease?.suspected ?? null,
    section: found.section ? sectionValue(found.section.box) : null,
  }),
  apply(machine, values) {
    const said = values['treated']
    // Stated as not treated, which holds against scars.
    const treated = TREATMENTS.find((treatment) => treatment === said) ?? null
    const found = said === undefined ? machine : { ...machine, treated }
    if (!found.gradable) return { ...found, ...NO_DISEASE }
    const band = values['glaucoma'] as GlaucomaFinding['band'] | undefined
    const other = values['other_disease'] as boolean | undefined
    return {
      ...found,
      ...retinopathyOf(found, values),
      ...(band !== undefined && { glaucoma: { band, signs: ['clinician'] } }),
      ...(other !== undefined && otherDiseaseOf(other, found)),
    }
  },
  fields: {
    stage: ['dr_grade', 'dr'],
    oedema: ['dr', 'dr.macular_oedema'],
    glaucoma: ['glaucoma'],
    other_disease: ['other_disease'],
  },
}
