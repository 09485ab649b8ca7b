import {
  badnessOfStaining,
  figureText,
  findingMeasure,
  findingText,
  fiveParts,
  reasonOf,
  reasonText,
  SURFACE_FIGURES,
  type Language,
  type Opinion,
  type SurfaceFindings,
} from '@mingmou/contract'
import { byEye, eyeOfImage, type EyeImages } from '../eyes.ts'
import { sittingBasis, statedBasis } from '../corrected.ts'
import { wordsIn, written, type Words } from '../sentences.ts'
import { contradictionOf, outcomesOf, worstOf, type Photograph } from './patient.ts'

type Images = EyeImages<SurfaceFindings>

const eyeName = (eye: Photograph['eye'], { say }: Words) => say(`eye.${eye ?? 'unknown'}`)

/**
 * The draft for one photograph of a sitting. Its advice is that of its eye, so that it holds whatever other photographs of
 * the eye show. Empty of one that was not analysed.
 */
export function draftOpinion(
  sitting: readonly Photograph[],
  index: number,
  language: Language,
): string {
  const photograph = sitting.find((one) => one.index === index)
  const findings = photograph?.findings
  if (!photograph || !findings) return ''
  const words = wordsIn(language)
  if (!findings.gradable)
    return written({ ...unread(findings, words), basis: statedBasis(photograph, words) }, words)
  const images = eyeOfImage(sitting, photograph)
  const found = words.say('of_eye', {
    eye: eyeName(photograph.eye, words),
    findings: foundIn(findings, words),
  })
  return written(
    {
      conclusion: [found, contradictionIn(images, words) || worseIn(images, findings, words)],
      advice: adviceOf([photograph], sitting, words),
      basis: [...statedBasis(photograph, words), ...basisOf(findings, words)],
      limits: limitsOf(findings, words),
    },
    words,
  )
}

/** The draft for a sitting of several photographs: each eye by its worst. Null for a single one. */
export function draftPatientOpinion(
  sitting: readonly Photograph[],
  language: Language,
): string | null {
  if (sitting.length < 2) return null
  const words = wordsIn(language)
  const { say } = words
  const eyes = byEye(sitting).filter(({ photographs }) => photographs > 0)
  const judged = sitting.filter(({ findings }) => findings?.gradable)
  return written(
    {
      conclusion:
        judged.length === 0 ? [say('no_gradable')] : eyes.flatMap((eye) => eyeLines(eye, words)),
      advice:
        judged.length === 0 ? [say('surface.advice.retake')] : adviceOf(judged, sitting, words),
      // A photograph that cannot be read is counted, so that silence about it does not read as health.
      basis: [
        ...sittingBasis(sitting, words),
        ...eyes.map(({ eye, photographs, gradable }) =>
          say('basis.photographs', {
            ...{ eye: eyeName(eye, words), all: photographs, gradable: gradable.length, from: '' },
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

/** An eye by its worst photograph. Photographs of an unknown eye may show two, so each has its line. */
function eyeLines(images: Images, words: Words): string[] {
  const { eye, gradable } = images
  if (gradable.length === 0)
    return eye === null
      ? []
      : [words.say('of_eye', { eye: eyeName(eye, words), findings: words.say('no_gradable') })]
  const worst = worstOf(gradable)
  const shown = eye === null || !worst ? gradable : [worst]
  return [
    ...shown.map(({ index, findings }) =>
      words.say('of_eye', {
        eye: eyeName(eye, words),
        findings: words.say('by', {
          finding: foundIn(findings, words),
          photograph: words.photograph(index),
        }),
      }),
    ),
    contradictionIn(images, words),
  ]
}

function unread({ quality }: SurfaceFindings, { say, language, list }: Words): Opinion {
  const named = quality.reasons.map((reason) => reasonText(reason, language))
  const only = (conclusion: string, advice: string): Opinion => ({
    conclusion: [conclusion],
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
  return only(say('ungradable', { reasons: list(named) }), 'retake')
}

const textOf = (findings: SurfaceFindings, key: string) =>
  figureText(findingMeasure(SURFACE_FIGURES, findings, key))

/** Staining, its kind and extent in clauses of one sentence. */
function foundIn(findings: SurfaceFindings, { say, language, clauses }: Words): string {
  const { lesion_bool, lesion_type, lesion_severity, lesion_region, staining } = findings
  if (lesion_bool === null) {
    const reason = reasonOf(findings.not_measured, 'lesion_bool') ?? 'uncertain'
    return say('surface.unjudged', { reason: reasonText(reason, language) })
  }
  if (!lesion_bool) return say('surface.none')
  const percent = textOf(findings, 'staining.percent')
  const total = lesion_region?.total ?? null
  return clauses([
    say('surface.found'),
    lesion_type === null ? '' : findingText(language, `surface.type.${lesion_type}`),
    percent === null ? '' : say('surface.percent', { percent }),
    staining?.central ? say('surface.central') : '',
    lesion_severity === null ? '' : say('surface.severity', { grade: lesion_severity }),
    total === null ? '' : say('surface.nei', { total }),
  ])
}

function contradictionIn(images: Images, words: Words): string {
  const found = contradictionOf(images)
  if (!found) return ''
  const [worse, better] = found
  return words.say('surface.contradiction', {
    eye: eyeName(images.eye, words),
    worse: words.photograph(worse.index),
    high: worse.severity,
    better: words.photograph(better.index),
    low: better.severity,
  })
}

/** Another photograph of the eye that shows more than this one. */
function worseIn({ gradable }: Images, findings: SurfaceFindings, words: Words): string {
  const worst = worstOf(gradable)
  if (!worst || badnessOfStaining(worst.findings) <= badnessOfStaining(findings)) return ''
  return words.say('surface.worse', {
    findings: foundIn(worst.findings, words),
    photograph: words.photograph(worst.index),
  })
}

/** By the eyes of these photographs: the most urgent advice alone. */
function adviceOf(
  photographs: readonly Photograph[],
  sitting: readonly Photograph[],
  { say }: Words,
): string[] {
  const referrals = outcomesOf(sitting, photographs).map(({ referral }) => referral)
  const urgent = referrals.includes('referable')
    ? 'prompt'
    : referrals.includes('review')
      ? 'review'
      : 'symptoms'
  return [
    say(`surface.advice.${urgent}`),
    photographs.some(({ eye }) => eye === null) ? say('surface.advice.eye') : '',
  ]
}

const partName = (part: string, language: Language) =>
  findingText(language, `surface.region.${part}`)

/** What the conclusion does not say. */
function basisOf(findings: SurfaceFindings, { say, list, language }: Words): string[] {
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
    share === null ? '' : say('surface.visible', { share }),
  ]
}

function limitsOf(findings: SurfaceFindings, { say, language, list }: Words): string[] {
  const { quality } = findings
  const hidden = fiveParts(findings).filter(({ score }) => score === null)
  const regions = list(hidden.map(({ part }) => partName(part, language)))
  const reasons = list(quality.reasons.map((reason) => reasonText(reason, language)))
  return [
    hidden.length === 0 ? '' : say('surface.limits.hidden', { regions }),
    quality.standard === false
      ? say('limits.below_standard', {
          reasons: reasons === '' ? '' : say('limits.reasons', { reasons }),
        })
      : '',
    say('surface.limits.trained'),
    say('surface.limits.estimate'),
    say('surface.limits.cause'),
    findingText(language, 'warning'),
  ]
}
