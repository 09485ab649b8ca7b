import { GLAUCOMA_BANDS, type FundusFindings, type GlaucomaFinding } from '@mingmou/contract'
import { raised } from './glaucoma.ts'

/** Difference of the vertical cup-to-disc ratios from which on it is a sign of its own (Foster 2002, Br J Ophthalmol 86:238). */
const ASYMMETRY = 0.2

interface PatientFinding {
  /** The worse eye's stage; null where neither has one. */
  dr_grade: FundusFindings['dr_grade']
  /** Both eyes have a stage. */
  graded: boolean
  macular_oedema: boolean
  /** Difference of the ratios, where both eyes have one. */
  asymmetry: number | null
  /** The worse eye's suspicion, a band higher where the ratios differ; null where neither has one. */
  glaucoma: GlaucomaFinding | null
}

/** What both eyes of a patient say together. */
export function ofPatient(one: FundusFindings, other: FundusFindings): PatientFinding {
  const eyes = [one, other]
  const stages = eyes.map((eye) => eye.dr_grade).filter((stage) => stage !== null)
  const bands = eyes.map((eye) => eye.glaucoma).filter((finding) => finding !== null)
  const asymmetry =
    one.vcdr === null || other.vcdr === null ? null : Math.abs(one.vcdr - other.vcdr)
  const worse = bands.reduce<GlaucomaFinding | null>(
    (most, next) =>
      most && GLAUCOMA_BANDS.indexOf(most.band) >= GLAUCOMA_BANDS.indexOf(next.band) ? most : next,
    null,
  )
  const apart = asymmetry !== null && asymmetry >= ASYMMETRY
  return {
    dr_grade: stages.reduce<FundusFindings['dr_grade']>(
      (most, next) => (most !== null && most >= next ? most : next),
      null,
    ),
    graded: stages.length === eyes.length,
    macular_oedema: eyes.some((eye) => eye.dr?.macular_oedema === true),
    asymmetry,
    glaucoma:
      worse && apart ? { band: raised(worse.band), signs: [...worse.signs, 'asymmetry'] } : worse,
  }
}
