import { findingText } from '../finding-texts.ts'
import type { Language } from '../../wire/constants.ts'
import { countRange } from '../../findings/counts.ts'
import type { DrFinding, FundusFindings, LesionMeasures } from './findings.ts'
import { REPEATS } from './repeats.ts'

type Stage = NonNullable<FundusFindings['dr_grade']>
/** Two stages between which another photograph of the same eye may be told either, the lower first. */
export type Border = readonly [Stage, Stage]

/** What a border is told from. Findings and reports have it under names of their own. */
export interface Staged {
  stage: FundusFindings['dr_grade']
  dr: Pick<DrFinding, 'rule' | 'stages'> | null
  haemorrhages: LesionMeasures['quadrants']
}

export const stagedOf = ({ dr_grade, dr, lesions }: FundusFindings): Staged => ({
  stage: dr_grade,
  dr,
  haemorrhages: lesions?.haemorrhages.quadrants ?? null,
})

const logOdds = (chance: number) => {
  const held = Math.min(1 - LEAST, Math.max(LEAST, chance))
  return Math.log(held / (1 - held))
}
/** Chances nearer to 0 or 1 are far from every cut. */
const LEAST = 1e-6

/** How far a chance is from its cut, as a share of what is near. */
const off = (chance: number, cut: number, near: number) =>
  Math.abs(logOdds(chance) - logOdds(cut)) / near

/**
 * The border that the machine's stage is near to: so near a cut that the chance of more than one of five repeats lies beyond it.
 * null where the stage is near none, is no machine's, or was not told. Of two borders the nearer one counts.
 */
export function borderOf(staged: Staged): Border | null {
  const { stage, dr } = staged
  if (stage === null || dr === null || dr.stages === null || dr.rule === 'clinician') return null
  const [none = 0, mild = 0, moderate = 0, severe = 0, proliferative = 0] = dr.stages
  const referable = moderate + severe + proliferative
  const { cuts, near } = REPEATS
  const toReferable = off(referable, stage < 2 ? cuts.low : cuts.high, near.referable)
  const [distance, border] = nearest(
    [toReferable, [mild > none ? 1 : 0, 2]],
    stage < 2
      ? [off(mild / (none + mild), 0.5, near.mild), [0, 1]]
      : [toSevere(staged, (severe + proliferative) / referable), [2, 3]],
  )
  return distance <= 1 ? border : null
}

type Near = readonly [distance: number, border: Border]
const nearest = (one: Near, other: Near): Near => (other[0] < one[0] ? other : one)

/** Stage 3 is told by its chance, or by the haemorrhages of each quadrant. */
function toSevere({ stage, dr, haemorrhages }: Staged, severe: number): number {
  const { cuts, near, counts, many_haemorrhages: many } = REPEATS
  const distance = off(severe, cuts.severe, near.severe)
  const fewest = haemorrhages === null ? 0 : Math.min(...Object.values(haemorrhages))
  const [low, high] = countRange(fewest, counts.haemorrhages)
  const perhaps = low <= many && high > many
  if (stage === 2) return perhaps ? 0 : distance
  if (dr?.rule !== 'haemorrhages_four_quadrants') return distance
  if (low > many) return Infinity
  return severe < cuts.severe ? 0 : distance
}

/** That a stage is near a border; null where it is not. */
export function borderText(staged: Staged, language: Language): string | null {
  const border = borderOf(staged)
  if (border === null) return null
  const [low, high] = border
  return findingText(language, 'dr.border', { low, high })
}
