import { findingText } from '../../finding-texts.ts'
import { LESIONS, type FundusFindings, type Lesion } from './findings.ts'
import { percentOf, reasonOf } from '../figures.ts'
import type { Language } from '../../constants.ts'
import type { FundusReportData } from './report-data.ts'

/** The basis of a stage, or of the lack of one. Findings and reports share it. */
export interface Graded {
  stage: FundusFindings['dr_grade']
  /** Null where no lesions could be looked for. */
  dr: Pick<NonNullable<FundusFindings['dr']>, 'rule' | 'referable' | 'agreed'> | null
  /** Probability of referable disease. */
  chance: number | null
  lesions: FundusFindings['lesions']
  /** Why no stage is given. */
  reason: ReturnType<typeof reasonOf>
}

export const gradedOf = (findings: FundusFindings): Graded => ({
  stage: findings.dr_grade,
  dr: findings.dr,
  chance: findings.dr_referable_probability,
  lesions: findings.lesions,
  reason: reasonOf(findings.not_measured, 'dr_grade'),
})

type Reported = Pick<FundusReportData, 'DR' | 'lesion' | 'not_measured'>

export function gradedIn({ DR, lesion, not_measured }: Reported): Graded {
  const { rule, referable, agreed } = DR
  return {
    stage: DR.stage,
    dr: rule && referable !== null && agreed !== null ? { rule, referable, agreed } : null,
    chance: DR.referable_probability,
    lesions: lesion.measures,
    reason: reasonOf(not_measured, 'DR.stage'),
  }
}

/** Kinds of lesion with at least one counted. */
const foundKinds = (lesions: Graded['lesions']): Lesion[] =>
  LESIONS.filter((kind) => (lesions?.[kind].count ?? 0) > 0)

/** The rule, naming the kinds of lesion that were found and no others. */
function ruleText({ dr, lesions }: Graded, language: Language): string {
  if (dr === null) return ''
  const found = foundKinds(lesions)
  const named = (some: readonly Lesion[]) =>
    some
      .map((kind) => findingText(language, `lesion.name.${kind}`))
      .join(findingText(language, 'and'))
  if (dr.rule === 'extensive_lesions')
    return findingText(language, 'dr.rule.extensive', { kinds: named(found) })
  if (dr.rule !== 'more_than_microaneurysms') return findingText(language, `dr.rule.${dr.rule}`)
  const kinds = named(found.filter((kind) => kind !== 'microaneurysms'))
  const beside = found.includes('microaneurysms') ? 'more_beside' : 'more'
  return findingText(language, `dr.rule.${beside}`, { kinds })
}

/**
 * The evidence in one sentence and, where it supports no stage, the next step; null where nothing
 * was judged.
 */
export function evidenceText(graded: Graded, language: Language): string | null {
  const name = evidenceName(graded)
  if (name === null) return null
  const share = percentOf(graded.chance ?? 0)
  const values = { rule: ruleText(graded, language), share }
  const text = findingText(language, `dr.evidence.${name}`, values)
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The chance of each stage; null where they were not judged, or a clinician stated the stage. */
export function stagesText({ dr }: FundusFindings, language: Language): string | null {
  if (!dr?.stages || dr.rule === 'clinician') return null
  const shares = dr.stages.map((chance, stage) =>
    findingText(language, 'dr.stage_chance', { stage, share: percentOf(chance) }),
  )
  return findingText(language, 'dr.stage_chances', {
    shares: shares.join(findingText(language, 'and')),
  })
}

function evidenceName({ stage, dr, chance, reason }: Graded) {
  if (dr?.rule === 'clinician') return stage === null ? null : 'clinician'
  if (dr === null) return chance === null ? null : 'too_small'
  if (stage !== null) return 'determined'
  // A blurred photograph without a stage has no probability.
  if (chance === null) return 'blurred'
  return reason === 'evidence_conflicts' ? reason : 'weak_evidence'
}

/** The consequence of the stage, as a tag beside it. */
export function gradeTag({ stage, dr, chance }: Graded): 'referable' | 'review' | null {
  if (stage === null) return chance === null ? null : 'review'
  return dr?.referable ? 'referable' : null
}
