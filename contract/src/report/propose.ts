import { Eye, worstReferral, type Referral } from '../findings/findings.ts'
import { isTimedByStage } from '../findings/treatments.ts'
import type { ReportedEye } from './data.ts'
import {
  isRefer,
  STEP_GROUNDS,
  REFERRAL_URGENCIES,
  type Ground,
  type ProposedStep,
  type StepGround,
  type StepKind,
  type StepRule,
  type StepRules,
} from './next-step.ts'

/** An eye as far as a rule asks for it. */
export type ProposedEye = Pick<
  ReportedEye,
  'eye' | 'stage' | 'referral' | 'reasons' | 'oedema' | 'treated' | 'glaucoma' | 'stated'
>

/**
 * What the rules of an institution propose for the eyes of a sitting: the gravest of what they say of each finding. Null
 * where that would be the stage of an eye that was treated, and where such an eye, or one in which other disease is
 * suspected, shows nothing to refer: how soon it is seen rests on its treatment, or on what a clinician sees, and not on
 * its stage. What would stay for the other eye asks for less, so it is not proposed alone. Null as well where a clinician
 * stated that what an eye shows is not to be referred, and where an eye without a stage is to be referred and no rule does.
 */
export function proposeStep(
  eyes: readonly ProposedEye[],
  { rules }: Pick<StepRules, 'rules'>,
): ProposedStep | null {
  const found = eyes.flatMap((eye) =>
    groundsOf(eye).map((ground) => ({
      eye: eye.eye,
      ground,
      kept: isKept(eye),
      isUntimed: isStageGround(ground) && !isTimedByStage(eye),
    })),
  )
  // What a clinician stated not to be referred is no ground.
  const isDecided = ({ ground, kept }: (typeof found)[number]) =>
    kept && isRefer(rules[ground].kind)
  const grounds = [
    ...found.filter((candidate) => !isDecided(candidate)),
    ...missingOf(eyes).map((missing) => ({ ...missing, isUntimed: false })),
  ]
  const ranked = grounds
    .map(({ eye, ground, isUntimed }) => ({
      ground: { eye, ground },
      isUntimed,
      step: rules[ground],
    }))
    .toSorted((one, other) => weightOf(other.step) - weightOf(one.step))
  const gravest = ranked[0]?.step
  if (gravest === undefined) return null
  if ((eyes.some(isOpen) || found.some(isDecided)) && !isUrgent(gravest)) return null
  if (eyes.some(isSuspectedAlone) && !isRefer(gravest.kind)) return null
  const timed = sameWeight(
    ranked.filter(({ isUntimed }) => !isUntimed),
    gravest,
  )
  return timed.length === 0 ? null : { step: gravest, grounds: timed }
}

const isStageGround = (ground: StepGround) => ground.startsWith('stage_')

/** A clinician stated that it is not to be referred; that the machine asks for nothing is no statement. */
const isKept = ({ referral, stated }: ProposedEye) =>
  referral === 'none' && stated.includes('referral')

/**
 * An eye that no photograph is known to be of: nothing is told of it. Where a photograph of an unknown eye may be of it, it is
 * not said to be missing.
 */
function missingOf(eyes: readonly ProposedEye[]): Ground[] {
  if (eyes.length === 0) return []
  const known = new Set(eyes.map(({ eye }) => eye))
  const ground = known.has(null) ? 'unjudged' : 'missing'
  return Eye.options.flatMap((eye) => (known.has(eye) ? [] : [{ eye, ground }]))
}

const isOpen = (eye: ProposedEye) =>
  !isTimedByStage(eye) ||
  eye.reasons.some(({ reason, referral }) => reason === 'other_disease' && referral !== 'none')

/** Referred for retinopathy without a stage, which no rule answers. */
const isSuspectedAlone = ({ stage, reasons }: ProposedEye) =>
  stage === null &&
  reasons.some(({ reason, referral }) => reason === 'stage' && referral === 'referable')

const isSuspect = (glaucoma: string | null) => glaucoma === 'suspect' || glaucoma === 'high'

const isUrgent = ({ kind }: StepRule) => kind !== 'routine' && kind !== 'early'

/** Only the findings that ask for as much. */
const sameWeight = (
  ranked: readonly { ground: Ground; step: StepRule }[],
  gravest: StepRule,
): Ground[] =>
  ranked.filter(({ step }) => weightOf(step) === weightOf(gravest)).map(({ ground }) => ground)

/** Referrals by their urgency, then photographs again, then what comes back sooner. */
function weightOf({ kind, months, urgency }: StepRule): number {
  const ranks: Readonly<Record<StepRule['kind'], number>> = {
    discharge: 0,
    routine: 1,
    early: 2,
    repeat: 3,
    refer_ungradable: 4,
    refer: 5,
  }
  const within = months === null ? 0 : 1 / (1 + months)
  return ranks[kind] * 10 + (urgency === null ? within : 1 + REFERRAL_URGENCIES.indexOf(urgency))
}

type Found = Omit<ProposedEye, 'eye'>

/** Reasons that leave open how soon an eye is to be seen: nothing was found, and nothing is excluded. */
const OPEN = ['stage', 'oedema', 'field', 'other', 'contradiction', 'ungradable'] as const

/** Every finding of an eye that a rule answers. */
function groundsOf({ stage, referral, reasons, oedema, glaucoma }: Found): StepGround[] {
  const asks = (name: (typeof reasons)[number]['reason'], what: Referral) =>
    worstReferral(
      reasons.flatMap((reason) => (reason.reason === name ? [reason.referral] : [])),
    ) === what
  const judged = referral !== null && stage !== null
  return [
    ...(judged ? [stageGround(stage)] : ['unjudged' as const]),
    ...(oedema === true ? ['oedema' as const] : []),
    ...(isSuspect(glaucoma) ? ['glaucoma' as const] : []),
    ...(asks('other', 'referable') ? ['other' as const] : []),
    // How soon it is seen rests on what could not be judged, not on its stage.
    ...(judged && OPEN.some((name) => asks(name, 'review')) ? ['unjudged' as const] : []),
  ]
}

const stageGround = (stage: number): StepGround =>
  (['stage_0', 'stage_1', 'stage_2', 'stage_3', 'stage_4'] as const)[stage] ?? 'unjudged'

/** What a kind begins with in a form: the first rule of the institution that is of it. */
export const ruleOfKind = (kind: StepKind, { rules }: Pick<StepRules, 'rules'>): StepRule =>
  STEP_GROUNDS.map((ground) => rules[ground]).find((rule) => rule.kind === kind) ?? {
    kind,
    months: null,
    urgency: isRefer(kind) ? 'routine' : null,
  }
