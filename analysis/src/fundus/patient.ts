import {
  GLAUCOMA_BANDS,
  isContent,
  isSuspectedWhole,
  mergedReasons,
  reasonOfGlaucoma,
  reasonOfOedema,
  reasonOfOtherDisease,
  reasonOfStage,
  reasonOfTreatment,
  statedOfEye,
  treatedOf,
  type ContentReason,
  type Eye,
  type FundusFindings,
  type GlaucomaFinding,
  type OtherDisease,
  type Reason,
  type ReviewReason,
  type StatedOfEye,
  type Treated,
} from '@mingmou/contract'
import type { Photograph as PhotographOf } from '../analyser.ts'
import { statedReferral } from '../corrected.ts'
import { byEye, listedBy, otherReasons, type EyeImages } from '../eyes.ts'
import { DECISIONS } from './decisions.ts'
import { raised } from './glaucoma.ts'
import { stageOfEye, type EyeStage, type From } from './stage-of-eye.ts'

export type Photograph = PhotographOf<FundusFindings>
type Images = EyeImages<FundusFindings>
type Gradable = Images['gradable']

export interface EyeFinding extends EyeStage {
  /** null: the photographs of unknown eyes. */
  eye: Eye | null
  photographs: number
  gradable: number
  /** Places of its photographs in the sitting that could be judged. */
  indices: readonly number[]
  /** Suspected macular oedema. */
  oedema: From<true> | null
  /** Why oedema could not be judged; null where it could. */
  oedemaOpen: Reason | null
  /** The highest suspicion, a band higher where the ratio lies far above that of the other eye. */
  glaucoma: From<GlaucomaFinding> | null
  /** Why no suspicion could be told; null where one is. */
  glaucomaOpen: Reason | null
  /** A clinician stated that it was treated, or scars are suspected. */
  treated: Treated | null
  /** What is suspected beside diabetic retinopathy, with the kinds of all its photographs. */
  other: From<OtherDisease> | null
  /** Whether all its photographs were looked at for other disease. */
  looked: boolean
  /** What of it a clinician stated, as it is told. */
  stated: readonly StatedOfEye[]
  /** The largest vertical cup-to-disc ratio. */
  vcdr: From<number> | null
  /** What its photographs that were not judged are, where that is why; the first. */
  contents: ContentReason | null
  /** It has no photograph, and may be on a picture of several fields. */
  elsewhere: boolean
  /** Why the eye is to be looked at. */
  reasons: readonly ReviewReason[]
}

export interface PatientFinding {
  /** OD, OS, and last the photographs of unknown eyes, if any. */
  eyes: EyeFinding[]
  /** The eye of the worst stage; null without any. */
  worst: (EyeFinding & { stage: From<number> }) | null
}

/** The band, and within a band the ratio, which is below 1: what an eye rests on is its worst photograph. */
const suspicionAt = ({ band }: GlaucomaFinding, ratio: number | null) =>
  GLAUCOMA_BANDS.indexOf(band) + (ratio ?? 0) / 2

/** The first of the largest. */
function most<T>(list: readonly T[], size: (item: T) => number): T | null {
  return list.reduce<T | null>(
    (best, next) => (best !== null && size(best) >= size(next) ? best : next),
    null,
  )
}

function each<T>(gradable: Gradable, read: (findings: FundusFindings) => T | null): From<T>[] {
  return gradable.flatMap(({ index, findings }) => {
    const value = read(findings)
    return value === null ? [] : [{ index, value }]
  })
}

/** The first reason why photographs lack a finding. */
const lackOf = (gradable: Gradable, field: string, otherwise: Reason): Reason =>
  gradable
    .map(({ findings: { not_measured } }) => not_measured[field])
    .find((reason) => !!reason) ?? otherwise

const ratioOf = (gradable: Gradable): From<number> | null =>
  most(
    each(gradable, ({ vcdr }) => vcdr),
    ({ value }) => value,
  )

/** The ratio of the other eye of a sitting; null for an unknown eye. */
function fellowRatio(eye: Eye | null, sitting: readonly Photograph[]): number | null {
  const fellow = eye === null ? undefined : byEye(sitting).find((group) => group.eye === OTHER[eye])
  return fellow ? (ratioOf(fellow.gradable)?.value ?? null) : null
}

const OTHER = { OD: 'OS', OS: 'OD' } as const

