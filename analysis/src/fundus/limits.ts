import type { Confidence } from '@mingmou/contract'
import { chanceWithin, confidenceWithin, deviation, type Limits } from '../certainty/confidence.ts'

const share = (tolerance: number, own: number): Limits => ({ tolerance, own, relative: true })

/** 1.25 times the mean error, itself the mean over five cameras (0.03-0.07, `models/fundus/disc/card.json`), rounded up. */
const RATIO: Limits = { tolerance: 0.1, own: 0.08 }
const RIM: Limits = { tolerance: 0.05, own: 0.05 }
/** Usual error of the rim over the diameter of the disc. */
export const RIM_SPREAD = RIM.own

/** By the dotted name of the figure, or by its end for several of one kind. */
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
  // Errors against human labels that are measured in the same way: errors.fit.ts.
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
/** The largest spread of a vertical ratio: of the views, of an open edge, and between darker and lighter views. Beyond it the cup is withheld. */
export const MOST_SPREAD = { vcdr: 0.08, cup_edge: 0.1, light: 0.05 } as const

/** How sure a figure of a fundus photograph is; null where no limits are known. */
export function confidenceOf(
  name: string,
  value: number,
  views: readonly number[],
): Confidence | null {
  const limits = LIMITS[name] ?? LIMITS[name.slice(name.lastIndexOf('.') + 1)]
  return limits ? confidenceWithin(limits, value, views) : null
}

/** Confidence of the vertical ratio. `openEdge`: half of its difference between two cuts. */
export function confidenceOfRatio(views: readonly number[], openEdge: number) {
  const spread = Math.hypot(RATIO.own, deviation(views), openEdge)
  return { level: chanceWithin(-RATIO.tolerance, RATIO.tolerance, spread), spread }
}
