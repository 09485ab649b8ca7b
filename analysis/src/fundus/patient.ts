import {
  GLAUCOMA_BANDS,
  type Eye,
  type EyeSummary,
  type FundusFindings,
  type GlaucomaFinding,
  type ReportedEye,
} from '@mingmou/contract'
import type { Photograph as PhotographOf } from '../analyser.ts'
import { DECISIONS } from './decisions.ts'
import { raised } from './glaucoma.ts'

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
  /** Two photographs whose stages contradict each other, the worse first. */
  contradiction: readonly [From<Stage>, From<Stage>] | null
  /** A gradable photograph has no stage. */
  open: boolean
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
function ofEye(eye: Eye | null, photographs: readonly Photograph[]): EyeFinding {
  const gradable = photographs.flatMap(({ index, findings }) =>
    findings?.gradable ? [{ index, findings }] : [],
  )
  const each = <T>(read: (findings: FundusFindings) => T | null): From<T>[] =>
    gradable.flatMap(({ index, findings }) => {
      const value = read(findings)
      return value === null ? [] : [{ index, value }]
    })
  const stages = each(({ dr_grade }) => dr_grade)
  const worst = most(stages, ({ value }) => value)
  const least = most(stages, ({ value }) => -value)
  // Photographs of unknown eyes may show two eyes.
  const apart =
    eye !== null &&
    worst !== null &&
    least !== null &&
    worst.value - least.value >= DECISIONS.patient.contradiction
  const ratios = each(({ vcdr }) => vcdr)
  return {
    eye,
    photographs: photographs.length,
    gradable: gradable.length,
    stage: worst,
    contradiction: apart ? [worst, least] : null,
    open: stages.length < gradable.length,
    referable: gradable.some(
      ({ findings: { dr, dr_grade } }) => dr_grade !== null && dr?.referable,
    ),
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
  const group = (eye: Eye | null) =>
    ofEye(
      eye,
      sitting.filter((one) => one.eye === eye),
    )
  const [OD, OS, unknown] = [group('OD'), group('OS'), group(null)]
  const eyes = unknown.photographs > 0 ? [OD, OS, unknown] : [OD, OS]
  const staged = eyes.flatMap((eye) => (eye.stage ? [{ ...eye, stage: eye.stage }] : []))
  const contradicts = eyes.some(({ contradiction }) => contradiction !== null)
  const asymmetry = OD.vcdr === null || OS.vcdr === null ? null : Math.abs(OD.vcdr - OS.vcdr)
  const suspicion = most(
    eyes.flatMap(({ glaucoma }) => (glaucoma ? [glaucoma.value] : [])),
    bandAt,
  )
  const apart = asymmetry !== null && asymmetry >= DECISIONS.patient.asymmetry
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
export function eyeFindingOf({ eyes }: PatientFinding, photograph: Photograph): EyeFinding {
  const known = photograph.eye && eyes.find(({ eye }) => eye === photograph.eye)
  return known ?? ofEye(null, [photograph])
}

/** The part of the findings that `eyesOf` reads. */
export const EYE_KEYS = ['gradable', 'eye', 'dr_grade', 'dr', 'glaucoma', 'vcdr'] as const

/** Each eye of a sitting for a list. */
export const eyesOf = (sitting: readonly Photograph[]): EyeSummary[] =>
  ofPatient(sitting).eyes.map(({ eye, photographs, gradable, stage, contradiction }) => ({
    eye,
    photographs,
    gradable,
    stage: stage?.value ?? null,
    contradicts: contradiction !== null,
  }))

/** The eye of each photograph shown, for a list of reports. */
export function outcomesOf(
  sitting: readonly Photograph[],
  shown: readonly Photograph[],
): ReportedEye[] {
  const patient = ofPatient(sitting)
  return shown.map((photograph) => {
    const eye = eyeFindingOf(patient, photograph)
    return {
      eye: eye.eye,
      stage: eye.stage?.value ?? null,
      stage_index: eye.stage?.index ?? null,
      referral: referralOf(eye),
      oedema: eye.oedema ? true : eye.oedemaExamined ? false : null,
      oedema_index: eye.oedema?.index ?? null,
      glaucoma: eye.glaucoma?.value.band ?? null,
      glaucoma_index: eye.glaucoma?.index ?? null,
    }
  })
}

/** An eye that could not be judged in full is never said to need no referral. */
function referralOf({ gradable, referable, contradiction, open, stage }: EyeFinding) {
  if (gradable === 0) return null
  if (referable) return 'referable'
  return contradiction || open || stage === null ? 'review' : 'none'
}
