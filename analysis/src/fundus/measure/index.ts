import type { Eye, FundusFindings, Quality, Reason, Scale } from '@mingmou/contract'
import { ofClass } from '../confidence.ts'
import { findEye } from '../eye.ts'
import { suspicionOf } from '../glaucoma.ts'
import { gradeOf, STAGE_OF } from '../grade.ts'
import { Ledger } from '../ledger.ts'
import type { Seen } from '../seen.ts'
import { measureDisc, shapeOf, vcdrOf } from './disc.ts'
import { findDisc, findFovea } from './landmarks.ts'
import { findLesions, measureLesions, quadrantsOf, type LesionRules } from './lesions.ts'
import { measureMacula } from './macula.ts'
import { measureRetina } from './retina.ts'

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

const PARTS = ['vessel', 'disc', 'macula', 'lesions', 'dr', 'glaucoma'] as const
const FIGURES = ['vcdr', 'dr_grade', 'dr_referable_probability', 'lesion_bool'] as const

/** All findings but those of the picture itself; of one that is not gradable only where its landmarks lie. */
export function measureFundus(seen: Seen, quality: Quality, options: MeasureOptions): Measured {
  const ledger = new Ledger()
  const { field } = seen
  const { scale } = options
  const lack: Reason = seen.landmarks ? 'no_disc' : 'not_implemented'
  const discMark = seen.landmarks && findDisc(seen.landmarks.disc)
  const foveaMark = seen.landmarks && findFovea(seen.landmarks.fovea)
  const found = options.eye
    ? { eye: options.eye, confidence: 1 }
    : findEye({ disc: discMark, fovea: foveaMark, field })
  const eye = found?.eye ?? null
  if (!found) {
    ledger.missing('eye', seen.landmarks ? 'uncertain' : 'not_implemented')
    ledger.missing('eye_confidence', seen.landmarks ? 'uncertain' : 'not_implemented')
  } else ledger.sure('eye', ofClass(found.confidence))
  const shape = seen.disc && shapeOf(seen.disc)
  const discCentre = shape?.centre ?? discMark?.centre ?? null
  const base = {
    eye,
    eye_confidence: found?.confidence ?? null,
    disc_centre: discCentre ? spot(discCentre) : ledger.missing('disc_centre', lack),
    fovea_centre: foveaMark
      ? spot(foveaMark.centre)
      : ledger.missing('fovea_centre', seen.landmarks ? 'no_fovea' : 'not_implemented'),
    scale: scale ?? ledger.missing('scale', 'no_scale'),
    confidence: ledger.confidence,
    not_measured: ledger.not_measured,
  }
  if (!quality.gradable) {
    for (const name of [...FIGURES, ...PARTS]) ledger.missing(name, 'not_gradable')
    return { ...base, ...NOTHING }
  }
  const disc = shape
    ? measureDisc(shape, { fieldArea: field.area, eye, scale }, ledger)
    : ledger.missing('disc', lack)
  const vcdr = shape && vcdrOf(shape)
  const height = disc?.disc.height ?? null
  const macula = foveaMark
    ? measureMacula(foveaMark.centre, discCentre && { centre: discCentre, height }, field, ledger)
    : ledger.missing('macula', seen.landmarks ? 'no_fovea' : 'not_implemented')
  const middle = foveaMark?.centre ?? field.centre
  const lesions =
    seen.lesions && findLesions(seen.lesions, options.rules.lesions, shape?.disc ?? null)
  const dr = lesions
    ? gradeOf(
        lesions,
        quadrantsOf(lesions.haemorrhages, middle, eye ?? 'OD'),
        foveaMark && height !== null ? { fovea: foveaMark.centre, discDiameter: height } : null,
        seen.screening && { referable: seen.screening.referable, cut: options.rules.referable },
      )
    : ledger.missing('dr', 'not_implemented')
  return {
    ...base,
    vcdr: vcdr ?? ledger.missing('vcdr', shape ? 'no_cup' : lack),
    dr_grade: dr ? STAGE_OF[dr.rule] : ledger.missing('dr_grade', 'not_implemented'),
    dr_referable_probability:
      seen.screening?.referable ?? ledger.missing('dr_referable_probability', 'not_implemented'),
    lesion_bool: lesions
      ? Object.values(lesions).some((kind) => kind.length > 0)
      : ledger.missing('lesion_bool', 'not_implemented'),
    vessel: measureRetina(
      seen.vessels,
      field.diameter,
      { disc: discCentre && height !== null ? { centre: discCentre, height } : null, eye },
      ledger,
    ),
    disc,
    macula,
    lesions: lesions
      ? measureLesions(
          lesions,
          {
            eye,
            fovea: foveaMark?.centre ?? null,
            middle,
            fieldArea: field.area,
            discDiameter: height,
          },
          ledger,
        )
      : ledger.missing('lesions', 'not_implemented'),
    dr,
    glaucoma:
      disc && vcdr !== null
        ? suspicionOf(vcdr, disc, scale && disc.disc.height * scale.mm_per_px)
        : ledger.missing('glaucoma', shape ? 'no_cup' : lack),
  }
}

const NOTHING = {
  vcdr: null,
  dr_grade: null,
  dr_referable_probability: null,
  lesion_bool: null,
  vessel: null,
  disc: null,
  macula: null,
  lesions: null,
  dr: null,
  glaucoma: null,
} as const

const spot = ([x, y]: readonly [number, number]): [number, number] => [x, y]
