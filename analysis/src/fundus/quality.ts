import type { Quality, Reason } from '@mingmou/contract'
import { along, judgedBy } from '../certainty/score.ts'
import { findField, isPart, wholeField, type Field } from '../field.ts'
import type { Picture } from '../image.ts'
import type { Models } from './models.ts'
import type { Features } from './features.ts'
import type { ScreeningChances } from './predictions.ts'

type Card = Models['quality']

/** The field of view, or the whole picture where too little of its edge is seen. */
export function fieldOf(picture: Picture, { outline, inside_frame }: Card['thresholds']): Field {
  const found = findField(picture)
  const isSeen = found.outline >= outline && found.insideFrame >= inside_frame
  return isSeen ? found : wholeField(picture)
}

/**
 * Where the network is unsure, rules set by hand decide: a fundus photograph shows an edge, red
 * before blue and green, and vessel-like detail.
 */
function isFundusByRules(f: Features, field: Field, limit: Card['thresholds']): boolean {
  return (
    !isPart(field) &&
    f.red - f.blue >= limit.red_over_blue &&
    f.red - f.green >= limit.red_over_green &&
    f.contrast <= limit.contrast &&
    f.noise <= limit.noise &&
    f.dark_lines >= limit.dark_lines
  )
}

/** Whether a picture is a fundus photograph, by the network's chance of it and, between its cuts, by rules. */
export function isFundus(
  chance: number,
  features: Features,
  field: Field,
  { quality, is_fundus }: Pick<Models, 'quality' | 'is_fundus'>,
): boolean {
  const { refused, taken } = is_fundus.card.thresholds
  if (chance >= taken) return true
  return chance >= refused && isFundusByRules(features, field, quality.thresholds)
}

/** The opinion of a picture that is not judged: it shows no fundus, several fields, or other colours than a photograph. */
export function refused(features: Features, reasons: readonly Reason[]): Quality {
  return {
    gradable: false,
    reasons: [...reasons],
    score: null,
    sharpness: null,
    ...shownOf(features),
    field: null,
    standard: null,
  }
}

const shownOf = ({ brightness, underexposed, overexposed, contrast }: Features) => ({
  brightness,
  underexposed,
  overexposed,
  contrast,
})

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
 * the standard. A fault is named where its mark is below the standard's. A part of a field is always
 * cut. Graders saw whole fields, so the network is not asked about a part.
 */
export function judge(features: Features, field: Field, card: Card, graded: Graded): Quality {
  const limit = card.thresholds
  const shown = shownOf(features)
  const { gradable: least } = card.bounds
  const sharpness = sharpnessOf(features, limit)
  const values = { ...shown, sharpness, uneven: features.uneven, shaded: features.shaded }
  const part = isPart(field)
  const sizes = {
    diameter: part ? Math.max(field.box.width, field.box.height) : field.diameter,
    inside_frame: part ? card.thresholds.inside_frame_of_part : field.insideFrame,
  }
  const faults = card.faults.map(({ of, reason, marks }) => ({
    reason,
    mark: along(marks, { ...values, ...sizes }[of]),
  }))
  const good = chanceOfGood(evidenceOfGood(features, graded), card.good)
  // A photograph that is not good may still be readable.
  const readable = least + (1 - least) * good
  return {
    ...judgedBy(faults, card.bounds, part ? [] : [1 - graded.ungradable, readable]),
    sharpness,
    ...shown,
    field: part
      ? null
      : {
          centre: [field.centre[0], field.centre[1]],
          diameter_px: field.diameter,
          inside_frame: field.insideFrame,
          area_px: field.area,
        },
  }
}
