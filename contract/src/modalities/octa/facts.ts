import type { Facts } from '../entry.ts'
import type { Eye } from '../../findings/findings.ts'
import { sideOf, withEye, type Copy } from '../follows-eye.ts'
import type { Unit } from '../../findings/figure-table.ts'
import { BY_REGION } from './figure-rows.ts'
import { OCTA_FIGURES } from './figure-table.ts'
import type { OctaFindings } from './findings.ts'
import { QUARTERS } from './regions.ts'

/**
 * Millimetres on the retina for one that the scanner states, by the eye's axial length: (AL - 1.82) / (23.95 - 1.82).
 * Bennett 1994, Graefes Arch Clin Exp Ophthalmol 232:361; 23.95 mm is what scanners assume (Sampson 2017, IOVS 58:3065).
 */
export const magnificationOf = (axialLength: number | null): number =>
  axialLength === null ? 1 : (axialLength - 1.82) / (23.95 - 1.82)

const FOLLOWING = QUARTERS.filter((name) => name === 'nasal' || name === 'temporal')
/** Each part that follows the eye, and the side it is copied from. */
const copiesFor = (eye: Eye): Copy[] =>
  BY_REGION.flatMap((group) =>
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

/** How a figure in a unit grows with the magnification: its power. */
const POWERS: Partial<Record<Unit, number>> = {
  mm2: 2,
  mm: 1,
  um: 1,
  'mm/{px}': 1,
  'mm/mm2': -1,
}
/** Stated, not measured in the scan. */
const STATED = ['scan_mm', 'axial_length_mm']
const POWER_AT = new Map(
  OCTA_FIGURES.all
    .filter(({ key }) => !STATED.includes(key))
    .map(({ key, unit }) => [key, POWERS[unit] ?? 0]),
)

function withLength(found: OctaFindings, axial_length_mm: number): OctaFindings {
  const factor = magnificationOf(axial_length_mm) / magnificationOf(found.axial_length_mm)
  const scaled = <T>(value: T, place: string): T => {
    if (typeof value === 'number') {
      return (value * factor ** (POWER_AT.get(place) ?? 0)) as T
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [
        name,
        scaled(part, place === '' ? name : `${place}.${name}`),
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
