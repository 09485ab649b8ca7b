import type { Quality, Reason } from '@mingmou/contract'
import type { Field } from '../field.ts'
import type { Models } from '../models.ts'
import type { Features } from './features.ts'

type Card = Models['quality']

/** Why the picture is no fundus photograph can only be told by what it lacks: mask, colour, vessel-like detail. */
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

/** Probability that the photograph is good enough to be read, by its features, and what pulls it down the most. */
function scoreOf(features: Features, { bias, features: lines }: Card['score']) {
  let sum = bias
  let worst: { pull: number; blame: Reason } = { pull: 0, blame: 'uncertain' }
  for (const [name, { weight, mean, spread, blame }] of Object.entries(lines)) {
    const value = features[name as keyof Features] ?? mean
    const pull = weight * Math.min(4, Math.max(-4, (value - mean) / spread))
    sum += pull
    if (pull < worst.pull) worst = { pull, blame }
  }
  return { score: 1 / (1 + Math.exp(-sum)), blame: worst.blame }
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
 * Judges a photograph by its features against the card's thresholds. The score is what the screening network leaves of
 * `ungradable`, its probability that graders would reject the photograph; without that network it is what the features
 * give, and refuses nothing alone.
 */
export function judge(
  features: Features,
  field: Field,
  card: Card,
  ungradable: number | null = null,
): Quality {
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
  const measured = scoreOf(features, card.score)
  const score = ungradable === null ? measured.score : 1 - ungradable
  const sharpness = sharpnessOf(features, limit)
  const faults: [reason: Reason, weak: boolean, hopeless: boolean][] = [
    ['too_small', field.diameter < limit.small, field.diameter < limit.too_small],
    ['blurred', sharpness < limit.soft, sharpness < limit.blurred],
    ['too_dark', features.brightness < limit.dim, features.brightness < limit.too_dark],
    ['too_bright', features.overexposed > limit.bright, features.overexposed > limit.too_bright],
    ['low_contrast', features.contrast < limit.flat, features.contrast < limit.low_contrast],
    ['uneven_light', features.uneven > limit.uneven, features.shaded > limit.shaded],
    ['field_cut', field.insideFrame < limit.cut, field.insideFrame < limit.field_cut],
  ]
  const hopeless = faults.some((fault) => fault[2]) || (ungradable !== null && score < limit.score)
  const named = faults.filter(([, weak, bad]) => weak || bad).map(([reason]) => reason)
  const reasons: Reason[] = hopeless && named.length === 0 ? [measured.blame] : named
  return {
    gradable: !hopeless,
    reasons,
    score,
    sharpness,
    ...shown,
    field: {
      centre: [field.centre[0], field.centre[1]],
      diameter_px: field.diameter,
      inside_frame: field.insideFrame,
      area_px: field.area,
    },
    standard: reasons.length === 0 && score >= limit.standard_score,
  }
}
