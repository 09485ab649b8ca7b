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
  measureText,
  outsideText,
  REFERRED_STAGE,
  type DrFinding,
  type FundusFindings,
  type Lesion,
  type Treated,
} from '@mingmou/contract'
import type { Words } from '../../sentences.ts'

/** Kinds with spots that the rule does not count. */
const UNCOUNTED: Partial<Record<DrFinding['rule'], readonly Lesion[]>> = {
  weak_lesions: LESIONS,
  microaneurysms_only: LESIONS.filter((kind) => kind !== 'microaneurysms'),
}

/**
 * The basis of the conclusion: quality, lesions, disc, and figures outside their norm. `drawn`: the maps that a clinician
 * drew, whose lesions are counted exactly. Of a treated eye no chance is told: it is of what the retina shows, not of how ill
 * it is.
 */
export function basisOf(
  findings: FundusFindings,
  words: Words,
  { drawn = [], treated }: { drawn?: readonly string[] | undefined; treated: Treated | null },
): string[] {
  return [
    findings.quality.standard ? words.say('basis.quality') : '',
    ...lesionClauses(findings, words, drawn),
    // Without a stage, the conclusion says so.
    treated ? '' : decidedClause(findings, words),
    discClause(findings, words),
    ...outsideClauses(findings, words),
  ]
}

function lesionClauses(findings: FundusFindings, words: Words, drawn: readonly string[]): string[] {
  const { dr } = findings
  if (!dr) return []
  const beside = UNCOUNTED[dr.rule] ?? []
  const clause = (name: string, kinds: readonly Lesion[], of: 'count' | 'uncounted') => {
    const texts = kinds.map((kind) => lesionText(kind, of, findings, words, drawn.includes(kind)))
    const lesions = words.list(texts)
    return lesions === '' ? '' : words.say(name, { lesions })
  }
  const counted = LESIONS.filter((kind) => !beside.includes(kind))
  return [clause('basis.lesions', counted, 'count'), clause('basis.spots', beside, 'uncounted')]
}

/** What was decided with its chance: of severe disease also that of referral. */
function decidedClause(findings: FundusFindings, words: Words): string {
  const { dr_grade: stage } = findings
  const stages = chancesOf(findings)?.stages
  if (!stages || stage === null) return ''
  const told = stage > REFERRED_STAGE ? [REFERRED_STAGE, stage] : [stage]
  const decided = told.map((stage) =>
    decidedText(stage, decidedOf(stage, stages).chance, words.language),
  )
  return words.say('basis.chance', { decided: words.list(decided) })
}

/** How many there are of a kind, and of hard exudates how near to the fovea; empty where there is none. */
function lesionText(
  kind: Lesion,
  of: 'count' | 'uncounted',
  findings: FundusFindings,
  { say, language }: Words,
  drew: boolean,
): string {
  const measure = findingMeasure(FUNDUS_FIGURES, findings, `lesions.${kind}.${of}`)
  if (measure.value === null || measure.value === 0) return ''
  const far = figureText(
    findingMeasure(FUNDUS_FIGURES, findings, `lesions.${kind}.fovea_distance_dd`),
  )
  const near = of === 'count' && kind === 'hard_exudates' && far !== null
  return say('basis.lesion', {
    kind: findingText(language, `lesion.name.${kind}`),
    count: measureText(measure, language, drew) ?? '',
    nearest: near ? say('basis.nearest', { distance: far }) : '',
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
          hour: ddls.clock_hour === null ? '' : say('basis.ddls_hour', { hour: ddls.clock_hour }),
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
