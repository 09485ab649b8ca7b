import { countText, reasonText } from '../figure-texts.ts'
import { correctedText } from '../../findings/correction-texts.ts'
import { findingText, sayIn } from '../finding-texts.ts'
import type { Say } from '../../wire/wording.ts'
import { TREATMENTS, treatedText, type Treated } from '../../findings/treatments.ts'
import type { FundusFindings } from './findings.ts'
import { LESIONS, type Lesion } from './lesion-rows.ts'
import { reasonOf } from '../../findings/findings.ts'
import { percentOf } from '../../findings/figures.ts'
import type { Language } from '../../wire/constants.ts'
import { otherDiseaseText, type OtherDisease } from './other-disease.ts'
import { REPEATS } from './repeats.ts'
import { borderText, type Staged } from './stage-border.ts'
import { isOfField, REFERRED_STAGE, treatedOf } from './reasons.ts'
import { noneOf } from '../../report/outcome-text.ts'
import type { FundusReportData } from './report-data.ts'

/** The basis of a stage, or of the lack of one. Findings and reports share it. */
export interface Graded {
  stage: FundusFindings['dr_grade']
  /** Null where no lesions could be looked for. */
  dr: Pick<NonNullable<FundusFindings['dr']>, 'rule' | 'referable' | 'agreed'> | null
  /** Probability of referable disease. */
  chance: number | null
  lesions: FundusFindings['lesions']
  /** Whether and how the eye was treated. */
  treated: Treated | null
  /** What else it shows; null where nothing was looked for. */
  other: OtherDisease | null
  /** Why no stage is given. */
  reason: ReturnType<typeof reasonOf>
}

export const gradedOf = (findings: FundusFindings): Graded => ({
  stage: findings.dr_grade,
  dr: findings.dr,
  chance: findings.dr_referable_probability,
  lesions: findings.lesions,
  treated: treatedOf([findings]),
  other: findings.other_disease ?? null,
  reason: reasonOf(findings.not_measured, 'dr_grade'),
})

type Reported = Pick<
  FundusReportData,
  'DR' | 'lesion' | 'not_measured' | 'corrections' | 'other_disease'
>

function treatedIn({ corrections, other_disease }: Reported): Treated | null {
  const stated = corrections.find(({ name }) => name === 'treated')
  const treated =
    stated === undefined
      ? undefined
      : (TREATMENTS.find((treatment) => treatment === stated.value) ?? null)
  return treatedOf([{ treated, other_disease }])
}

export function gradedIn(reported: Reported): Graded {
  const { DR, lesion, not_measured, other_disease } = reported
  const { rule, referable, agreed } = DR
  return {
    stage: DR.stage,
    dr: rule && referable !== null && agreed !== null ? { rule, referable, agreed } : null,
    chance: DR.referable_probability,
    lesions: lesion.measures,
    treated: treatedIn(reported),
    other: other_disease ?? null,
    reason: reasonOf(not_measured, 'DR.stage'),
  }
}

/** Kinds of lesion with at least one counted. */
const foundKinds = (lesions: Graded['lesions']): Lesion[] =>
  LESIONS.filter((kind) => (lesions?.[kind].count ?? 0) > 0)

/** The rule with the kinds of lesion that it rests on, and with their numbers where it rests on these. */
function ruleText({ dr, lesions }: Graded, language: Language): string {
  if (dr === null) return ''
  const say = sayIn(language)
  const found = foundKinds(lesions)
  const listed = (some: readonly string[]) => some.join(say('and'))
  const named = (some: readonly Lesion[]) => some.map((kind) => say(`lesion.name.${kind}`))
  const counted = (kind: Lesion) =>
    say('opinion.basis.lesion', {
      kind: say(`lesion.name.${kind}`),
      count: countText(lesions?.[kind].count ?? 0, REPEATS.counts[kind], language),
    })
  if (dr.rule === 'extensive_lesions')
    return say('dr.rule.extensive', { kinds: listed(found.map(counted)) })
  if (dr.rule === 'haemorrhages_four_quadrants')
    return say('dr.rule.four_quadrants', { places: quadrantsText(lesions, say) })
  if (dr.rule !== 'more_than_microaneurysms') return say(`dr.rule.${dr.rule}`)
  const kinds = listed(named(found.filter((kind) => kind !== 'microaneurysms')))
  const beside = found.includes('microaneurysms') ? 'more_beside' : 'more'
  return say(`dr.rule.${beside}`, { kinds })
}