/** The suspicion of an eye. A ratio far above that of the other eye is a sign by itself. */
function suspicionOf(
  { eye, gradable }: Pick<Images, 'eye' | 'gradable'>,
  fellow: number | null,
): From<GlaucomaFinding> | null {
  const worst = most(
    each(gradable, ({ glaucoma, vcdr }) => glaucoma && { glaucoma, vcdr }),
    ({ value }) => suspicionAt(value.glaucoma, value.vcdr),
  )
  const found = worst && { index: worst.index, value: worst.value.glaucoma }
  const isJudged = allOrOne(eye, gradable, ({ findings }) => findings.glaucoma !== null)
  if (found?.value.band === 'low' && !isJudged) return null
  const own = ratioOf(gradable)?.value ?? null
  const apart = own !== null && fellow !== null && own - fellow >= DECISIONS.patient.asymmetry
  // What a clinician stated is not raised.
  if (!found || !apart || found.value.signs.includes('clinician')) return found
  const { band, signs } = found.value
  return { ...found, value: { band: raised(band), signs: [...signs, 'asymmetry'] } }
}

/**
 * Why a photograph leaves oedema in doubt, whatever another one shows: exudates near the fovea that may be none, or a macula
 * whose lesions nobody could look at, while the chance speaks for disease.
 */
function oedemaDoubt({
  dr,
  dr_referable_probability: chance,
  shows,
  not_measured,
}: FundusFindings) {
  const reason = not_measured['dr.macular_oedema']
  if (dr !== null) return dr.macular_oedema === null && reason === 'weak_evidence' ? reason : null
  const isDoubtful = (chance ?? 0) > DECISIONS.patient.doubtful_chance && shows?.macula !== false
  return isDoubtful ? (reason ?? not_measured['dr'] ?? not_measured['dr_grade'] ?? null) : null
}

/**
 * Why oedema of an eye could not be judged. A photograph that found no exudate near the fovea says nothing against
 * another one that leaves it in doubt.
 */
function oedemaOpenIn(gradable: Gradable, eye: Eye | null): Reason | null {
  const [doubt] = gradable.flatMap(({ findings }) => oedemaDoubt(findings) ?? [])
  if (doubt) return doubt
  const isNone = ({ findings }: Gradable[number]) => findings.dr?.macular_oedema === false
  if (allOrOne(eye, gradable, isNone)) return null
  return lackOf(
    gradable,
    'dr.macular_oedema',
    lackOf(gradable, 'dr', lackOf(gradable, 'dr_grade', 'no_fovea')),
  )
}

/** Whether a photograph tells it of an eye. Those of unknown eyes may show two, and each has to tell it. */
const allOrOne = (
  eye: Eye | null,
  gradable: Gradable,
  tells: (photograph: Gradable[number]) => boolean,
): boolean => (eye === null ? gradable.every(tells) : gradable.some(tells))

/** What the pictures are that were not judged because of what they hold. */
export const contentsOf = (sitting: readonly Photograph[]): ContentReason[] =>
  sitting.flatMap(({ findings }) => {
    const reason = findings && !findings.gradable ? findings.not_measured['dr_grade'] : undefined
    return isContent(reason) ? [reason] : []
  })

/** Suspected other disease: of the first photograph that shows it, with the kinds of all. */
function otherIn(gradable: Gradable): From<OtherDisease> | null {
  const found = each(gradable, ({ other_disease: disease }) =>
    disease?.suspected ? disease : null,
  )
  const [first] = found
  const kinds = [...new Set(found.flatMap(({ value }) => value.kinds))]
  return first ? { index: first.index, value: { ...first.value, kinds } } : null
}

const findingsOf = (gradable: Gradable) => gradable.map(({ findings }) => findings)

/** What a clinician stated of the treatment of an eye holds whether or not the photograph can be judged. */
const treatedIn = ({ gradable, ungradable }: Images): Treated | null =>
  treatedOf([...findingsOf(gradable), ...ungradable])

/** One eye, as bad as the worst of its gradable photographs cannot exclude. */
function ofEye(images: Images, sitting: readonly Photograph[]): EyeFinding {
  const { eye, photographs, gradable } = images
  const staged = stageOfEye(images)
  const oedema = each(gradable, ({ dr }) => dr?.macular_oedema || null)[0] ?? null
  const glaucoma = suspicionOf(images, fellowRatio(eye, sitting))
  const found = {
    ...staged,
    eye,
    photographs,
    gradable: gradable.length,
    oedema,
    glaucoma,
    indices: gradable.map(({ index }) => index),
    oedemaOpen: oedema || gradable.length === 0 ? null : oedemaOpenIn(gradable, eye),
    glaucomaOpen:
      glaucoma || gradable.length === 0
        ? null
        : lackOf(gradable, 'glaucoma', lackOf(gradable, 'vcdr', 'no_disc')),
    treated: treatedIn(images),
    other: otherIn(gradable),
    looked: gradable.length > 0 && gradable.every(({ findings }) => !!findings.other_disease),
    vcdr: ratioOf(gradable),
    contents: contentsOf(sitting.filter((photograph) => photograph.eye === eye))[0] ?? null,
    elsewhere: photographs === 0 && contentsOf(sitting).includes('several_fields'),
    reasons: mergedReasons(reasonsOf(images, staged, glaucoma)),
  }
  return {
    ...found,
    stated: statedOfEye({ ...outcomeOf(found), referral: null }, images.stated),
  }
}

