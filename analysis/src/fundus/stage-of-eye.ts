import { badnessOfFundus, lackOfStage, type FundusFindings, type Reason } from '@mingmou/contract'
import type { EyeImages } from '../eyes.ts'
import { DECISIONS } from './decisions.ts'
import { STAGE_OF } from './grade.ts'

type Stage = NonNullable<FundusFindings['dr_grade']>

/** A finding, and the photograph that gave it. */
export interface From<T> {
  value: T
  index: number
}

export interface EyeStage {
  /** The worst stage; null where a photograph without one may show more, and without any. */
  stage: From<Stage> | null
  /** Photographs that have the stage only together: each shows a part of the field. */
  together: readonly number[]
  /** A clinician stated the worst stage. */
  stageStated: boolean
  /** Why the eye has no stage; null where it has one. */
  lack: Reason | null
  /** The photograph that keeps the eye without a stage. */
  openBy: number | null
  /** The worst stage of a photograph, where the eye may be worse. */
  atLeast: From<Stage> | null
  /** Suspected lesions count in a photograph without a stage. */
  lesions: boolean
  /** Two photographs whose stages contradict each other, the worse first. */
  contradiction: readonly [From<Stage>, From<Stage>] | null
}

type Images = Pick<EyeImages<FundusFindings>, 'eye' | 'gradable'>
type One = Images['gradable'][number]

/** The least stage that the counted lesions of a photograph bear. */
function borneBy({ findings: { dr } }: One): Stage {
  return dr === null || dr.rule === 'clinician' ? 0 : STAGE_OF[dr.rule]
}

/**
 * Whether a photograph without a stage speaks for disease beyond `stage`: by lesions that count, or
 * by a chance of referable disease too high to be told none. One that lacks field or sharpness alone
 * speaks for nothing.
 */
function doubts(photograph: One, stage: Stage | null): boolean {
  if (borneBy(photograph) > (stage ?? -1) && borneBy(photograph) > 0) return true
  const lack = lackOfStage(photograph.findings)
  const evidence =
    lack === 'weak_evidence' ||
    lack === 'evidence_conflicts' ||
    (photograph.findings.dr_referable_probability ?? 0) > DECISIONS.patient.doubtful_chance
  return evidence && (stage === null || stage < 2)
}

/**
 * The stage of an eye: that of its worst photograph, unless one without a stage speaks for more. Then
 * the eye has none. Photographs that each lack a part of the field add up.
 */
export function stageOfEye({ eye, gradable: all }: Images): EyeStage {
  const gradable = all.toSorted(byBadness)
  const stages = gradable.flatMap(({ index, findings: { dr_grade: value } }) =>
    value === null ? [] : [{ index, value }],
  )
  const [worst = null] = stages.toSorted((a, b) => b.value - a.value)
  const [least = null] = stages.toSorted((a, b) => a.value - b.value)
  const stageStated = gradable.some(
    ({ findings, stated = [] }) =>
      findings.dr_grade === worst?.value && stated.some(({ name }) => name === 'stage'),
  )
  const open = gradable.filter(({ findings }) => findings.dr_grade === null)
  // Photographs of unknown eyes may show two eyes: a well one says nothing of another, and they add up to nothing.
  const [alone] = eye === null && (worst?.value ?? 0) < 2 ? open : []
  const doubt = open.find((photograph) => doubts(photograph, worst?.value ?? null)) ?? alone
  const together = worst === null && !doubt ? addedUp(open) : []
  const [first] = together
  // A clinician who stated the worse stage has reviewed it.
  const apart =
    eye !== null &&
    worst !== null &&
    least !== null &&
    !stageStated &&
    worst.value - least.value >= DECISIONS.patient.contradiction
  const sum = first === undefined ? null : ({ value: 0, index: first } as const)
  const stage = doubt ? null : (worst ?? sum)
  const openBy = stage === null ? (doubt ?? open[0]) : undefined
  return {
    stage,
    together,
    stageStated: stage !== null && stageStated,
    lack: openBy ? lackOfStage(openBy.findings) : null,
    openBy: openBy?.index ?? null,
    atLeast: doubt && worst && worst.value > 0 ? worst : null,
    lesions: stage === null && open.some((photograph) => borneBy(photograph) > 0),
    contradiction: apart ? [worst, least] : null,
  }
}

/** The order in which a report shows the photographs of an eye, so that both rest on the same one. */
const byBadness = ({ findings: a }: One, { findings: b }: One): number =>
  badnessOfFundus(b) - badnessOfFundus(a) || (b.quality_score ?? 0) - (a.quality_score ?? 0)

/** The photographs that together show what stage 0 needs, none with a lesion; empty where they do not. */
function addedUp(open: readonly One[]): number[] {
  const parts = open.filter((photograph) => {
    const lack = lackOfStage(photograph.findings)
    const lacksPlace = lack === 'macula_not_shown' || lack === 'disc_not_shown'
    return (
      lacksPlace && borneBy(photograph) === 0 && photograph.findings.shows?.microaneurysms === true
    )
  })
  const shown = (what: 'disc' | 'macula') =>
    parts.some(
      ({ findings }) => findings.shows?.[what] && (what === 'disc' || findings.fovea_centre),
    )
  return shown('disc') && shown('macula')
    ? parts.map(({ index }) => index).toSorted((a, b) => a - b)
    : []
}
