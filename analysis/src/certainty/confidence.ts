import type { Confidence } from '@mingmou/contract'

/**
 * `tolerance`: the error that is of no consequence. `own`: standard deviation of the error on photographs kept aside or,
 * where none has the truth, on drawn ones, whatever the views say. In the figure's own unit, or shares of the figure
 * where `relative`. docs/accuracy.md has both with their source.
 */
interface Limits {
  tolerance: number
  own: number
  relative?: true
}

const share = (tolerance: number, own: number): Limits => ({ tolerance, own, relative: true })

/** 1.25 times the mean error, itself the mean over five cameras (0.03-0.07, `models/disc/card.json`), rounded up. */
const RATIO: Limits = { tolerance: 0.1, own: 0.08 }
const RIM: Limits = { tolerance: 0.05, own: 0.05 }
/** Usual error of the rim over the disc's diameter. */
export const RIM_SPREAD = RIM.own

/** By the figure's dotted name, or by its end where several are of one kind. */
const LIMITS: Readonly<Record<string, Limits>> = {
  'disc.hcdr': RATIO,
  'disc.odr': { tolerance: 0.1, own: 0.08 },
  'disc.rim': RIM,
  'disc.ddls.thinnest_rim': RIM,
  'disc.ddls.stage': { tolerance: 1, own: 0.6 },
  'disc.ddls.clock_hour': { tolerance: 1, own: 1 },
  'disc.disc.area': share(0.1, 0.06),
  'disc.disc.percent': share(0.1, 0.06),
  'disc.disc.height': share(0.05, 0.03),
  'disc.disc.width': share(0.05, 0.03),
  'disc.cup.area': share(0.2, 0.2),
  'disc.cup.percent': share(0.2, 0.2),
  'disc.cup.height': share(0.1, 0.1),
  'disc.cup.width': share(0.1, 0.1),
  edge_distance: share(0.1, 0.05),
  edge_distance_dd: share(0.1, 0.06),
  fd_dist: share(0.05, 0.03),
  fd_dist_dd: share(0.1, 0.05),
  angle: { tolerance: 3, own: 1.5 },
  // Against human labels measured in the same way, four photographs of DRIVE and four of HRF: errors.fit.ts.
  density: share(0.1, 0.14),
  length_density: share(0.1, 0.18),
  length: share(0.1, 0.18),
  diameter: share(0.1, 0.31),
  artery_diameter: share(0.1, 0.23),
  vein_diameter: share(0.1, 0.21),
  fractal_dimension: { tolerance: 0.05, own: 0.06 },
  tortuosity: share(0.2, 0.25),
  curvature: share(0.2, 0.22),
  segments: share(0.2, 0.2),
  superior: share(0.1, 0.13),
  inferior: share(0.1, 0.13),
  nasal: share(0.1, 0.13),
  temporal: share(0.1, 0.13),
  crae: share(0.1, 0.15),
  crve: share(0.1, 0.15),
  avr: { tolerance: 0.1, own: 0.1 },
  'vessel.calibre.arteries': { tolerance: 1, own: 0.5 },
  'vessel.calibre.veins': { tolerance: 1, own: 0.5 },
}
/** Spread of the vertical ratio from which on no cup is told: by the views, by how far its edge is open, and between darker and lighter views. */
export const MOST_SPREAD = { vcdr: 0.08, cup_edge: 0.1, light: 0.05 } as const

/** Abramowitz and Stegun 7.1.26; within 1.5e-7. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const tail = [1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592]
  const sum = tail.reduce((total, factor) => (total + factor) * t, 0)
  return Math.sign(x) * (1 - sum * Math.exp(-x * x))
}

/** The chance that a normal error of standard deviation `spread` stays within [low, high]. */
export function chanceWithin(low: number, high: number, spread: number): number {
  const below = (x: number) =>
    Number.isFinite(x) ? 0.5 * (1 + erf(x / spread / Math.SQRT2)) : Number(x > 0)
  return below(high) - below(low)
}

/** Standard deviation of a sample; 0 for fewer than two. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0
  const mean = values.reduce((a, b) => a + b, 0) / values.length
  return Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / (values.length - 1))
}

/** How sure a figure is, by its error elsewhere and by how far the single views of this photograph disagree. */
export function confidenceOf(name: string, value: number, views: readonly number[]) {
  const limits = LIMITS[name] ?? LIMITS[name.slice(name.lastIndexOf('.') + 1)]
  if (!limits) return null
  const unit = limits.relative ? Math.abs(value) : 1
  const spread = Math.hypot(limits.own * unit, deviation(views))
  const within = limits.tolerance * unit
  return { level: spread > 0 ? chanceWithin(-within, within, spread) : 1, spread }
}

/** Of the vertical ratio, whose edge the network may leave open: half the ratio's difference between two cuts. */
export function confidenceOfRatio(views: readonly number[], openEdge: number) {
  const spread = Math.hypot(RATIO.own, deviation(views), openEdge)
  return { level: chanceWithin(-RATIO.tolerance, RATIO.tolerance, spread), spread }
}

/** Of a place: the chance that it lies within `tolerance` of where it is, all px of the image. */
export function confidenceOfPlace(
  views: readonly (readonly [number, number])[],
  own: number,
  tolerance: number,
): { level: number; spread: number } {
  const along = (axis: 0 | 1) => deviation(views.map((place) => place[axis]))
  const spread = Math.hypot(own, Math.hypot(along(0), along(1)) / Math.SQRT2)
  return { level: 1 - Math.exp(-(tolerance ** 2) / (2 * spread ** 2)), spread }
}

export const ofClass = (level: number): Confidence => ({
  level: Math.min(1, Math.max(0, level)),
  spread: null,
})
