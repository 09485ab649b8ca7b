import {
  decidedOf,
  type Eye,
  type FundusFindings,
  type Lesion,
  type Quality,
  type Reason,
  type Scale,
  type ShownRetina,
} from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import { calibrated } from '../../certainty/calibration.ts'
import { ofClass } from '../../certainty/confidence.ts'
import { isPart, type Field } from '../../field.ts'
import { toMap, valueAt, type PartMap } from '../../geometry/part.ts'
import { DECISIONS } from '../decisions.ts'
import { confidenceOfRatio, RIM_SPREAD } from '../limits.ts'
import { suspicionOf } from '../glaucoma.ts'
import type { Models } from '../models.ts'
import { asShown, gradeOf, isSmall, referableOf } from '../grade.ts'
import { signsOf, stagesBy } from '../signs.ts'
import { Ledger } from '../../certainty/ledger.ts'
import { noteConfidences, noteLesionConfidences } from '../confidences.ts'
import { numbersOf } from '../../certainty/numbers.ts'
import type { Predictions } from '../predictions.ts'
import { measureDisc, vcdrOf } from './disc.ts'
import {
  besideScars,
  findSpots,
  measureLesions,
  NO_LESIONS,
  sorted,
  type FoundLesions,
  type LesionRules,
  type Macula,
  type SortedSpots,
} from './lesions.ts'
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

const maculaOf = ({ fovea, discHeight }: Places): Macula | null =>
  fovea && discHeight !== null ? { fovea, discDiameter: discHeight } : null

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

/** Why a part of a field lacks what the whole of one would show. */
const cutBy = ({ disc }: Predictions): Reason => (disc?.alone ? 'disc_alone' : 'field_cut')

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
 * Lesions and stage. A photograph too small for lesions has only the answer of a network. A part of a
 * field has none: how large a lesion is in it is not known, and what lies beyond it is not seen.
 */
function measureDisease(
  predictions: Predictions,
  places: Places,
  spots: FoundLesions | null,
  { blurred, shows }: { blurred: boolean; shows: ShownRetina | null },
  { lesions: rules, grading }: MeasureOptions['rules'],
  ledger: Ledger,
) {
  const { field, screening } = predictions
  const { fovea, upright: eye } = places
  if (spots === null) {
    const part = isPart(field)
    const none = (name: string) => ledger.missing(name, part ? cutBy(predictions) : 'too_small')
    return {
      lesions: none('lesions'),
      lesion_bool: none('lesion_bool'),
      dr: none('dr'),
      dr_grade: none('dr_grade'),
      dr_referable_probability: part ? none('dr_referable_probability') : screening.referable,
      counted: NO_LESIONS,
    }
  }
  const middle = fovea ?? field.centre
  const discDiameter = places.discHeight
  const signs = signsOf(spots, field.area, screening.referable)
  const stages = stagesBy(signs, grading.stages)
  const referable = referableOf(stages)
  const macula = maculaOf(places)
  const judged = { stages, network: screening.referable }
  const isDrawn = (kind: Lesion) => rules[kind].drawn === true
  const seen = gradeOf(spots, middle, macula, judged, grading, blurred, isDrawn)
  const graded = asShown(seen, shows, fovea)
  const { stage, lacking, counted } = graded
  const withheld = blurred && stage === null
  // Why missing lesions mean nothing.
  const hides = blurred ? 'blurred' : seen.stage !== stage ? lacking : null
  const dr =
    hides && stage === null
      ? { ...graded.dr, stages: ledger.missing('dr.stages', hides) }
      : graded.dr
  const worth = calibrated(grading.calibration_curve)(referable)
  if (dr.macular_oedema === null) {
    const cut = shows?.macula === false ? 'macula_not_shown' : 'weak_evidence'
    const unclear = blurred ? 'blurred' : cut
    ledger.missing(
      'dr.macular_oedema',
      fovea ? (macula ? unclear : 'no_disc') : places.lacking.fovea,
    )
  }
  const absent = hides ? null : 1 - worth
  const onScars = [...spots.hard_exudates, ...spots.soft_exudates].some(({ onScar }) => onScar)
  noteLesionConfidences(graded, absent, rules, ledger)
  const some = Object.values(counted).some((kind) => kind.length > 0)
  if (stage !== null) ledger.sure('dr_grade', ofClass(decidedOf(stage, stages).chance))
  return {
    counted,
    lesions: measureLesions(
      sorted(spots, counted),
      {
        eye,
        fovea,
        middle,
        fieldArea: field.area,
        discDiameter,
        lacking: places.lacking.fovea,
        unplaced: places.unplaced,
      },
      ledger,
    ),
    lesion_bool: some || (hides ? ledger.missing('lesion_bool', hides) : false),
    dr: onScars ? { ...dr, exudates_on_scars: true } : dr,
    dr_grade: stage ?? ledger.missing('dr_grade', lacking),
    dr_referable_probability: withheld
      ? ledger.missing('dr_referable_probability', 'blurred')
      : referable,
  }
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