/** The haemorrhages of each quadrant; empty where the eye is not known. */
function quadrantsText(lesions: Graded['lesions'], say: Say): string {
  const quadrants = lesions?.haemorrhages.quadrants
  if (!quadrants) return ''
  const places = Object.entries(quadrants).map(
    ([name, count]) => `${say(`quadrant.${name}`)} ${count}`,
  )
  return say('dr.rule.places', { places: places.join(say('and')) })
}

/**
 * The evidence in one clause; null where nothing was judged. Without a stage it says what speaks
 * for disease and why that is not enough.
 */
export function evidenceClause(graded: Graded, language: Language): string | null {
  const name = evidenceName(graded)
  if (name === null) return null
  const { chance, reason } = graded
  return findingText(language, `dr.evidence.${name}`, {
    rule: ruleText(graded, language),
    share: percentOf(chance ?? 0),
    reason: reason === null ? '' : reasonText(reason, language),
  })
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The evidence as a sentence, after the word that there is no stage. */
export function evidenceText(graded: Graded, language: Language): string | null {
  const evidence = evidenceClause(graded, language)
  if (evidence === null) return null
  const form = graded.stage === null ? 'dr.not_graded' : 'dr.graded'
  const text = findingText(language, form, { evidence })
  return capital(text)
}

/** The decision behind a stage in words, with its chance. */
export function decidedText(stage: number, chance: number, language: Language): string {
  const name = stage < REFERRED_STAGE ? 'below' : 'from'
  const values = { stage: name === 'below' ? REFERRED_STAGE : stage, share: percentOf(chance) }
  return findingText(language, `dr.decided.${name}`, values)
}

/**
 * The chance of what was decided beside a stage; null where there is none. What a treated retina shows does not tell how ill
 * it is, and the chance is of what it shows.
 */
export const chanceBeside = (
  { stage, treated }: Pick<Graded, 'stage' | 'treated'>,
  chance: number | undefined,
  language: Language,
): string | null =>
  stage === null || treated || chance === undefined ? null : decidedText(stage, chance, language)

/** That a stage is near a border; null of a treated eye whose stage 0 is not told. */
export const borderBeside = (
  { stage, treated }: Pick<Graded, 'stage' | 'treated'>,
  staged: Staged,
  language: Language,
): string | null => (stage === 0 && treated ? null : borderText(staged, language))

function evidenceName({ stage, dr, chance, reason }: Graded) {
  if (dr?.rule === 'clinician') return stage === null ? null : 'clinician'
  if (dr === null) return chance === null ? null : 'too_small'
  if (stage !== null) return 'determined'
  if (isOfField(reason)) return 'field'
  // A blurred photograph without a stage has no probability.
  if (chance === null) return 'blurred'
  return reason === 'evidence_conflicts' ? reason : 'weak_evidence'
}

/** What the machine says of macular oedema where it could be judged. */
export const oedemaText = (oedema: boolean, possible: number, say: Say): string =>
  oedema || possible === 0 ? say(`dr.oedema_${oedema}`) : say('dr.oedema_possible', { n: possible })

/** The consequence of the stage, as a tag beside it. */
export function gradeTag({
  stage,
  dr,
  chance,
  treated,
  other,
}: Graded): 'referable' | 'review' | null {
  if (stage !== null && dr?.referable) return 'referable'
  // What a treated retina shows does not tell how ill it is, and a stage says nothing of another disease.
  if (treated || other?.suspected) return 'review'
  return stage === null && (chance !== null || dr !== null) ? 'review' : null
}

/** What stands beside a stage, or the lack of one: that an eye without a stage was treated, what scars mean, what else is suspected. */
export function besideStage({ stage, treated, other }: Graded, say: Say): string[] {
  const lines = [
    stage === null && treated && treated !== 'scars' ? treatedText(treated, say) : '',
    treated === 'scars' ? say('treatment.scars_mean') : '',
    otherDiseaseText(other, say),
  ]
  return lines.filter((line) => line !== '').map(capital)
}

/** The stage in words. Of a treated eye the machine never says that there is no retinopathy. */
export function stageText(
  stage: number,
  { dr, treated, other }: Pick<Graded, 'dr' | 'treated' | 'other'>,
  say: Say,
): string {
  const named =
    dr?.rule === 'clinician'
      ? say('correction.stated', { value: correctedText('stage', stage, say) })
      : say(stage === 0 ? `grade.${noneOf(treated, other !== null)}` : `grade.${stage}`)
  return treated
    ? capital(say('grade.treated', { treated: treatedText(treated, say), stage: named }))
    : named
}
