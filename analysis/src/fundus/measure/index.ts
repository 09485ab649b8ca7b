import type { Eye, FundusFindings, Quality, Scale } from '@mingmou/contract'
import type { Spot } from '../../circle.ts'
import { suspicionOf } from '../glaucoma.ts'
import { gradeOf, STAGE_OF } from '../grade.ts'
import { Ledger } from '../ledger.ts'
import { numbersOf, tell, tellLesions } from '../tell.ts'
import type { Seen } from '../seen.ts'
import { measureDisc, vcdrOf } from './disc.ts'
import { findLesions, measureLesions, type LesionRules } from './lesions.ts'
import { measureMacula } from './macula.ts'
import { findPlaces, type Places } from './places.ts'
import { measureRetina } from './retina.ts'
import type { Tree } from './tree.ts'

export interface MeasureOptions {
  /** As somebody says who knows; found in the photograph without it. */
  eye?: Eye | undefined
  scale: Scale | null
  /** From the networks' cards. */
  rules: { lesions: LesionRules; referable: number }
}

type Measured = Omit<
  FundusFindings,
  'modality' | 'file' | 'gradable' | 'quality_score' | 'quality' | 'model_versions'
>
type Told = 'confidence' | 'not_measured'
type Where = 'eye' | 'eye_confidence' | 'disc_centre' | 'fovea_centre' | 'scale'

const pair = ([x, y]: Spot): [number, number] => [x, y]

function whereOf(places: Places, scale: Scale | null, ledger: Ledger): Pick<Measured, Where> {
  const { eye, eyeConfidence, disc, fovea, lacking } = places
  const unknown = lacking.disc === 'not_implemented' ? 'not_implemented' : 'uncertain'
  return {
    eye: eye ?? ledger.missing('eye', unknown),
    eye_confidence: eyeConfidence ?? ledger.missing('eye_confidence', unknown),
    disc_centre: disc ? pair(disc) : ledger.missing('disc_centre', lacking.disc),
    fovea_centre: fovea ? pair(fovea) : ledger.missing('fovea_centre', lacking.fovea),
    scale: scale ?? ledger.missing('scale', 'no_scale'),
  }
}

/** Of a photograph that is not gradable nothing is told but where its landmarks lie. */
function nothing(ledger: Ledger): Omit<Measured, Where | Told> {
  const none = (name: string) => ledger.missing(name, 'not_gradable')
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

function measureNerve(seen: Seen, places: Places, scale: Scale | null, ledger: Ledger) {
  const { shape, upright, lacking } = places
  const known = { fieldArea: seen.field.area, eye: upright, scale }
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
  const glaucoma = suspicionOf(vcdr, disc, scale && disc.disc.height * scale.mm_per_px)
  return { disc, vcdr, glaucoma, views }
}

function measureDisease(
  seen: Seen,
  places: Places,
  rules: MeasureOptions['rules'],
  ledger: Ledger,
) {
  const { field, screening } = seen
  const { fovea, upright: eye, shape } = places
  if (!seen.lesions) {
    const none = (name: string) => ledger.missing(name, 'not_implemented')
    return {
      lesions: none('lesions'),
      lesion_bool: none('lesion_bool'),
      dr: none('dr'),
      dr_grade: none('dr_grade'),
    }
  }
  const middle = fovea ?? field.centre
  const lesions = findLesions(seen.lesions, rules.lesions, shape?.disc ?? null)
  const discDiameter = places.discHeight
  const dr = gradeOf(
    lesions,
    middle,
    fovea && discDiameter !== null ? { fovea, discDiameter } : null,
    screening && { referable: screening.referable, cut: rules.referable },
  )
  if (dr.macular_oedema === null)
    ledger.missing('dr.macular_oedema', fovea ? 'no_disc' : places.lacking.fovea)
  const staged = tellLesions(lesions, dr, screening?.referable ?? null, ledger)
  return {
    lesions: measureLesions(
      lesions,
      { eye, fovea, middle, fieldArea: field.area, discDiameter },
      ledger,
    ),
    lesion_bool: Object.values(lesions).some((kind) => kind.length > 0),
    dr,
    dr_grade: staged ? STAGE_OF[dr.rule] : ledger.missing('dr_grade', 'uncertain'),
  }
}

/** All findings but those of the picture itself; of one that is not gradable only where its landmarks lie. */
export function measureFundus(
  seen: Seen,
  tree: Tree,
  quality: Quality,
  options: MeasureOptions,
): Measured {
  const ledger = new Ledger()
  const { field, screening } = seen
  const { scale, rules } = options
  const places = findPlaces(seen, options.eye, ledger)
  const where = whereOf(places, scale, ledger)
  const told = { confidence: ledger.confidence, not_measured: ledger.not_measured }
  if (!quality.gradable) return { ...where, ...nothing(ledger), ...told }
  const { disc: centre, discHeight: height, upright: eye, fovea } = places
  const discPlace = centre && height !== null ? { centre, height } : null
  const { views, ...nerve } = measureNerve(seen, places, scale, ledger)
  const macula = fovea
    ? measureMacula(fovea, discPlace, field, ledger)
    : ledger.missing('macula', places.lacking.fovea)
  const vessel = measureRetina(seen.vessels, tree, field.diameter, { disc: discPlace, eye }, ledger)
  const disease = measureDisease(seen, places, rules, ledger)
  const referable = screening?.referable ?? null
  const measured = { ...nerve, macula, vessel, ...disease }
  tell(measured, views, ledger)
  if (places.eye) ledger.reword('eye_unknown', 'uncertain')
  return {
    ...where,
    ...measured,
    dr_referable_probability:
      referable ?? ledger.missing('dr_referable_probability', 'not_implemented'),
    ...told,
  }
}
