import {
  GLAUCOMA_BANDS,
  type Eye,
  type FundusFindings,
  type GlaucomaFinding,
} from '@mingmou/contract'
import { raised } from './glaucoma.ts'

/** Difference of the vertical cup-to-disc ratios from which on it is a sign of its own (Foster 2002, Br J Ophthalmol 86:238). */
const ASYMMETRY = 0.2
/** Stages by which two photographs of one eye contradict each other. */
const CONTRADICTION = 2

type Stage = NonNullable<FundusFindings['dr_grade']>

/** One photograph of a sitting; `findings` is null where it could not be analysed. */
export interface Photograph {
  index: number
  /** As a clinician corrected it, if he did. */
  eye: Eye | null
  findings: FundusFindings | null
}

/** A finding, and the photograph that gave it. */
export interface From<T> {
  value: T
  index: number
}

export interface EyeFinding {
  /** Null: the photographs whose eye is not known. */
  eye: Eye | null
  photographs: number
  gradable: number
  /** The worst stage; null where no photograph has one. */
  stage: From<Stage> | null
  /** Two photographs whose stages contradict each other, the worse first. */
  contradiction: readonly [From<Stage>, From<Stage>] | null
  /** A gradable photograph has no stage. */
  open: boolean
  referable: boolean
  /** Suspected macular oedema. */
  oedema: From<true> | null
  /** The highest suspicion. */
  glaucoma: From<GlaucomaFinding> | null
  /** The largest vertical cup-to-disc ratio. */
  vcdr: number | null
}

export interface PatientFinding {
  /** OD, OS, and last what is of no known eye, where there is such a photograph. */
  eyes: EyeFinding[]
  /** The eye whose stage is the worst; null where none has one. */
  worst: (EyeFinding & { stage: From<Stage> }) | null
  /** Every gradable photograph has a stage and none contradicts another. */
  settled: boolean
  contradicts: boolean
  oedema: boolean
  /** Difference of the ratios, where both eyes have one. */
  asymmetry: number | null
  /** The worse eye's suspicion, a band higher where the ratios differ; null where neither has one. */
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

/** One eye: as bad as the worst of its gradable photographs. */
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
  // Photographs of no known eye may be of two eyes.
  const apart =
    eye !== null && worst !== null && least !== null && worst.value - least.value >= CONTRADICTION
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
    glaucoma: most(
      each(({ glaucoma }) => glaucoma),
      ({ value }) => bandAt(value),
    ),
    vcdr: most(ratios, ({ value }) => value)?.value ?? null,
  }
}

/** What all photographs of a sitting say of the patient together. */
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
  const apart = asymmetry !== null && asymmetry >= ASYMMETRY
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

/** What is known of a photograph's eye; of an eye that is not known, by that photograph alone. */
export function eyeFindingOf({ eyes }: PatientFinding, photograph: Photograph): EyeFinding {
  const known = photograph.eye && eyes.find(({ eye }) => eye === photograph.eye)
  return known ?? ofEye(null, [photograph])
}
