import {
  type Eye,
  type FundusFindings,
  type Quality,
  type Reason,
  type Scale,
  type ShownRetina,
} from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import { isPart, type Field } from '../../field.ts'
import { toMap, valueAt, type PartMap } from '../../geometry/part.ts'
import { DECISIONS } from '../decisions.ts'
import { confidenceOfRatio, RIM_SPREAD } from '../limits.ts'
import { suspicionOf } from '../glaucoma.ts'
import type { Models } from '../models.ts'
import { isSmall } from '../grade.ts'
import { Ledger } from '../../certainty/ledger.ts'
import { noteConfidences } from '../confidences.ts'
import { numbersOf } from '../../certainty/numbers.ts'
import type { Predictions } from '../predictions.ts'
import { measureDisc, vcdrOf } from './disc.ts'
import { cutBy, maculaOf, measureDisease } from './disease.ts'
import { besideScars, findSpots, sorted, type LesionRules, type SortedSpots } from './lesions.ts'
import { measureMacula } from './macula.ts'
import { findPlaces, type Places } from './places.ts'
import { measureRetina } from './retina.ts'
import { shownIn } from './shows.ts'
import type { Tree } from './tree.ts'

export interface MeasureOptions {
  /** The eye as stated by a person. Without it, the photograph decides. */
  eye?: Eye | undefined
  scale: Scale | null
  /** Comes from the cards of the models. */
  rules: { lesions: LesionRules; grading: Models['grading']; glaucoma: Models['glaucoma'] }
}

type Measured = Omit<
  FundusFindings,
  'modality' | 'file' | 'gradable' | 'quality_score' | 'quality' | 'model_versions'
>

/** Whether a place lies in a spot that is, or may be, a haemorrhage. */
export const bleedingIn = (map: PartMap, low: number) => (place: Spot) =>
  valueAt(map, ...toMap(map, place)) >= low

type Certainty = 'confidence' | 'not_measured'
type Where = 'eye' | 'eye_confidence' | 'disc_centre' | 'fovea_centre' | 'shows' | 'scale'

const pair = ([x, y]: Spot): [number, number] => [x, y]

function whereOf(
  places: Places,
  shows: ShownRetina | null,
  scale: Scale | null,
  cut: Reason,
  ledger: Ledger,
): Pick<Measured, Where> {
  const { eye, eyeConfidence, disc, fovea, lacking } = places
  return {
    eye: eye ?? ledger.missing('eye', 'uncertain'),
    eye_confidence: eyeConfidence ?? ledger.missing('eye_confidence', 'uncertain'),
    disc_centre: disc ? pair(disc) : ledger.missing('disc_centre', lacking.disc),
    fovea_centre: fovea ? pair(fovea) : ledger.missing('fovea_centre', lacking.fovea),
    shows: shows ?? ledger.missing('shows', cut),
    scale,
  }
}

/** The stated scale, unless it makes the size of the disc, or its distance from the fovea, impossible. */
function believed(
  stated: Scale | null,
  { disc, discHeight, fovea }: Places,
  ledger: Ledger,
): Scale | null {
  if (!stated) return ledger.missing('scale', 'no_scale')
  const fits = (px: number | null, { least_mm, most_mm }: { least_mm: number; most_mm: number }) =>
    px === null || (px * stated.mm_per_px >= least_mm && px * stated.mm_per_px <= most_mm)
  return fits(discHeight, DECISIONS.disc) && fits(apart(disc, fovea), DECISIONS.pair)
    ? stated
    : ledger.missing('scale', 'scale_doubtful')
}

/** From the disc to the fovea, px of the image. */
const apart = (disc: Spot | null, fovea: Spot | null): number | null =>
  disc && fovea && Math.hypot(disc[0] - fovea[0], disc[1] - fovea[1])

/** Whether the field is far wider than those that the networks learnt, by the distance of disc and fovea in it. */
function isWide({ disc, fovea }: Places, field: Field): boolean {
  const distance = apart(disc, fovea)
  const least = DECISIONS.picture.least_pair_in_field
  return !isPart(field) && distance !== null && distance < least * field.diameter
}

/** A photograph of the disc alone is named so: that its field is cut and that lesions do not show in it follows. */
const asDiscAlone = (quality: Quality): Quality => ({
  ...quality,
  standard: false,
  reasons: [
    'disc_alone',
    ...quality.reasons.filter((reason) => reason !== 'field_cut' && reason !== 'too_small'),
  ],
})

const asWide = (quality: Quality): Quality => ({
  ...quality,
  gradable: false,
  standard: false,
  reasons: ['wide_field', ...quality.reasons],
})

/** An ungradable photograph gets only the places of its landmarks. */
function nothing(reason: Reason, ledger: Ledger): Omit<Measured, Where | Certainty> {
  const none = (name: string) => ledger.missing(name, reason)
  return {
    vcdr: none('vcdr'),
    dr_grade: none('dr_grade'),
    dr_referable_probability: none('dr_referable_probability'),
    lesion_bool: none('lesion_bool'),
    vessel: none('vessel'),
    disc: none('disc'),
    macula: none('macula'),
    lesions: none('lesions'),
    dr: none('dr'),
    glaucoma: none('glaucoma'),
  }
}

