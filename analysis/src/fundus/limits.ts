import { FUNDUS_FIGURES, type Confidence } from '@mingmou/contract'
import { chanceWithin, confidenceWithin, deviation } from '../certainty/confidence.ts'

/** How sure a figure of a fundus photograph is; null where its error is not known. */
export function confidenceOf(
  name: string,
  value: number,
  views: readonly number[],
): Confidence | null {
  const { error } = FUNDUS_FIGURES.at(name)
  return error && confidenceWithin(error, value, views)
}

function errorOf(name: string) {
  const { error } = FUNDUS_FIGURES.at(name)
  if (!error) throw new Error(`the table of figures has no error of ${name}`)
  return error
}

/** Usual error of the rim over the diameter of the disc. */
export const RIM_SPREAD = errorOf('disc.rim').usual

/** Confidence of the vertical ratio. `openEdge`: half of its difference between two cuts. */
export function confidenceOfRatio(views: readonly number[], openEdge: number) {
  const { tolerance, usual } = errorOf('vcdr')
  const spread = Math.hypot(usual, deviation(views), openEdge)
  return { level: chanceWithin(-tolerance, tolerance, spread), spread }
}
