import {
  evidenceText,
  findingText,
  gradedOf,
  reasonOf,
  reasonText,
  type FundusFindings,
  type Language,
  type Opinion,
} from '@mingmou/contract'
import {
  eyeFindingOf,
  ofPatient,
  type EyeFinding,
  type PatientFinding,
  type Photograph,
} from '../patient.ts'
import { adviceOf, eyeName, limitsOf } from './advice.ts'
import { basisOf } from './basis.ts'
import { asymmetryLine, contradictionOf, stageOf } from './patient.ts'
import { statedBasis } from '../../corrected.ts'
import { wordsIn, written, type Words } from '../../sentences.ts'

/**
 * The draft for one photograph of a sitting. Conclusion and advice are those of its eye and of the
 * patient, so they hold whatever the other photographs show. Basis and limits are its own. Empty
 * for a photograph that was not analysed.
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
    return written({ ...unreadable(findings, words), basis: statedBasis(photograph, words) }, words)
  const patient = ofPatient(sitting)
  const eye = eyeFindingOf(sitting, photograph)
  return written(
    {
      conclusion: conclusionOf(findings, index, eye, patient, words),
      advice: adviceOf(patient, words),
      basis: [...statedBasis(photograph, words), ...basisOf(findings, words)],
      limits: [
        ...photographLimits(findings, words),
        ...limitsOf(patient, words),
        findingText(language, 'warning'),
      ],
    },
    words,
  )
}

function unreadable({ quality }: FundusFindings, words: Words): Opinion {
  const { say, language } = words
  const strange = quality.reasons.includes('not_fundus')
  const reasons = words.list(quality.reasons.map((reason) => reasonText(reason, language)))
  return {
    conclusion: [strange ? say('not_fundus') : say('ungradable', { reasons })],
    advice: [say(strange ? 'advice.check_file' : 'advice.retake')],
    basis: [],
    limits: [findingText(language, 'warning')],
  }
}

/** Stage with referral, oedema and glaucoma of the eye, naming any other photograph that gave one. */
function conclusionOf(
  findings: FundusFindings,
  index: number,
  eye: EyeFinding,
  patient: PatientFinding,
  words: Words,
): string[] {
  const { say } = words
  const by = (finding: string, from: { index: number }) =>
    from.index === index
      ? finding
      : say('by', { finding, photograph: words.photograph(from.index) })
  const { oedema, glaucoma } = eye
  const raised = eye.eye === null ? '' : asymmetryLine(patient, words)
  return [
    stageLine(findings, eye, by, words),
    oedema ? by(findingText(words.language, 'dr.oedema_suspected'), oedema) : '',
    otherEye(eye, patient, words),
    raised || (glaucoma ? by(say(`glaucoma.${glaucoma.value.band}`), glaucoma) : ''),
  ]
}

/** Advice that comes from the other eye names that eye. */
function otherEye(eye: EyeFinding, { eyes, worst }: PatientFinding, { say }: Words): string {
  const others = eyes.filter((one) => one.eye !== eye.eye)
  const worse = others.some(
    (other) =>
      other.contradiction ??
      (other.eye === worst?.eye && worst.stage.value > (eye.stage?.value ?? 0)),
  )
  return worse ? say('other_eye') : ''
}

function stageLine(
  findings: FundusFindings,
  eye: EyeFinding,
  by: (finding: string, from: { index: number }) => string,
  words: Words,
): string {
  const { say, language } = words
  const { stage, contradiction } = eye
  const referral = eye.referable ? findingText(language, 'dr.referable') : ''
  if (contradiction) return words.clauses([contradictionOf(eye, contradiction, words), referral])
  const named = (found: string) => say('of_eye', { eye: eyeName(eye, words), findings: found })
  if (!stage)
    return named(evidenceText(gradedOf(findings), language) ?? unknownStage(findings, words))
  const { dr_grade: grade } = findings
  const here = grade === null ? say('this_not_graded') : say('this_photograph', { stage: grade })
  const staged = stageOf(eye, stage.value, 'stage', words)
  if (grade === stage.value) return named(words.clauses([staged, referral]))
  return named(words.clauses([by(staged, stage), referral, here]))
}

function unknownStage({ not_measured }: FundusFindings, { say, language }: Words): string {
  const reason = reasonOf(not_measured, 'dr_grade') ?? 'not_implemented'
  return say('limits.figure', { figure: say('not_graded'), reason: reasonText(reason, language) })
}

/** The limits of this photograph, so that silence does not read as health. */
function photographLimits(findings: FundusFindings, words: Words): string[] {
  const { say, language } = words
  const { dr, quality, lesions, not_measured } = findings
  const bright = (lesions?.hard_exudates.count ?? 0) + (lesions?.soft_exudates.count ?? 0)
  const signs = (dr?.not_assessed ?? []).map((sign) => findingText(language, `sign.${sign}`))
  const figures = (['lesions', 'glaucoma', 'dr.macular_oedema'] as const).flatMap((field) => {
    const reason = not_measured[field]
    if (!reason) return []
    const figure = say(`limits.figures.${field.slice(field.indexOf('.') + 1)}`)
    return [say('limits.figure', { figure, reason: reasonText(reason, language) })]
  })
  const reasons = words.list(quality.reasons.map((reason) => reasonText(reason, language)))
  return [
    quality.field ? '' : say('limits.part'),
    say('limits.not_assessed', { signs: words.list([...signs, say('limits.other_diseases')]) }),
    bright === 0 ? '' : say('limits.exudates'),
    figures.length === 0 ? '' : say('limits.not_determined', { figures: words.list(figures) }),
    quality.standard
      ? ''
      : say('limits.below_standard', {
          reasons: reasons === '' ? '' : say('limits.reasons', { reasons }),
        }),
  ]
}
