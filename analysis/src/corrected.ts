import {
  confirmedSection,
  correctionBasis,
  isPlace,
  type CommonFindings,
  type CorrectedValue,
  type Findings,
  type Reason,
  type Referral,
  REFERRALS,
  sayIn,
} from '@mingmou/contract'
import type { Words } from './sentences.ts'

/** What a clinician stated of an image in the place of what the machine says. */
export interface Statement {
  name: string
  value: CorrectedValue
  machine: CorrectedValue | null
  reason: string
}

/** The statements of an image by name. */
export type Values = Readonly<Partial<Record<string, CorrectedValue>>>

export const valuesOf = (stated: readonly Statement[]): Values =>
  Object.fromEntries(stated.map(({ name, value }) => [name, value]))

/** How a modality takes corrections in. These are methods, so that one type fits every modality. */
export interface Corrections<Found extends CommonFindings = Findings> {
  /** What the machine says of every value that may be corrected, besides eye and quality. */
  machine(found: Found): Record<string, CorrectedValue | null>
  /** The part that a list reads with the stated values in it. */
  apply(found: Found, values: Values): Found
  /** The figures of the findings that each value stands for. */
  fields: Readonly<Record<string, readonly string[]>>
}

/** The machine's values of an image, by name. */
export const machineOf = <Found extends CommonFindings>(
  corrections: Corrections<Found>,
  found: Found,
): Record<string, CorrectedValue | null> => ({
  eye: found.eye,
  gradable: found.gradable,
  ...corrections.machine(found),
})

/** The part of findings that a list reads, with the stated values in it. */
export const listedWith = <Found extends CommonFindings>(
  corrections: Corrections<Found>,
  found: Found,
  values: Values,
): Found =>
  corrections.apply(
    { ...found, gradable: (values['gradable'] as boolean | undefined) ?? found.gradable },
    values,
  )

/**
 * Findings with the stated values in them. A value that a clinician stated has no confidence of the machine, and is not
 * missing any more. Of an image that a clinician judged ungradable, no disease is stated.
 */
export function correctedWith<Found extends CommonFindings>(
  corrections: Corrections<Found>,
  found: Found,
  values: Values,
): Found {
  if (Object.keys(values).length === 0) return found
  const now = listedWith(corrections, found, values)
  const stated = Object.keys(values).flatMap((name) => corrections.fields[name] ?? [])
  const withheld = now.gradable ? [] : Object.values(corrections.fields).flat()
  const without = <T>(record: Record<string, T>, names: readonly string[]) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
  const missing = withheld.map((name): [string, Reason] => [name, 'not_gradable'])
  return {
    ...now,
    quality: qualityOf(found.quality, now.gradable),
    confidence: without(now.confidence, [...stated, ...withheld]),
    not_measured: { ...without(now.not_measured, stated), ...Object.fromEntries(missing) },
  }
}

const qualityOf = (
  quality: CommonFindings['quality'],
  gradable: boolean,
): CommonFindings['quality'] => ({
  ...quality,
  gradable,
  reasons:
    quality.gradable && !gradable ? ['judged_by_clinician', ...quality.reasons] : quality.reasons,
})

/** The referral that a clinician stated of an image. */
export const statedReferral = (stated: readonly Statement[] | undefined): Referral | null =>
  REFERRALS.find(
    (referral) => referral === stated?.find(({ name }) => name === 'referral')?.value,
  ) ?? null

/** What clinicians did with an image. */
interface Handled {
  stated?: readonly Statement[]
  /** The layers that they drew. */
  drawn?: readonly string[]
  findings?: Pick<CommonFindings, 'gradable' | 'section'> | null
}

/** What of an opinion rests on a clinician and not on the machine. */
export function statedBasis(
  { stated = [], drawn = [], findings }: Handled,
  { language }: Words,
): string[] {
  const say = sayIn(language)
  const by = (how: string, names: readonly string[]) => {
    const layers = names.map((name) => say(`overlay.${name}`)).join(say('and'))
    return names.length > 0 ? [say(`correction.drawn.${how}`, { layers })] : []
  }
  return [
    ...(findings && confirmedSection(findings) ? [say('section.basis')] : []),
    ...by(
      'basis',
      drawn.filter((name) => !isPlace(name)),
    ),
    ...by('placed', drawn.filter(isPlace)),
    ...stated.map((correction) => correctionBasis(correction, say)),
  ]
}

/** The same of a sitting, each with the image that it is of. */
export const sittingBasis = (
  sitting: readonly (Handled & { index: number })[],
  words: Words,
): string[] =>
  sitting.flatMap(({ index, ...handled }) =>
    statedBasis(handled, words).map((finding) =>
      words.say('of_eye', { eye: words.photograph(index), findings: finding }),
    ),
  )
