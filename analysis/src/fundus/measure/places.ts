import type { Eye, Reason } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import type { Field } from '../../field.ts'
import { confidenceOfPlace, deviation, ofClass } from '../../certainty/confidence.ts'
import { MOST_SPREAD } from '../limits.ts'
import { findEye, QUARTER, TILTED } from '../eye.ts'
import type { Ledger } from '../../certainty/ledger.ts'
import type { Seen } from '../seen.ts'
import { shapeOf, vcdrOf, type DiscShape } from './disc.ts'
import { findDisc, findFovea } from './landmarks.ts'
import { toEdge } from './macula.ts'
import { extentsOf } from '../../geometry/outline.ts'
import { CUT } from '../../geometry/part.ts'

/** The places of the landmarks, px of the image. */
export interface Places {
  eye: Eye | null
  eyeConfidence: number | null
  /** The eye for measures that need nasal and superior sides. null also where the photograph seems upside down. */
  upright: Eye | null
  disc: Spot | null
  /** The outlines; null where part of the disc is outside the field. */
  shape: DiscShape | null
  /** The disc's vertical diameter. */
  discHeight: number | null
  fovea: Spot | null
  /** The reasons for a missing outline, cup or fovea. */
  lacking: { disc: Reason; cup: Reason; fovea: Reason }
  /** The single views, whose disagreement is the spread. */
  views: { shapes: readonly DiscShape[]; foveas: readonly Spot[] }
}

/** Shares of the disc's diameter: usual error of its middle, of the fovea and of a faint one, the error of no consequence, and the disagreement of views from which on there is no place. */
const DISC_PLACE = { own: 0.05, tolerance: 0.25 }
const FOVEA_PLACE = { own: 0.15, faint: 0.3, tolerance: 0.5, most: 0.5 }
/** The usual disc diameters from disc to fovea. A field that ends before cannot show the fovea. */
const TO_FOVEA = 2.5
/** The largest share of the disc that may glare. Beyond it, the cup is as broad as the glare. */
const MOST_GLARE = 0.15
/** The least distance of the outline from the edge of the field, as a share of the disc's height. */
const MARGIN = 0.02

function foveaLacking(disc: Spot | null, height: number | null, eye: Eye | null, field: Field) {
  if (!disc || height === null) return 'no_fovea'
  const sides = eye === null ? [-1, 1] : [eye === 'OD' ? -1 : 1]
  const shown = sides.some(
    (side) => toEdge(field, [disc[0] + side * TO_FOVEA * height, disc[1]]) > 0.25 * height,
  )
  return shown ? 'no_fovea' : 'out_of_frame'
}

const told = (ratios: readonly (number | null)[]) => ratios.filter((ratio) => ratio !== null)

/** Difference of the ratio between lighter and darker views. 0 where all have one light. */
function swingOf(views: readonly { light: number; ratio: number | null }[]): number {
  const lighter = told(views.map(({ light, ratio }) => (light > 1 ? ratio : null)))
  const darker = told(views.map(({ light, ratio }) => (light < 1 ? ratio : null)))
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  return lighter.length > 0 && darker.length > 0 ? Math.abs(mean(lighter) - mean(darker)) : 0
}

/** The outlines and their spread over the views. */
function outlines(seen: Seen, tilt: number) {
  const whole = seen.disc && shapeOf(seen.disc, tilt)
  if (!seen.disc || !whole)
    return { shape: null, shapes: [], cup: 'no_disc', disc: 'no_disc' } as const
  const views = seen.views.disc.flatMap((view) => {
    const shape = shapeOf(view, tilt)
    return shape ? [{ shape, light: view.light, ratio: vcdrOf(shape) }] : []
  })
  const shapes = views.map(({ shape }) => shape)
  const { height } = extentsOf(whole.disc)
  const cut = whole.disc.some((corner) => toEdge(seen.field, corner) < MARGIN * height)
  if (cut) return { shape: null, shapes, cup: 'out_of_frame', disc: 'out_of_frame' } as const
  const spread = deviation(told(views.map(({ ratio }) => ratio)))
  const doubtful = spread > MOST_SPREAD.vcdr || swingOf(views) > MOST_SPREAD.light
  const open = whole.openEdge > MOST_SPREAD.cup_edge
  const glaring = seen.disc.glare > MOST_GLARE
  const shape = doubtful || open || glaring ? { ...whole, cup: null } : whole
  const unsure = doubtful ? 'uncertain' : open ? 'cup_unsupported' : 'no_cup'
  const cup = glaring ? 'too_bright' : unsure
  return { shape, shapes, cup, disc: 'no_disc' } as const
}

/** Degrees by which the line from disc to fovea lies off the level, where that is so much that the photograph lies on its side; else 0. */
function tiltOf(disc: Spot, fovea: Spot): number {
  const [dx, dy] = [disc[0] - fovea[0], disc[1] - fovea[1]]
  const angle = (180 * Math.atan2(dx < 0 ? -dy : dy, Math.abs(dx))) / Math.PI
  if (Math.abs(angle) > QUARTER) return 90
  return Math.abs(angle) > TILTED ? angle : 0
}

/** Finds disc, fovea and eye and enters their confidence into the ledger. `stated` is the eye as stated by a person. */
export function findPlaces(seen: Seen, stated: Eye | undefined, ledger: Ledger): Places {
  const { landmarks, field } = seen
  const mark = findDisc(landmarks.disc)
  const unit = mark?.diameter ?? 0.14 * field.diameter
  const foveas = seen.views.landmarks
    .map((view) => findFovea(view.fovea, mark)?.centre)
    .filter((place) => place !== undefined)
  const peak = findFovea(landmarks.fovea, mark)
  const faint = peak !== null && peak.peak < CUT
  const usual = (faint ? FOVEA_PLACE.faint : FOVEA_PLACE.own) * unit
  const sure = confidenceOfPlace(foveas, usual, FOVEA_PLACE.tolerance * unit)
  const doubtful = (faint && foveas.length < 2) || sure.spread > FOVEA_PLACE.most * unit
  const fovea = peak && !doubtful ? peak.centre : null

  const tilt = mark && fovea ? tiltOf(mark.centre, fovea) : 0
  const { shape, shapes, ...lacking } = outlines(seen, tilt)
  const disc = shape?.centre ?? mark?.centre ?? null
  const discHeight = shape ? extentsOf(shape.disc, tilt).height : (mark?.diameter ?? null)

  const found = stated
    ? { eye: stated, confidence: 1 }
    : findEye({ disc: mark, fovea: peak, field })
  const eye = found?.eye ?? null
  if (found) ledger.sure('eye', ofClass(found.confidence))
  if (disc) {
    const own = DISC_PLACE.own * unit
    const middles = shapes.map((one) => one.centre)
    ledger.sure('disc_centre', confidenceOfPlace(middles, own, DISC_PLACE.tolerance * unit))
  }
  if (fovea) ledger.sure('fovea_centre', sure)
  const turned = eye && disc && fovea && disc[0] > fovea[0] !== (eye === 'OD')
  return {
    eye,
    eyeConfidence: found?.confidence ?? null,
    upright: turned ? null : eye,
    disc,
    shape,
    discHeight,
    fovea,
    lacking: {
      ...lacking,
      fovea: doubtful ? 'uncertain' : foveaLacking(disc, discHeight, eye, field),
    },
    views: { shapes, foveas },
  }
}
