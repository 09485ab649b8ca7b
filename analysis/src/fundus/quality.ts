import type { Quality } from '@mingmou/contract'
import { along, judgedBy } from '../certainty/score.ts'
import type { Field } from '../field.ts'
import type { Models } from './models.ts'
import type { Features } from './features.ts'
import type { ScreeningChances } from './predictions.ts'

type Card = Models['quality']

/** A picture is no fundus photograph when it lacks mask, colour or vessel-like detail. */
function isFundus(f: Features, field: Field, limit: Card['thresholds']): boolean {
  const grey =
    Math.abs(f.red - f.blue) < limit.grey_spread && Math.abs(f.red - f.green) < limit.grey_spread
  const colour = grey
    ? f.outline >= limit.grey_outline && f.contrast <= limit.grey_contrast
    : f.red - f.blue >= limit.red_over_blue && f.red - f.green >= limit.red_over_green
  return (
    colour &&
    f.outline >= limit.outline &&
    field.insideFrame >= limit.inside_frame &&
    f.contrast <= limit.contrast &&
    f.noise <= limit.noise &&
    f.dark_lines >= limit.dark_lines
  )
}

/** The network's probabilities of what graders would say. */
export type Graded = Pick<ScreeningChances, 'ungradable' | 'lessThanGood'>

/** Log odds of the network are limited to this. */
const MOST_ODDS = 10

/** The evidence for a good photograph, by its name in the card. */
export function evidenceOfGood(features: Features, graded: Graded): Record<string, number | null> {
  const odds = (chance: number) =>
    Math.min(MOST_ODDS, Math.max(-MOST_ODDS, Math.log(chance / (1 - chance))))
  return {
    ...features,
    ungradable_odds: odds(graded.ungradable),
    less_than_good_odds: odds(graded.lessThanGood),
  }
}

/** The chance that graders would call the photograph good, 0..1. */
export function chanceOfGood(evidence: Record<string, number | null>, good: Card['good']): number {
  let sum = good.bias
  for (const [name, { weight, mean, spread }] of Object.entries(good.features))
    sum += weight * Math.min(4, Math.max(-4, ((evidence[name] ?? mean) - mean) / spread))
  return 1 / (1 + Math.exp(-sum))
}

/** Sharpness 0..1: fine over coarse detail, by the finest scale the image has, between the card's two ends. */
function sharpnessOf({ fine, fine_full }: Features, limit: Card['thresholds']): number {
  const part = (value: number, dull: number, crisp: number) =>
    Math.min(1, Math.max(0, (value - dull) / (crisp - dull)))
  const reduced = part(fine, limit.dull, limit.crisp)
  return fine_full === null
    ? reduced
    : Math.min(reduced, part(fine_full, limit.dull_full, limit.crisp_full))
}

/**
 * Judges a photograph. Its score joins the network's answer on what graders would say with a mark
 * for each possible fault. The card's bounds of the score decide whether it is gradable and meets
 * the standard. A fault is named where its mark is below the standard's.
 */
export function judge(features: Features, field: Field, card: Card, graded: Graded): Quality {
  const limit = card.thresholds
  const shown = {
    brightness: features.brightness,
    underexposed: features.underexposed,
    overexposed: features.overexposed,
    contrast: features.contrast,
  }
  if (!isFundus(features, field, limit))
    return {
      gradable: false,
      reasons: ['not_fundus'],
      score: null,
      sharpness: null,
      ...shown,
      field: null,
      standard: null,
    }
  const { gradable: least } = card.bounds
  const sharpness = sharpnessOf(features, limit)
  const values = { ...shown, sharpness, uneven: features.uneven, shaded: features.shaded }
  const sizes = { diameter: field.diameter, inside_frame: field.insideFrame }
  const faults = card.faults.map(({ of, reason, marks }) => ({
    reason,
    mark: along(marks, { ...values, ...sizes }[of]),
  }))
  const good = chanceOfGood(evidenceOfGood(features, graded), card.good)
  // A photograph that is not good may still be readable.
  const readable = least + (1 - least) * good
  return {
    ...judgedBy(faults, card.bounds, [1 - graded.ungradable, readable]),
    sharpness,
    ...shown,
    field: {
      centre: [field.centre[0], field.centre[1]],
      diameter_px: field.diameter,
      inside_frame: field.insideFrame,
      area_px: field.area,
    },
  }
}
