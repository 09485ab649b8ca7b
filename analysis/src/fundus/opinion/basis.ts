import {
  chancesOf,
  decidedOf,
  decidedText,
  figureText,
  findingMeasure,
  findingMeasures,
  FUNDUS_FIGURES,
  findingText,
  LESIONS,
  outsideText,
  REFERRED_STAGE,
  type DrFinding,
  type FundusFindings,
  type Lesion,
} from '@mingmou/contract'
import type { Words } from '../../sentences.ts'

/** Kinds with spots that the rule does not count. */
const UNCOUNTED: Partial<Record<DrFinding['rule'], readonly Lesion[]>> = {
  weak_lesions: LESIONS,
  microaneurysms_only: LESIONS.filter((kind) => kind !== 'microaneurysms'),
}

/** The basis of the conclusion: quality, lesions, disc, and figures outside their norm. */
export function basisOf(findings: FundusFindings, words: Words): string[] {
  return [
    findings.quality.standard ? words.say('basis.quality') : '',
    ...lesionClauses(findings, words),
    discClause(findings, words),
    ...outsideClauses(findings, words),
  ]
}

function lesionClauses(findings: FundusFindings, words: Words): string[] {
  const { dr } = findings
  if (!dr) return []
  const beside = UNCOUNTED[dr.rule] ?? []
  const clause = (
    name: string,
    kinds: readonly Lesion[],
    text: (kind: Lesion, findings: FundusFindings, words: Words) => string,
  ) => {
    const lesions = words.list(kinds.map((kind) => text(kind, findings, words)))
    return lesions === '' ? '' : words.say(name, { lesions })
  }
  return [
    clause(
      'basis.lesions',
      LESIONS.filter((kind) => !beside.includes(kind)),
      lesionText,
    ),
    clause('basis.spots', beside, spotText),
    // Without a stage, the conclusion says so.
    decidedClause(findings, words),
  ]
}

/** What was decided with its chance: of severe disease also that of referral. */
function decidedClause(findings: FundusFindings, words: Words): string {
  const { dr_grade: stage } = findings
  const stages = chancesOf(findings)?.stages
  if (!stages || stage === null) return ''
  const told = stage > REFERRED_STAGE ? [REFERRED_STAGE, stage] : [stage]
  const decided = told.map((one) => decidedText(one, decidedOf(one, stages).chance, words.language))
  return words.say('basis.chance', { decided: words.list(decided) })
}

function lesionText(kind: Lesion, { lesions }: FundusFindings, { say, language }: Words): string {
  const { count = 0, fovea_distance_dd: far = null } = lesions?.[kind] ?? {}
  if (count === 0) return ''
  const near = kind === 'hard_exudates' && far !== null
  return say('basis.lesion', {
    kind: findingText(language, `lesion.name.${kind}`),
    count,
    nearest: near ? say('basis.nearest', { distance: far.toFixed(1) }) : '',
  })
}

function spotText(kind: Lesion, { lesions }: FundusFindings, { say, language }: Words): string {
  const count = lesions?.[kind].uncounted ?? 0
  if (count === 0) return ''
  return say('basis.lesion', {
    kind: findingText(language, `lesion.name.${kind}`),
    count,
    nearest: '',
  })
}

function discClause(findings: FundusFindings, words: Words): string {
  const { say } = words
  const { disc, scale } = findings
  const height = scale && figureText(findingMeasure(FUNDUS_FIGURES, findings, 'disc.disc.height'))
  const ratio = figureText(findingMeasure(FUNDUS_FIGURES, findings, 'vcdr'))
  const ddls = disc?.ddls
  return words.clauses([
    height === null ? '' : say('basis.disc_height', { height }),
    ratio === null ? '' : say('basis.vcdr', { vcdr: ratio }),
    ddls
      ? say('basis.ddls', {
          stage: ddls.stage,
          size: say(ddls.size_assumed ? 'basis.size_assumed' : 'basis.size_measured'),
          hour: ddls.clock_hour,
        })
      : '',
  ])
}

/**
 * Figures outside their normal range and their possible meaning. The cup-to-disc ratio has its own
 * words.
 */
function outsideClauses(findings: FundusFindings, { say, language }: Words): string[] {
  return findingMeasures(FUNDUS_FIGURES, findings, 'vessel').flatMap((measure) => {
    const meaning = outsideText(measure, language)
    const value = figureText(measure)
    if (meaning === null || value === null) return []
    const figure = findingText(language, `measure.${measure.key}`)
    return [say('basis.outside', { figure, value, meaning })]
  })
}
