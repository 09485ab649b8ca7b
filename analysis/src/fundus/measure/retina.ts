import type { Eye, VesselMeasures } from '@mingmou/contract'
import type { Spot } from '../../geometry/circle.ts'
import { deviation } from '../../certainty/confidence.ts'
import type { Ledger } from '../../certainty/ledger.ts'
import type { VesselMaps } from '../predictions.ts'
import { DECISIONS } from '../decisions.ts'
import { calibreOf } from './calibre.ts'
import { ARTERY, VEIN } from './kinds.ts'
import { stepOf, toMap } from '../../geometry/part.ts'
import type { Trace } from '../../geometry/trace.ts'
import type { Places } from './places.ts'
import type { Tree } from './tree.ts'
import { measureTrace } from './vessels.ts'
import { widthsOf, type Width } from '../../geometry/width.ts'
import { inRing, quarterDensity, ringDensity, ZONE_B, ZONE_C, type Round } from './zones.ts'

/** The part of a tree of one kind. */
function partOf({ trace, kinds, painted }: Tree, kind: number): Trace {
  const { width, height } = trace.mask
  const segments = trace.segments.filter((_, i) => kinds[i] === kind)
  const skeleton = new Uint8Array(width * height)
  for (const { xs, ys } of segments)
    for (const [i, x] of xs.entries()) skeleton[(ys[i] ?? 0) * width + x] = 1
  const mask = new Uint8Array(painted.data.length)
  for (let i = 0; i < mask.length; i++)
    mask[i] = painted.data[i] === kind && trace.mask.data[i] ? 1 : 0
  return {
    mask: { width, height, data: mask },
    skeleton: { width, height, data: skeleton },
    segments,
  }
}

/** Mean width of one kind, weighted by length, px of the map. */
function meanWidth(ring: readonly (readonly Width[])[], kinds: Uint8Array, kind: number) {
  let [sum, length] = [0, 0]
  for (const [segment, widths] of ring.entries())
    if (kinds[segment] === kind)
      for (const place of widths) {
        sum += place.width * place.length
        length += place.length
      }
  return length > 0 ? sum / length : null
}

/** Whether arteries and veins are told apart: the ratio is possible, and the circles agree on it. */
function isPlausible({ calibre, ratios }: NonNullable<ReturnType<typeof calibreOf>>): boolean {
  const { plausible_avr, most_avr_spread } = DECISIONS.vessels
  const [least, most] = plausible_avr
  return calibre.avr >= least && calibre.avr <= most && deviation(ratios) <= most_avr_spread
}

/** The place of the disc and its vertical diameter, px of the image. */
export interface DiscPlace {
  centre: Spot
  height: number
}

/** All measures of the vessels; null without vessels. Zones need the disc, quarters also the eye. */
export function measureRetina(
  maps: VesselMaps,
  tree: Tree,
  fieldDiameter: number,
  {
    disc,
    eye,
    unplaced,
  }: { disc: DiscPlace | null; eye: Eye | null; unplaced?: Places['unplaced'] },
  ledger: Ledger,
): VesselMeasures | null {
  const { vessel, inside } = maps
  const { trace, shares, kinds } = tree
  const step = stepOf(vessel)
  const measure = (part: Trace) => measureTrace(part, inside, fieldDiameter / step, step)
  const whole = measure(trace)
  if (!whole) return ledger.missing('vessel', 'no_vessels')
  const none = (name: string, reason: 'no_disc' | 'few_vessels' | 'out_of_frame' | 'uncertain') =>
    ledger.missing(`vessel.${name}`, reason)
  const trees = {
    arteries: measure(partOf(tree, ARTERY)) ?? ledger.missing('vessel.arteries', 'no_vessels'),
    veins: measure(partOf(tree, VEIN)) ?? ledger.missing('vessel.veins', 'no_vessels'),
  }
  if (!disc)
    return {
      ...whole,
      ...trees,
      zone_b: none('zone_b', 'no_disc'),
      zone_c: none('zone_c', 'no_disc'),
      calibre: none('calibre', 'no_disc'),
      quadrants: none('quadrants', 'no_disc'),
    }
  const round: Round = { centre: toMap(vessel, disc.centre), diameter: disc.height / step }
  const widths = trace.segments.map((segment) =>
    segment.xs.some((x, i) => inRing(round, ZONE_C, [x, segment.ys[i] ?? 0]))
      ? widthsOf(segment, vessel)
      : [],
  )
  const inZone = (zone: readonly [number, number]) =>
    widths.map((places) => places.filter(({ at }) => inRing(round, zone, at)))
  const zoneOf = (name: 'zone_b' | 'zone_c', zone: readonly [number, number]) => {
    const density = ringDensity(trace.mask, inside, round, zone)
    if (density === null) return none(name, 'out_of_frame')
    const ring = inZone(zone)
    const mean = (kind: number, field: string) => {
      const width = meanWidth(ring, kinds, kind)
      return width === null ? none(`${name}.${field}`, 'few_vessels') : width * step
    }
    return {
      density,
      artery_diameter: mean(ARTERY, 'artery_diameter'),
      vein_diameter: mean(VEIN, 'vein_diameter'),
    }
  }
  const zones = { zone_b: zoneOf('zone_b', ZONE_B), zone_c: zoneOf('zone_c', ZONE_C) }
  const found = zones.zone_b && calibreOf(trace.segments, widths, shares, round, step)
  const lacking = zones.zone_b ? 'few_vessels' : 'out_of_frame'
  if (found) ledger.seen('vessel.calibre.avr', found.ratios)
  return {
    ...whole,
    ...trees,
    ...zones,
    calibre:
      found && isPlausible(found) ? found.calibre : none('calibre', found ? 'uncertain' : lacking),
    quadrants: eye
      ? quarterDensity(trace.mask, inside, round.centre, eye)
      : ledger.missing('vessel.quadrants', unplaced ?? 'eye_unknown'),
  }
}
