import type { FundusFindings, Quality, Reason, ShownRetina } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import { isPart, type Field } from '../../field.ts'
import { DECISIONS } from '../decisions.ts'
import type { Places } from './places.ts'
import { toEdge } from './macula.ts'
import { usualFoveas } from './usual-fovea.ts'

/** Whether the macula around a fovea lies inside the field. */
const isShown = (field: Field, fovea: Spot, height: number): boolean =>
  toEdge(field, fovea) >= DECISIONS.shown.macula_edge_dd * height

type Found = Pick<Places, 'disc' | 'discHeight' | 'fovea' | 'eye' | 'lacking'>

/**
 * What of the retina the photograph shows; null where no edge of its field is seen. Without a fovea the
 * macula is sought at its usual place: one full of exudates has no fovea to be found, and is shown.
 */
export function shownIn({ disc, discHeight, fovea, eye, lacking }: Found, field: Field) {
  if (isPart(field)) return null
  const { least_field_px } = DECISIONS.shown
  const places = fovea
    ? [fovea]
    : disc && discHeight !== null
      ? usualFoveas(disc, discHeight, eye)
      : []
  return {
    disc: disc !== null && lacking.disc !== 'out_of_frame',
    macula: discHeight !== null && places.some((place) => isShown(field, place, discHeight)),
    microaneurysms: field.diameter >= least_field_px,
    field: isSeen(field),
    usual_width: !isWider(disc, fovea, field),
  }
}

/** Whether enough of the field is seen: neither the frame, a mask nor anything laid over it hides a large part. */
function isSeen({ insideFrame, hidden }: Field): boolean {
  const { least_seen, most_hidden } = DECISIONS.shown
  return hidden <= most_hidden && insideFrame * (1 - hidden) >= least_seen
}

/** Whether the field is wider than those in which the networks tell single lesions. */
const isWider = (disc: Spot | null, fovea: Spot | null, { diameter }: Field): boolean =>
  disc !== null &&
  fovea !== null &&
  Math.hypot(disc[0] - fovea[0], disc[1] - fovea[1]) <
    DECISIONS.shown.least_pair_in_field * diameter

/** What a photograph does not show of the retina. */
export function lackingIn(shows: ShownRetina | null): Reason[] {
  if (!shows) return []
  return [
    ...(shows.field === false ? ['field_cut' as const] : []),
    ...(shows.usual_width === false ? ['wide_field' as const] : []),
    ...(shows.disc ? [] : ['disc_not_shown' as const]),
    ...(shows.macula ? [] : ['macula_not_shown' as const]),
    ...(shows.microaneurysms ? [] : ['too_few_pixels' as const]),
  ]
}

/** Of a macula without a disc nobody knows how much of it the field holds: the disc is what is missing. */
const isUnsized = ({ fovea_centre, not_measured }: Measured): boolean =>
  fovea_centre !== null && not_measured['macula.edge_distance_dd'] === 'no_disc'

type Measured = Pick<FundusFindings, 'shows' | 'fovea_centre' | 'not_measured'>

/** The quality of a photograph with what it does not show. No such one meets the standard. */
export function withShown(quality: Quality, measured: Measured): Quality {
  const { shows } = measured
  const isKnown = (reason: Reason) =>
    quality.reasons.includes(reason === 'too_few_pixels' ? 'too_small' : reason) ||
    (reason === 'macula_not_shown' && isUnsized(measured))
  const lacking = lackingIn(shows).filter((reason) => !isKnown(reason))
  if (lacking.length === 0 || !quality.gradable) return quality
  return { ...quality, reasons: [...quality.reasons, ...lacking], standard: false }
}
