import {
  findingText,
  isContent,
  reasonText,
  type FundusFindings,
  type Language,
  type Opinion,
} from '@mingmou/contract'
import { ofPatient, type EyeFinding, type PatientFinding, type Photograph } from '../patient.ts'
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
  if (!sitting.some((photograph) => photograph.findings?.gradable)) {
    const { conclusion, advice } = unreadable(photograph, findings, patient, words)
    return written(
      {
        conclusion: several ? conclusionOf(sitting, patient, words) : conclusion,
        advice,
        basis: [...here, ...stated],
        limits: [warning],
      },
      words,
    )
  }
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

/** Of a single photograph that was not judged, after the eye that it does not show. */
function unreadable(
  photograph: Photograph,
  { quality }: FundusFindings,
  { eyes }: PatientFinding,
  words: Words,
): Pick<Opinion, 'conclusion' | 'advice'> {
  const { say } = words
  const contents = quality.reasons.find(isContent)
  if (contents)
    return {
      conclusion: [say('not_analysed', { reasons: reasonText(contents, words.language) })],
      advice: [say(`advice.contents.${contents}`)],
    }
  if (quality.reasons.includes('not_fundus'))
    return { conclusion: [say('not_fundus')], advice: [say('advice.check_file')] }
  const others = eyes.filter(({ eye }) => eye !== photograph.eye)
  const findings = say('ungradable', { reasons: reasonsOf(quality, words) })
  const eye = eyeName({ eye: photograph.eye, indices: [] }, words)
  return {
    conclusion: [unjudged([photograph], others, words), say('of_eye', { eye, findings })],
    advice: [say('advice.retake')],
  }
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
    dr?.exudates_on_scars ? say('limits.on_scars') : '',
    figures.length === 0 ? '' : say('limits.not_determined', { figures: words.list(figures) }),
    quality.standard
      ? ''
      : say('limits.below_standard', {
          reasons: reasons === '' ? '' : say('limits.reasons', { reasons }),
        }),
  ]
}
