import {
  findingText,
  fiveParts,
  isContent,
  isTrusted,
  outlineText,
  REFERRALS,
  reasonOf,
  reasonText,
  worstReferral,
  type Eye,
  type Language,
  type Opinion,
  type SurfaceFindings,
} from '@mingmou/contract'
import { byEye, eyeOfImage, type EyeImages } from '../eyes.ts'
import { sittingBasis, statedBasis } from '../corrected.ts'
import { wordsIn, written, type Words } from '../sentences.ts'
import { contradictionIn, eyeName, foundIn, outlineIn, textOf, worseIn } from './clauses.ts'
import { isOpen, outcomesOf, worstOf, type Photograph } from './patient.ts'

type Images = EyeImages<SurfaceFindings>

const EYES = ['OD', 'OS'] as const

/**
 * The draft for one photograph of a sitting. Its advice is that of its eye, so that it holds whatever other photographs of
 * the eye show. Empty of one that was not analysed.
 */
export function draftOpinion(
  sitting: readonly Photograph[],
  index: number,
  language: Language,
): string {
  const photograph = sitting.find((photograph) => photograph.index === index)
  const findings = photograph?.findings
  if (!photograph || !findings) return ''
  const words = wordsIn(language)
  if (!findings.gradable)
    return written(
      { ...unread(photograph, findings, words), basis: statedBasis(photograph, words) },
      words,
    )
  const images = eyeOfImage(sitting, photograph)
  const found = words.say('of_eye', {
    eye: eyeName(photograph.eye, words),
    findings: foundIn(findings, words),
  })
  return written(
    {
      conclusion: [found, contradictionIn(images, words) || worseIn(images, index, words)],
      advice: adviceOf([photograph], sitting, words),
      basis: [...statedBasis(photograph, words), ...basisOf(findings, words)],
      limits: limitsOf(findings, words),
    },
    words,
  )
}

/**
 * The draft for a sitting of several photographs: each eye by its worst, and before that what of it was not judged. Null for
 * a single one.
 */
export function draftPatientOpinion(
  sitting: readonly Photograph[],
  language: Language,
): string | null {
  if (sitting.length < 2) return null
  const words = wordsIn(language)
  const { say } = words
  const eyes = byEye(sitting).filter(({ photographs }) => photographs > 0)
  const lines = eyes.flatMap((eye) => eyeLines(eye, words))
  const contradictions = eyes.map((eye) => contradictionIn(eye, words))
  const texts = (open: boolean) =>
    lines.filter((line) => line.open === open).map(({ text }) => text)
  return written(
    {
      conclusion: [...texts(true), ...texts(false), ...contradictions],
      advice: adviceOf(sitting, sitting, words),
      // A photograph that cannot be read is counted, so that silence about it does not read as health.
      basis: [
        ...sittingBasis(sitting, words),
        ...eyes.map(({ eye, photographs, gradable }) =>
          say('basis.photographs', {
            eye: eyeName(eye, words),
            all: photographs,
            gradable: gradable.length,
            from: '',
          }),
        ),
      ],
      limits: [
        say('surface.limits.trained'),
        say('surface.limits.cause'),
        findingText(language, 'warning'),
      ],
    },
    words,
  )
}

/** What is said of an eye, and whether it says that something was not judged. */
interface EyeLine {
  open: boolean
  text: string
}

/** An eye by its worst photograph and those that leave more open. Photographs of an unknown eye may show two: each has its line. */
function eyeLines({ eye, photographs, gradable }: Images, words: Words): EyeLine[] {
  const line = (open: boolean, findings: string): EyeLine => ({
    open,
    text: words.say('of_eye', { eye: eyeName(eye, words), findings }),
  })
  if (gradable.length === 0) return [line(true, words.say('no_gradable'))]
  const n = photographs - gradable.length
  const worst = worstOf(gradable)
  const shown = gradable.filter(
    (photograph) => eye === null || photograph === worst || isOpen(photograph.findings),
  )
  return [
    ...(n > 0 ? [line(true, words.say('surface.unreadable', { n }))] : []),
    ...shown.map(({ index, findings }) =>
      line(
        isOpen(findings),
        words.say('by', {
          finding: foundIn(findings, words),
          photograph: words.photograph(index),
        }),
      ),
    ),
  ]
}

