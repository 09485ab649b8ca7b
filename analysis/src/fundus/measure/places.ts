import type { Eye, Reason } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import { isPart, type Field } from '../../field.ts'
import { confidenceOfPlace, deviation, ofClass } from '../../certainty/confidence.ts'
import { DECISIONS } from '../decisions.ts'
import { findEye } from '../eye.ts'
import type { Ledger } from '../../certainty/ledger.ts'
import type { Predictions } from '../predictions.ts'
import { shapeOf, vcdrOf, type DiscShape } from './disc.ts'
import { findDisc, findFovea, isPair, isTooSmall } from './landmarks.ts'
import { toEdge } from './macula.ts'
import { isFoveaInField } from './shows.ts'
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

function foveaLacking(disc: Spot | null, height: number | null, eye: Eye | null, field: Field) {
  if (!disc || height === null) return 'no_fovea'
  return isFoveaInField(disc, height, eye, field) ? 'no_fovea' : 'out_of_frame'
}

const present = (ratios: readonly (number | null)[]) => ratios.filter((ratio) => ratio !== null)

/** Difference of the ratio between lighter and darker views. 0 where all have one light. */
function swingOf(views: readonly { light: number; ratio: number | null }[]): number {
  const lighter = present(views.map(({ light, ratio }) => (light > 1 ? ratio : null)))
  const darker = present(views.map(({ light, ratio }) => (light < 1 ? ratio : null)))
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  return lighter.length > 0 && darker.length > 0 ? Math.abs(mean(lighter) - mean(darker)) : 0
}

/** What places rest on. */
type Shown = Pick<Predictions, 'field' | 'landmarks' | 'disc'> & {
  views: Pick<Predictions['views'], 'landmarks' | 'disc'>
}

/** The outlines and their spread over the views. */
function outlines(predictions: Shown, tilt: number) {
  const whole = predictions.disc && shapeOf(predictions.disc, tilt)
  const { height = 0 } = whole ? extentsOf(whole.disc) : {}
  if (!predictions.disc || !whole || isTooSmall(height, predictions.field))
    return { shape: null, shapes: [], cup: 'no_disc', disc: 'no_disc' } as const
  const views = predictions.views.disc.flatMap((view) => {
    const shape = shapeOf(view, tilt)
    return shape ? [{ shape, light: view.light, ratio: vcdrOf(shape) }] : []
  })
  const shapes = views.map(({ shape }) => shape)
  const { least_edge } = DECISIONS.disc
  const cut = whole.disc.some((corner) => toEdge(predictions.field, corner) < least_edge * height)
  if (cut) return { shape: null, shapes, cup: 'out_of_frame', disc: 'out_of_frame' } as const
  const spread = deviation(present(views.map(({ ratio }) => ratio)))
  const { most_spread, most_by_light, most_open_edge, most_glare } = DECISIONS.cup
  const doubtful = spread > most_spread || swingOf(views) > most_by_light
  const open = whole.openEdge > most_open_edge
  const glaring = predictions.disc.glare > most_glare
  const shape = doubtful || open || glaring ? { ...whole, cup: null } : whole
  const { drawnCup = false, cup: cupMap } = predictions.disc
  const isAstray = drawnCup && cupMap.data.some((value) => value >= CUT)
  const none = isAstray ? 'cup_outside_disc' : 'no_cup'
  const unsure = doubtful ? 'uncertain' : open ? 'cup_unsupported' : none
  const cup = glaring ? 'too_bright' : unsure
  return { shape, shapes, cup, disc: 'no_disc' } as const
}

/**
 * Degrees between the level and the line from disc to fovea, where the photograph lies on its side.
 * Otherwise 0.
 */
function tiltOf(disc: Spot, fovea: Spot): number {
  const [dx, dy] = [disc[0] - fovea[0], disc[1] - fovea[1]]
  const angle = (180 * Math.atan2(dx < 0 ? -dy : dy, Math.abs(dx))) / Math.PI
  if (Math.abs(angle) > DECISIONS.eye.quarter_deg) return 90
  return Math.abs(angle) > DECISIONS.eye.aside_deg ? angle : 0
}

/** Finds disc, fovea and eye and enters their confidence into the ledger. `stated` is the eye as stated by a person. */
export function findPlaces(predictions: Shown, stated: Eye | undefined, ledger: Ledger): Places {
  const { landmarks, field } = predictions
  const mark = findDisc(landmarks.disc, field)
  const unit = mark?.diameter ?? DECISIONS.disc.usual_in_field * field.diameter
  const foveas = predictions.views.landmarks
    .map((view) => findFovea(view.fovea, mark)?.centre)
    .filter((place) => place !== undefined)
  const shown = findFovea(landmarks.fovea, mark)
  // In a part, only the disc tells how large a disc diameter is and where to look.
  const { drawnFovea = false } = landmarks
  const fits = drawnFovea || !isPart(field) || (shown && mark && isPair(mark, shown))
  const peak = fits ? shown : null
  const faint = peak !== null && peak.peak < CUT
  const limits = DECISIONS.fovea
  const usual = (faint ? limits.faint_error_dd : limits.own_error_dd) * unit
  const sure = confidenceOfPlace(foveas, usual, limits.tolerance_dd * unit)
  const unsupported = faint && foveas.length < limits.faint_views
  const doubtful = unsupported || sure.spread > limits.most_spread_dd * unit
  const fovea = peak && !doubtful ? peak.centre : null

  const tilt = mark && fovea ? tiltOf(mark.centre, fovea) : 0
  const { shape, shapes, ...lacking } = outlines(predictions, tilt)
  const disc = shape?.centre ?? mark?.centre ?? null
  const discHeight = shape ? extentsOf(shape.disc, tilt).height : (mark?.diameter ?? null)

  const found = stated
    ? { eye: stated, confidence: 1 }
    : findEye({ disc: mark, fovea: peak, field })
  const eye = found?.eye ?? null
  if (found) ledger.sure('eye', ofClass(found.confidence))
  if (disc) {
    const { own_error_dd, tolerance_dd } = DECISIONS.disc
    const networkError = own_error_dd * unit
    const middles = shapes.map((one) => one.centre)
    ledger.sure('disc_centre', confidenceOfPlace(middles, networkError, tolerance_dd * unit))
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
      fovea: drawnFovea
        ? 'fovea_not_seen'
        : isPart(field) && !mark
          ? 'field_cut'
          : doubtful
            ? 'uncertain'
            : foveaLacking(disc, discHeight, eye, field),
    },
    views: { shapes, foveas },
  }
}
