import type { Eye, Reason } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import { isPart, type Field } from '../../field.ts'
import { confidenceOfPlace, deviation, ofClass } from '../../certainty/confidence.ts'
import { DECISIONS } from '../decisions.ts'
import { findEye } from '../eye.ts'
import type { Ledger } from '../../certainty/ledger.ts'
import type { Predictions } from '../predictions.ts'
import { shapeOf, vcdrOf, type DiscShape } from './disc.ts'
import {
  between,
  findDisc,
  findFovea,
  isTooSmall,
  type Excluded,
  type FoundFovea,
  type Landmark,
} from './landmarks.ts'
import { toEdge } from './macula.ts'
import { isFoveaInField } from './usual-fovea.ts'
import { areaOf, extentsOf } from '../../geometry/outline.ts'
import { CUT, type PartMap } from '../../geometry/part.ts'

/** The places of the landmarks, px of the image. */
export interface Places {
  eye: Eye | null
  eyeConfidence: number | null
  /** The eye for figures of place: sides, quadrants and clock hours. null where `unplaced` says why they are withheld. */
  upright: Eye | null
  /** Why nothing is said of sides and hours: the retina is turned, or nothing shows that it is not. */
  unplaced: 'turned' | 'orientation_unknown' | 'eye_unknown' | null
  disc: Spot | null
  /** The outlines; null where part of the disc is outside the field. */
  shape: DiscShape | null
  /** The disc's vertical diameter. */
  discHeight: number | null
  fovea: Spot | null
  /** The photograph is turned by a quarter. */
  aside: boolean
  /** The reasons for a missing outline, cup or fovea. */
  lacking: { disc: Reason; cup: Reason; fovea: Reason }
  /** The single views, whose disagreement is the spread. */
  views: { shapes: readonly DiscShape[]; foveas: readonly Spot[] }
}

/** A field that does not reach the fovea's usual place explains why something else was not taken for it. */
function foveaLacking(
  disc: Spot | null,
  height: number | null,
  eye: Eye | null,
  field: Field,
  why: Reason | null,
): Reason {
  if (why !== null && why !== 'fovea_unfit') return why
  const isOut = disc && height !== null && !isFoveaInField(disc, height, eye, field)
  return isOut ? 'out_of_frame' : (why ?? 'no_fovea')
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

/** The disc to which a fovea must lie as foveas do: from near by, or else from the whole field. */
function discFor({ landmarks, disc, field }: Shown): Landmark | null {
  const coarse = findDisc(landmarks.disc, field)
  const rough = disc?.alone ? { peak: 1 } : coarse
  const near = rough && disc && shapeOf(disc)
  if (!near) return coarse
  const diameter = 2 * Math.sqrt(areaOf(near.disc) / Math.PI)
  return isTooSmall(diameter, field) ? coarse : { centre: near.centre, diameter, peak: rough.peak }
}

interface FoveaPlace {
  /** What the eye is told by. */
  peak: Landmark | null
  fovea: Spot | null
  aside: boolean
  sure: ReturnType<typeof confidenceOfPlace>
  foveas: Spot[]
  /** Why there is none, where that is known. */
  why: Reason | null
}

function setIn(map: PartMap, mark: Landmark | null): FoundFovea {
  const { fovea } = findFovea(map, null)
  const aside = fovea !== null && mark !== null && between(mark, fovea).lies === 'aside'
  return { fovea, aside, unfit: null, rivalled: false }
}

/** The fovea with its confidence and the places in the single views. In a part, only the disc tells where to look. */
function foveaOf(
  { landmarks, field, views }: Shown,
  mark: Landmark | null,
  unit: number,
  excluded: Excluded,
): FoveaPlace {
  const { drawnFovea = false } = landmarks
  const isBlind = !drawnFovea && isPart(field) && !mark
  // A clinician's fovea lies where it was set.
  const find = (map: PartMap) => (drawnFovea ? setIn(map, mark) : findFovea(map, mark, excluded))
  const foveas = views.landmarks
    .map((view) => find(view.fovea))
    .map(({ fovea, unfit }) => (fovea ?? unfit)?.centre)
    .filter((place) => place !== undefined)
  const { fovea: peak, aside, unfit, rivalled } = find(landmarks.fovea)
  const faint = peak !== null && peak.peak < CUT
  const limits = DECISIONS.fovea
  const usual = (faint ? limits.faint_error_dd : limits.own_error_dd) * unit
  const sure = confidenceOfPlace(foveas, usual, limits.tolerance_dd * unit)
  const most = limits.most_spread_dd * unit
  const isNear = ([x, y]: Spot) =>
    peak !== null && Math.hypot(x - peak.centre[0], y - peak.centre[1]) <= most
  const unsupported = faint && foveas.filter(isNear).length < limits.faint_views
  const doubtful = peak !== null && (unsupported || rivalled || sure.spread > most)
  const isStated = peak !== null && !doubtful && !isBlind
  const why = doubtful ? 'uncertain' : unfit ? 'fovea_unfit' : null
  return {
    peak: isBlind ? null : peak,
    fovea: isStated ? peak.centre : null,
    aside: isStated && aside,
    sure,
    foveas,
    why: isBlind ? ('field_cut' as const) : why,
  }
}

/**
 * Why nothing can be said of sides and hours. In an upright photograph the fovea lies temporal of the disc and a little
 * lower; in one turned by a half or mirrored it lies on the other side, or higher.
 */
function unplacedBy(eye: Eye | null, disc: Spot | null, fovea: Spot | null): Places['unplaced'] {
  if (eye === null) return 'eye_unknown'
  if (!disc || !fovea) return 'orientation_unknown'
  const across = eye === 'OD' ? disc[0] - fovea[0] : fovea[0] - disc[0]
  const below = (180 * Math.atan2(fovea[1] - disc[1], Math.abs(across))) / Math.PI
  return across > 0 && below >= DECISIONS.eye.least_below_deg ? null : 'turned'
}

/**
 * Finds disc, fovea and eye and enters their confidence into the ledger. `stated` is the eye as stated
 * by a person. No fovea lies in a place that is `excluded`.
 */
export function findPlaces(
  predictions: Shown,
  stated: Eye | undefined,
  ledger: Ledger,
  excluded: Excluded = () => false,
): Places {
  const { field } = predictions
  const mark = discFor(predictions)
  const unit = mark?.diameter ?? DECISIONS.disc.usual_in_field * field.diameter
  const { peak, fovea, aside, sure, foveas, why } = foveaOf(predictions, mark, unit, excluded)
  const tilt = aside ? 90 : 0
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
    const middles = shapes.map((shape) => shape.centre)
    ledger.sure('disc_centre', confidenceOfPlace(middles, networkError, tolerance_dd * unit))
  }
  if (fovea) ledger.sure('fovea_centre', sure)
  // Nothing can be compared with a disc that the edge cuts.
  const isCut = lacking.disc === 'out_of_frame'
  const unplaced = aside ? 'turned' : unplacedBy(eye, disc, fovea)
  return {
    eye,
    eyeConfidence: found?.confidence ?? null,
    upright: unplaced === null ? eye : null,
    unplaced,
    disc,
    shape,
    discHeight,
    fovea,
    aside,
    lacking: {
      ...lacking,
      fovea: predictions.landmarks.drawnFovea
        ? 'fovea_not_seen'
        : foveaLacking(
            disc,
            discHeight,
            eye,
            field,
            isCut && why === 'fovea_unfit' ? 'disc_not_shown' : why,
          ),
    },
    views: { shapes, foveas },
  }
}