function measureNerve(
  predictions: Predictions,
  places: Places,
  scale: Scale | null,
  rules: Models['glaucoma'],
  ledger: Ledger,
) {
  const { shape, unplaced, upright, lacking } = places
  const { field } = predictions
  const fieldArea = isPart(field) ? null : field.area
  const known = { fieldArea, cut: cutBy(predictions), eye: upright, unplaced, scale }
  if (!shape) {
    const none = (name: string) => ledger.missing(name, lacking.disc)
    return { disc: none('disc'), vcdr: none('vcdr'), glaucoma: none('glaucoma'), views: [] }
  }
  const disc = measureDisc(shape, known, lacking.cup, ledger)
  const vcdr = vcdrOf(shape)
  const views = places.views.shapes.flatMap((view) => {
    const ratio = vcdrOf(view)
    const measures = numbersOf(measureDisc(view, known, lacking.cup, new Ledger()), 'disc')
    return ratio === null ? measures : [...measures, ['vcdr', ratio] as const]
  })
  if (vcdr === null) {
    const none = (name: string) => ledger.missing(name, lacking.cup)
    return { disc, vcdr: none('vcdr'), glaucoma: none('glaucoma'), views }
  }
  const ratios = views.flatMap(([name, value]) => (name === 'vcdr' ? [value] : []))
  const sure = confidenceOfRatio(ratios, shape.openEdge)
  ledger.sure('vcdr', sure)
  const spreads = { vcdr: sure.spread, rim: RIM_SPREAD }
  const diameter = scale && disc.disc.height * scale.mm_per_px
  // Above and below stay the same half of the rim in a photograph that is turned by a half or mirrored.
  const { rim } = measureDisc(shape, { ...known, unplaced: null }, lacking.cup, new Ledger())
  const glaucoma = suspicionOf(vcdr, { rim, isnt: disc.isnt }, diameter, spreads, rules)
  return { disc, vcdr, glaucoma, views }
}

/**
 * All findings except those of the picture itself, the spots that may be lesions, and the quality, which a wide field lowers. An ungradable photograph gets only
 * the places of its landmarks, and null for the spots.
 */
export function measureFundus(
  predictions: Predictions,
  tree: Tree,
  seen: Quality,
  options: MeasureOptions,
): { measured: Measured; spots: SortedSpots | null; quality: Quality } {
  const ledger = new Ledger()
  const { field } = predictions
  const { rules } = options
  const cut = cutBy(predictions)
  if (isPart(field)) ledger.missing('quality.field', cut)
  const small = isSmall(field, rules.grading)
  const isBleeding = bleedingIn(predictions.lesions.haemorrhages, rules.lesions.haemorrhages.low)
  // Of a small photograph and of a part nobody knows which spots are lesions.
  const excluded = small || isPart(field) ? undefined : isBleeding
  const places = findPlaces(predictions, options.eye, ledger, excluded)
  const quality =
    cut === 'disc_alone' ? asDiscAlone(seen) : isWide(places, field) ? asWide(seen) : seen
  const scale = believed(options.scale, places, ledger)
  const shows = shownIn(places, field)
  const where = whereOf(places, shows, scale, cut, ledger)
  const certainty = { confidence: ledger.confidence, not_measured: ledger.not_measured }
  if (!quality.gradable)
    return {
      measured: {
        ...where,
        ...nothing(isWide(places, field) ? 'wide_field' : 'not_gradable', ledger),
        ...certainty,
      },
      spots: null,
      quality,
    }
  const { disc: centre, discHeight: height, upright: eye, fovea } = places
  const discPlace = centre && height !== null ? { centre, height } : null
  const { views, ...nerve } = measureNerve(predictions, places, scale, rules.glaucoma, ledger)
  const macula = fovea
    ? measureMacula(fovea, discPlace, { field, turned: places.unplaced === 'turned' }, ledger)
    : ledger.missing('macula', places.lacking.fovea)
  const part = isPart(field)
  const isCut = part || field.astray > DECISIONS.vessels.most_astray
  const lacking = isCut ? cut : small && 'too_small'
  const vessel = lacking
    ? ledger.missing('vessel', lacking)
    : measureRetina(
        predictions.vessels,
        tree,
        field.diameter,
        { disc: discPlace, eye, unplaced: places.unplaced },
        ledger,
      )
  const blurred = quality.reasons.includes('blurred')
  const { lesions, scars } = predictions
  const all = small || part ? null : findSpots(lesions, rules.lesions, places.shape?.disc ?? null)
  const spots = all && scars ? besideScars(all, scars, rules.lesions, maculaOf(places)) : all
  const { counted, ...disease } = measureDisease(
    predictions,
    places,
    spots,
    { blurred, shows },
    rules,
    ledger,
  )
  const measured = { ...nerve, macula, vessel, ...disease }
  noteConfidences(measured, [...views, ...ledger.views], ledger)
  if (places.eye) ledger.reword('eye_unknown', 'uncertain')
  return {
    measured: { ...where, ...measured, ...certainty },
    spots: spots && sorted(spots, counted),
    quality,
  }
}
