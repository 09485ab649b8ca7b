import type { Facts } from '../entry.ts'
import type { Eye } from '../findings.ts'
import { QUARTERS, type OctaFindings, type Region, type VesselNetwork } from './findings.ts'

/**
 * Millimetres on the retina for one that the scanner states, by the eye's axial length: (AL - 1.82) / (23.95 - 1.82).
 * Bennett 1994, Graefes Arch Clin Exp Ophthalmol 232:361; 23.95 mm is what scanners assume (Sampson 2017, IOVS 58:3065).
 */
export const magnificationOf = (axialLength: number | null): number =>
  axialLength === null ? 1 : (axialLength - 1.82) / (23.95 - 1.82)

/** The side of the picture that a quarter lies on. In a right eye the nasal side lies right, as the clinician faces it. */
const sideOf = (quarter: 'nasal' | 'temporal', eye: Eye) =>
  (quarter === 'nasal') === (eye === 'OD') ? 'right' : 'left'

const FOLLOWING = QUARTERS.filter((name) => name === 'nasal' || name === 'temporal')
/** Each quarter that follows the eye, and the side it is copied from. */
const copiesFor = (eye: Eye): [to: Region, from: Region][] =>
  FOLLOWING.flatMap((name) => [
    [name, sideOf(name, eye)] as [Region, Region],
    [`outer_${name}`, `outer_${sideOf(name, eye)}`] as [Region, Region],
  ])

const GROUPS = ['vessel', 'large'] as const
const DENSITIES = ['density', 'length_density'] as const

/**
 * The findings with what follows from the eye and its axial length: nasal and temporal parts, and every length and area.
 * Percent, shape and the parts' own bounds stay: these are drawn at the scanner's millimetres.
 */
export function withFacts(found: OctaFindings, { eye, axial_length_mm }: Facts): OctaFindings {
  const told = eye === null ? found : withEye(found, eye)
  return axial_length_mm === null ? told : withLength(told, axial_length_mm)
}

function withEye(found: OctaFindings, eye: Eye): OctaFindings {
  const copies = copiesFor(eye)
  const ofEye = (network: VesselNetwork | null) => {
    if (!network) return null
    const named = DENSITIES.map((name) => {
      const regions = network[name]
      const own = copies.map(([to, from]) => [to, regions[from]])
      return [name, { ...regions, ...Object.fromEntries(own) }] as const
    })
    return { ...network, ...Object.fromEntries(named) }
  }
  const places = GROUPS.flatMap((group) =>
    DENSITIES.flatMap((name) =>
      copies.map(([to, from]) => [`${group}.${name}.${to}`, `${group}.${name}.${from}`] as const),
    ),
  )
  const copied = <T>(from: Record<string, T>) =>
    places.flatMap(([to, source]) => {
      const one = from[source]
      return one === undefined ? [] : [[to, one] as const]
    })
  const answered = new Set(['eye', 'eye_confidence', ...places.map(([to]) => to)])
  const open = Object.entries(found.not_measured).filter(([name]) => !answered.has(name))
  const not_measured = Object.fromEntries([...open, ...copied(found.not_measured)])
  const confidence = { ...found.confidence, ...Object.fromEntries(copied(found.confidence)) }
  return {
    ...found,
    eye,
    eye_confidence: found.eye_confidence ?? 1,
    vessel: ofEye(found.vessel),
    large: ofEye(found.large),
    confidence,
    not_measured,
  }
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
