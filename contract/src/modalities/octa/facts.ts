import type { Facts } from '../entry.ts'
import type { Eye } from '../../findings/findings.ts'
import { sideOf, withEye, type Copy } from '../follows-eye.ts'
import { QUARTERS, type OctaFindings } from './findings.ts'

/**
 * Millimetres on the retina for one that the scanner states, by the eye's axial length: (AL - 1.82) / (23.95 - 1.82).
 * Bennett 1994, Graefes Arch Clin Exp Ophthalmol 232:361; 23.95 mm is what scanners assume (Sampson 2017, IOVS 58:3065).
 */
export const magnificationOf = (axialLength: number | null): number =>
  axialLength === null ? 1 : (axialLength - 1.82) / (23.95 - 1.82)

const FOLLOWING = QUARTERS.filter((name) => name === 'nasal' || name === 'temporal')
const REGIONS_OF = [
  'vessel.density',
  'vessel.length_density',
  'large.density',
  'large.length_density',
]
/** Each part that follows the eye, and the side it is copied from. */
const copiesFor = (eye: Eye): Copy[] =>
  REGIONS_OF.flatMap((group) =>
    FOLLOWING.flatMap((name): Copy[] => [
      [`${group}.${name}`, `${group}.${sideOf(name, eye)}`],
      [`${group}.outer_${name}`, `${group}.outer_${sideOf(name, eye)}`],
    ]),
  )

/**
 * The findings with what follows from the eye and its axial length: nasal and temporal parts, and every length and area.
 * Percent, shape and the parts' own bounds stay: these are drawn at the scanner's millimetres.
 */
export function withFacts(found: OctaFindings, { eye, axial_length_mm }: Facts): OctaFindings {
  const told = eye === null ? found : withEye(found, eye, copiesFor(eye))
  return axial_length_mm === null ? told : withLength(told, axial_length_mm)
}

/** How a figure grows with the magnification: its power. */
const POWERS: readonly (readonly [pattern: RegExp, power: number])[] = [
  [/^faz_area_mm2$|^gaps\.(area|largest)$/, 2],
  [/^zone\.perimeter$|\.diameter$|^scale\.mm_per_px$/, 1],
  [/\.length_density\./, -1],
]

function withLength(found: OctaFindings, axial_length_mm: number): OctaFindings {
  const factor = magnificationOf(axial_length_mm) / magnificationOf(found.axial_length_mm)
  const scaled = <T>(value: T, place: string): T => {
    if (typeof value === 'number') {
      const power = POWERS.find(([pattern]) => pattern.test(place))?.[1] ?? 0
      return (value * factor ** power) as T
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        scaled(one, place === '' ? name : `${place}.${name}`),
      ]),
    ) as T
  }
  const { confidence, not_measured, ...measures } = found
  const reasons = { ...not_measured }
  delete reasons['axial_length_mm']
  const spreads = Object.entries(confidence).map(([name, { level, spread }]) => [
    name,
    { level, spread: spread === null ? null : scaled(spread, name) },
  ])
  return {
    ...scaled(measures, ''),
    axial_length_mm,
    confidence: Object.fromEntries(spreads) as OctaFindings['confidence'],
    not_measured: reasons,
  }
}