/** What a report says of an eye with a gradable photograph. */
export function outcomeOf(found: Omit<EyeFinding, 'stated'>) {
  const { stage, atLeast, lesions, openBy, oedema, oedemaOpen, glaucoma, treated, other, looked } =
    found
  return {
    stage: stage?.value ?? null,
    stage_index: stage?.index ?? null,
    at_least: atLeast?.value ?? null,
    lesions,
    open_index: openBy,
    oedema: oedema ? true : oedemaOpen === null ? false : null,
    oedema_index: oedema?.index ?? null,
    glaucoma: glaucoma?.value.band ?? null,
    glaucoma_index: glaucoma?.index ?? null,
    treated,
    other_disease: other ? true : looked ? false : null,
    ...(other && { other_index: other.index }),
  }
}

/** What a clinician stated of the consequence of a photograph takes the place of what its findings ask for. */
function reasonsOf(
  { eye, gradable, ungradable, referrals, photographs }: Images,
  { contradiction }: EyeStage,
  glaucoma: From<GlaucomaFinding> | null,
): ReviewReason[] {
  if (gradable.length === 0)
    return photographs > 0 ? [{ reason: 'ungradable', referral: 'review' }] : []
  const stated = gradable.flatMap(({ stated: some }) => statedReferral(some) ?? [])
  const left = gradable.filter(({ stated: some }) => statedReferral(some) === null)
  return [
    ...stated.flatMap(otherReasons),
    ...(contradiction ? [{ reason: 'contradiction', referral: 'review' } as const] : []),
    ...(left.length > 0
      ? askedBy({ eye, gradable: left }, referrals.length > 0 ? [] : ungradable, glaucoma)
      : []),
  ]
}

/** `blind`: those that cannot be judged. */
function askedBy(
  { eye, gradable: left }: Pick<Images, 'eye' | 'gradable'>,
  blind: readonly FundusFindings[],
  glaucoma: From<GlaucomaFinding> | null,
): ReviewReason[] {
  const { stage, lack } = stageOfEye({ gradable: left, eye })
  const oedema = left.some(({ findings }) => findings.dr?.macular_oedema === true)
  const open = oedema ? null : oedemaOpenIn(left, eye)
  const ofLeft = left.some(({ index }) => index === glaucoma?.index)
  return [
    ...reasonOfStage(
      stage?.value ?? null,
      lack,
      left.some(({ findings }) => isSuspectedWhole(findings)),
    ),
    ...reasonOfTreatment(treatedOf([...findingsOf(left), ...blind])),
    ...reasonOfOtherDisease(otherIn(left) !== null),
    ...reasonOfOedema(oedema ? true : open === null ? false : null),
    ...(glaucoma === null || ofLeft ? reasonOfGlaucoma(glaucoma?.value ?? null) : []),
  ]
}

/** The summary of all photographs of a sitting. */
export function ofPatient(sitting: readonly Photograph[]): PatientFinding {
  const eyes = byEye(sitting).map((images) => ofEye(images, sitting))
  const staged = eyes.flatMap((eye) => (eye.stage ? [{ ...eye, stage: eye.stage }] : []))
  return { eyes, worst: most(staged, ({ stage }) => stage.value) }
}

/** The part of the findings that `eyesOf` reads. */
export const EYE_KEYS = [
  'gradable',
  'quality_score',
  'eye',
  'shows',
  'dr_grade',
  'dr_referable_probability',
  'dr',
  'glaucoma',
  'other_disease',
  'vcdr',
  'not_measured',
] as const

/** By all gradable photographs of the eye. */
export const { eyesOf, outcomesOf } = listedBy<FundusFindings>(
  (images, sitting) => {
    const found = ofEye(images, sitting)
    const { contradiction, reasons } = found
    return { contradicts: contradiction !== null, reasons, outcome: outcomeOf(found) }
  },
  (images) => ({ treated: treatedIn(images) }),
)
