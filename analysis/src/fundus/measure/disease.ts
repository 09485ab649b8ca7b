import { decidedOf, LESIONS, type Lesion, type Reason, type ShownRetina } from '@mingmou/contract'
import { calibrated } from '../../certainty/calibration.ts'
import { ofClass } from '../../certainty/confidence.ts'
import type { Ledger } from '../../certainty/ledger.ts'
import { isPart } from '../../field.ts'
import { noteLesionConfidences } from '../confidences.ts'
import { asShown, gradeOf, referableOf } from '../grade.ts'
import type { Models } from '../models.ts'
import type { Predictions } from '../predictions.ts'
import { signsOf, stagesBy } from '../signs.ts'
import {
  measureLesions,
  NO_LESIONS,
  sorted,
  type FoundLesions,
  type LesionRules,
  type Macula,
} from './lesions.ts'
import type { Places } from './places.ts'

/** Why a part of a field lacks what the whole of one would show. */
export const cutBy = ({ disc }: Predictions): Reason => (disc?.alone ? 'disc_alone' : 'field_cut')

/** Where the fovea and the size of the disc are known. */
export const maculaOf = ({ fovea, discHeight }: Places): Macula | null =>
  fovea && discHeight !== null ? { fovea, discDiameter: discHeight } : null

/**
 * Lesions and stage. A photograph too small for lesions has only the answer of a network. A part of a
 * field has none: how large a lesion is in it is not known, and what lies beyond it is not seen.
 */
export function measureDisease(
  predictions: Predictions,
  places: Places,
  spots: FoundLesions | null,
  { blurred, shows }: { blurred: boolean; shows: ShownRetina | null },
  { lesions: rules, grading }: { lesions: LesionRules; grading: Models['grading'] },
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
  const isLeftOut = (kind: Lesion) => spots[kind].some(({ onScar }) => onScar)
  noteLesionConfidences(graded, absent, isLeftOut, rules, ledger)
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
    dr: LESIONS.some(isLeftOut) ? { ...dr, exudates_on_scars: true } : dr,
    dr_grade: stage ?? ledger.missing('dr_grade', lacking),
    dr_referable_probability: withheld
      ? ledger.missing('dr_referable_probability', 'blurred')
      : referable,
  }
}