function unread({ eye }: Photograph, { quality }: SurfaceFindings, words: Words): Opinion {
  const { say, language, list } = words
  const named = quality.reasons.map((reason) => reasonText(reason, language))
  const only = (conclusion: string, advice: string): Opinion => ({
    conclusion: [say('of_eye', { eye: eyeName(eye, words), findings: conclusion })],
    advice: [say(`surface.advice.${advice}`)],
    basis: [],
    limits: [findingText(language, 'warning')],
  })
  if (quality.reasons.includes('no_fluorescein'))
    return only(say('surface.no_fluorescein'), 'blue_light')
  if (quality.reasons.includes('not_surface')) {
    const seems = named.slice(1)
    return only(
      say('surface.not_surface', { seems: seems.length > 0 ? ` (${list(seems)})` : '' }),
      'file',
    )
  }
  if (quality.reasons.some(isContent))
    return only(say('not_analysed', { reasons: list(named) }), 'one_eye')
  return only(say('ungradable', { reasons: list(named) }), 'retake')
}

const ADVICE = { referable: 'prompt', review: 'review', none: 'symptoms' } as const

/** What each eye of these photographs asks for, by name and the most urgent first. */
function adviceOf(
  photographs: readonly Photograph[],
  sitting: readonly Photograph[],
  words: Words,
): string[] {
  const { say } = words
  const outcomes = outcomesOf(sitting, photographs)
  const eyes = ([...EYES, null] as const).flatMap((eye) => {
    const own = outcomes.filter((outcome) => outcome.eye === eye)
    return own.length === 0
      ? []
      : [{ eye, worst: worstReferral(own.flatMap((photograph) => photograph.referral ?? [])) }]
  })
  const asked = ([...REFERRALS.toReversed(), null] as const).flatMap((referral) => {
    const asking = eyes.flatMap(({ eye, worst }) => (worst === referral ? [eye] : []))
    const advice = referral === null ? 'retake' : ADVICE[referral]
    return asking.length === 0
      ? []
      : [say('of_eye', { eye: named(asking, words), findings: say(`surface.advice.${advice}`) })]
  })
  return [...asked, photographs.some(({ eye }) => eye === null) ? say('surface.advice.eye') : '']
}

/** Eyes in their order. */
function named(eyes: readonly (Eye | null)[], words: Words): string {
  const both = EYES.every((eye) => eyes.includes(eye))
  const rest = eyes.filter((eye) => !both || eye === null).map((eye) => eyeName(eye, words))
  return words.list([both ? words.say('eye.both') : '', ...rest])
}

const partName = (part: string, language: Language) =>
  findingText(language, `surface.region.${part}`)

/** What the conclusion does not say. */
function basisOf(findings: SurfaceFindings, words: Words): string[] {
  const { say, list, language } = words
  const { lesion_bool, lesion_grade, staining } = findings
  const scored = fiveParts(findings).flatMap(({ part, score }) =>
    score === null
      ? []
      : [findingText(language, 'surface.nei.score', { region: partName(part, language), score })],
  )
  const size = textOf(findings, 'staining.largest')
  const share = textOf(findings, 'cornea.visible')
  return [
    lesion_bool && lesion_grade !== null ? say('surface.grade', { grade: lesion_grade }) : '',
    lesion_bool && scored.length > 0 ? say('surface.regions', { list: list(scored) }) : '',
    size !== null && staining && staining.patches > 0 ? say('surface.largest', { size }) : '',
    outlineIn(findings, words),
    share === null ? '' : say('surface.visible', { share }),
  ]
}

function limitsOf(findings: SurfaceFindings, { say, language, list }: Words): string[] {
  const { quality } = findings
  const open = fiveParts(findings).filter(({ score }) => score === null)
  const reasonIn = (part: string) => reasonOf(findings.not_measured, `lesion_region.${part}`)
  const faint = open.filter(({ part }) => reasonIn(part) === 'uncertain')
  const hidden = open.filter(
    ({ part }) => !['outline_uncertain', 'uncertain'].includes(reasonIn(part) ?? ''),
  )
  const named = (parts: typeof open) => list(parts.map(({ part }) => partName(part, language)))
  const reasons = list(quality.reasons.map((reason) => reasonText(reason, language)))
  const rule = isTrusted(findings) ? null : outlineText(findings, language)?.rule
  return [
    rule ?? '',
    hidden.length === 0 ? '' : say('surface.limits.hidden', { regions: named(hidden) }),
    faint.length === 0 ? '' : say('surface.limits.faint', { regions: named(faint) }),
    quality.standard === false
      ? say('limits.below_standard', {
          reasons: reasons === '' ? '' : say('limits.reasons', { reasons }),
        })
      : '',
    say('surface.limits.trained'),
    say('surface.limits.estimate'),
    say('surface.limits.place'),
    say('surface.limits.cause'),
    findingText(language, 'warning'),
  ]
}
