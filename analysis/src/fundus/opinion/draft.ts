import {
  findingText,
  isContent,
  reasonText,
  type FundusFindings,
  type Language,
  type Opinion,
} from '@mingmou/contract'
import { ofPatient, type EyeFinding, type Photograph } from '../patient.ts'
import { adviceOf } from './advice.ts'
import { basisOf } from './basis.ts'
import { conclusionOf, evidenceOf, eyeName, unjudged } from './conclusion.ts'
import { notAssessed } from './patient.ts'
import { statedBasis } from '../../corrected.ts'
import { wordsIn, written, type Words } from '../../sentences.ts'

/**
 * The draft for one photograph of a sitting. Conclusion and advice are those of the patient, so they
 * hold whatever the other photographs show. Basis and limits are its own. Empty for a photograph
 * that was not analysed.
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
  const several = sitting.length > 1
  const patient = ofPatient(sitting)
  const own = patient.eyes.find(({ indices }) => indices.includes(index))
  const stated = statedBasis(photograph, words)
  const here = several ? [hereOf(photograph, findings, own, words)] : []
  const warning = findingText(language, 'warning')
  if (!sitting.some((photograph) => photograph.findings?.gradable))
    return written(
      { ...unreadable(sitting, photograph, findings, words), basis: stated, limits: [warning] },
      words,
    )
  return written(
    {
      conclusion: conclusionOf(sitting, patient, words),
      advice: adviceOf(patient, words),
      basis: [
        ...here,
        ...stated,
        ...(findings.gradable
          ? basisOf(findings, words, { drawn: photograph.drawn, treated: own?.treated ?? null })
          : []),
      ],
      limits: [...(findings.gradable ? limitsOf(findings, several, words) : []), warning],
    },
    words,
  )
}

/** Where no photograph was judged: the eyes that nothing is known of, then what this photograph lacks. */
function unreadable(
  sitting: readonly Photograph[],
  { eye, index }: Photograph,
  { quality }: FundusFindings,
  words: Words,
): Pick<Opinion, 'conclusion' | 'advice'> {
  const { say } = words
  const contents = quality.reasons.find(isContent)
  const strange = quality.reasons.includes('not_fundus')
  const finding = contents
    ? say('not_analysed', { reasons: reasonText(contents, words.language) })
    : strange
      ? say('not_fundus')
      : say('ungradable', { reasons: reasonsOf(quality, words) })
  const key = contents ? `contents.${contents}` : strange ? 'check_file' : 'retake'
  const advice = [say(`advice.${key}`)]
  const { eyes } = ofPatient(sitting)
  if (sitting.length > 1) {
    const here = say('in', { photograph: words.photograph(index), finding })
    return { conclusion: [unjudged(sitting, eyes, words), here], advice }
  }
  // What is no photograph of one eye says of no eye that it has none.
  if (contents || strange) return { conclusion: [finding], advice }
  const others = eyes.filter((one) => one.eye !== eye)
  const own = say('of_eye', { eye: eyeName({ eye, indices: [] }, words), findings: finding })
  return { conclusion: [unjudged(sitting, others, words), own], advice }
}

const reasonsOf = ({ reasons }: FundusFindings['quality'], { list, language }: Words): string =>
  list(reasons.map((reason) => reasonText(reason, language)))

/** What this photograph of several says by itself. */
function hereOf(
  photograph: Photograph,
  findings: FundusFindings,
  own: EyeFinding | undefined,
  words: Words,
): string {
  const { say } = words
  const { quality, dr, dr_grade: stage } = findings
  const finding = !findings.gradable
    ? say('here.ungradable', { reasons: reasonsOf(quality, words) })
    : stage === null
      ? say('here.not_graded', { evidence: evidenceOf(photograph, words) })
      : own?.treated && stage === 0 && dr?.rule !== 'clinician'
        ? say('stage.treated_0')
        : say('here.stage', { stage })
  return say('in', { photograph: words.photograph(photograph.index), finding })
}

/** The limits of this photograph, so that silence does not read as health. */
function limitsOf(findings: FundusFindings, several: boolean, words: Words): string[] {
  const { say, language } = words
  const { dr, quality, lesions, not_measured } = findings
  const bright = (lesions?.hard_exudates.count ?? 0) + (lesions?.soft_exudates.count ?? 0)
  // Of a single photograph the conclusion names the others.
  const named = several ? (['lesions', 'glaucoma', 'dr.macular_oedema'] as const) : ['lesions']
  const figures = named.flatMap((field) => {
    const reason = not_measured[field]
    if (!reason) return []
    const figure = say(`limits.figures.${field.slice(field.indexOf('.') + 1)}`)
    return [say('limits.figure', { figure, reason: reasonText(reason, language) })]
  })
  const reasons = reasonsOf(quality, words)
  return [
    quality.field ? '' : say('limits.part'),
    notAssessed(dr?.not_assessed ?? [], !!findings.other_disease, words),
    bright === 0 ? '' : say('limits.exudates'),
    figures.length === 0 ? '' : say('limits.not_determined', { figures: words.list(figures) }),
    quality.standard
      ? ''
      : say('limits.below_standard', {
          reasons: reasons === '' ? '' : say('limits.reasons', { reasons }),
        }),
  ]
}
