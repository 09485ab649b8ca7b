import type { FundusFindings } from './findings.ts'
import { REFERRED_STAGE } from './reasons.ts'

/** The stages that a told stage was decided among, and the chance of them together. */
export interface Decided {
  from: number
  to: number
  chance: number
}

/**
 * What was decided where a stage is told: no referral, referral, or severe disease and more. The
 * chance of the one stage is another one, and beside the stage it reads as a contradiction.
 */
export function decidedOf(stage: number, stages: readonly number[]): Decided {
  const [from, to] = stage < REFERRED_STAGE ? [0, 1] : [stage, 4]
  const chance = stages.slice(from, to + 1).reduce((sum, stage) => sum + stage, 0)
  return { from, to, chance }
}

/** The chance of each stage with what was decided; null where they were not judged, or a clinician stated the stage. */
export function chancesOf({ dr, dr_grade }: Pick<FundusFindings, 'dr' | 'dr_grade'>) {
  if (!dr?.stages || dr.rule === 'clinician') return null
  return { stages: dr.stages, decided: dr_grade === null ? null : decidedOf(dr_grade, dr.stages) }
}
