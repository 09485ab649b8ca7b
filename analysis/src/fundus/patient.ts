import {
  GLAUCOMA_BANDS,
  type Eye,
  type FundusFindings,
  type GlaucomaFinding,
  type Referral,
} from '@mingmou/contract'
import type { Photograph as PhotographOf } from '../analyser.ts'
import { byEye, eyeOfImage, listedBy, worstOf, type EyeImages } from '../eyes.ts'
import { DECISIONS } from './decisions.ts'
import { raised } from './glaucoma.ts'
import { referralOf } from './referral.ts'
import { statedReferral } from '../corrected.ts'

type Stage = NonNullable<FundusFindings['dr_grade']>

export type Photograph = PhotographOf<FundusFindings>

/** A finding, and the photograph that gave it. */
export interface From<T> {
  value: T
  index: number
}

export interface EyeFinding {
  /** null: the photographs of unknown eyes. */
  eye: Eye | null
  photographs: number
  gradable: number
  /** The worst stage; null without any. */
  stage: From<Stage> | null
  /** A clinician stated the worst stage. */
  stageStated: boolean
  /** Two photographs whose stages contradict each other, the worse first. */
  contradiction: readonly [From<Stage>, From<Stage>] | null
  /** A gradable photograph has no stage. */
  open: boolean
  /** The worst of its photographs'; null without a gradable one. */
  referral: Referral | null
  referable: boolean
  /** Suspected macular oedema. */
  oedema: From<true> | null
  /** Exudates near the fovea could be looked for on a photograph. */
  oedemaExamined: boolean
  /** The highest suspicion. */
  glaucoma: From<GlaucomaFinding> | null
  /** The largest vertical cup-to-disc ratio. */
  vcdr: number | null
}

export interface PatientFinding {
  /** OD, OS, and last the photographs of unknown eyes, if any. */
  eyes: EyeFinding[]
  /** The eye of the worst stage; null without any. */
  worst: (EyeFinding & { stage: From<Stage> }) | null
  /** Every gradable photograph has a stage and none contradicts another. */
  settled: boolean
  contradicts: boolean
  oedema: boolean
  /** Difference of the ratios, where both eyes have one. */
  asymmetry: number | null
  /** The suspicion of the worse eye, a band higher where the ratios differ. null where neither eye has one. */
  glaucoma: GlaucomaFinding | null
}

const bandAt = ({ band }: GlaucomaFinding) => GLAUCOMA_BANDS.indexOf(band)

/** The first of the largest. */
function most<T>(list: readonly T[], size: (one: T) => number): T | null {
  return list.reduce<T | null>(
    (best, one) => (best !== null && size(best) >= size(one) ? best : one),
    null,
  )
}

/** One eye, as bad as its worst gradable photograph. */
function ofEye({ eye, photographs, gradable }: EyeImages<FundusFindings>): EyeFinding {
  const each = <T>(read: (findings: FundusFindings) => T | null): From<T>[] =>
    gradable.flatMap(({ index, findings }) => {
      const value = read(findings)
      return value === null ? [] : [{ index, value }]
    })
  const stages = each(({ dr_grade }) => dr_grade)
  const worst = most(stages, ({ value }) => value)
  const least = most(stages, ({ value }) => -value)
  const of = gradable.find(({ index }) => index === worst?.index)
  const stageStated = of?.stated?.some(({ name }) => name === 'stage') === true
  // Photographs of unknown eyes may show two eyes. A clinician who stated the worse stage has reviewed it.
  const apart =
    eye !== null &&
    worst !== null &&
    least !== null &&
    !stageStated &&
    worst.value - least.value >= DECISIONS.patient.contradiction
  const ratios = each(({ vcdr }) => vcdr)
  const referral = worstOf(
    gradable.map(({ findings, stated }) => statedReferral(stated) ?? referralOf(findings)),
  )
  return {
    eye,
    photographs,
    gradable: gradable.length,
    stage: worst,
    stageStated,
    contradiction: apart ? [worst, least] : null,
    open: stages.length < gradable.length,
    referral: apart ? worstOf(['review', ...(referral === null ? [] : [referral])]) : referral,
    referable: referral === 'referable',
    oedema: each(({ dr }) => dr?.macular_oedema || null)[0] ?? null,
    oedemaExamined: each(({ dr }) => dr?.macular_oedema ?? null).length > 0,
    glaucoma: most(
      each(({ glaucoma }) => glaucoma),
      ({ value }) => bandAt(value),
    ),
    vcdr: most(ratios, ({ value }) => value)?.value ?? null,
  }
}

/** The summary of all photographs of a sitting. */
export function ofPatient(sitting: readonly Photograph[]): PatientFinding {
  const eyes = byEye(sitting).map(ofEye)
  const staged = eyes.flatMap((eye) => (eye.stage ? [{ ...eye, stage: eye.stage }] : []))
  const contradicts = eyes.some(({ contradiction }) => contradiction !== null)
  const ratioOf = (side: Eye) => eyes.find(({ eye }) => eye === side)?.vcdr ?? null
  const [right, left] = [ratioOf('OD'), ratioOf('OS')]
  const asymmetry = right === null || left === null ? null : Math.abs(right - left)
  const suspicion = most(
    eyes.flatMap(({ glaucoma }) => (glaucoma ? [glaucoma.value] : [])),
    bandAt,
  )
  // What a clinician stated is not raised.
  const own = suspicion?.signs.includes('clinician') === true
  const apart = !own && asymmetry !== null && asymmetry >= DECISIONS.patient.asymmetry
  return {
    eyes,
    worst: most(staged, ({ stage }) => stage.value),
    settled: staged.length > 0 && !contradicts && eyes.every(({ open }) => !open),
    contradicts,
    oedema: eyes.some(({ oedema }) => oedema !== null),
    asymmetry,
    glaucoma:
      suspicion && apart
        ? { band: raised(suspicion.band), signs: [...suspicion.signs, 'asymmetry'] }
        : suspicion,
  }
}

/** The findings of a photograph's eye. For an unknown eye, those of the photograph alone. */
export const eyeFindingOf = (sitting: readonly Photograph[], photograph: Photograph): EyeFinding =>
  ofEye(eyeOfImage(sitting, photograph))

/** The part of the findings that `eyesOf` reads. */
export const EYE_KEYS = ['gradable', 'eye', 'dr_grade', 'dr', 'glaucoma', 'vcdr'] as const

/** By all gradable photographs of the eye. */
export const { eyesOf, outcomesOf } = listedBy<FundusFindings>((images) => {
  const eye = ofEye(images)
  const { stage, contradiction, oedema, oedemaExamined, glaucoma } = eye
  return {
    contradicts: contradiction !== null,
    outcome: {
      stage: stage?.value ?? null,
      stage_index: stage?.index ?? null,
      referral: eye.referral,
      oedema: oedema ? true : oedemaExamined ? false : null,
      oedema_index: oedema?.index ?? null,
      glaucoma: glaucoma?.value.band ?? null,
      glaucoma_index: glaucoma?.index ?? null,
    },
  }
})
