import type { Grey } from '../../image.ts'
import type { VesselMaps } from '../predictions.ts'
import type { PartMap } from '../../geometry/part.ts'
import { ARTERY, arterySharesOf, kindsOf, paintKinds, VEIN } from './kinds.ts'
import { maskOf } from '../../geometry/part.ts'
import { meetingsOf, traceOf, type Trace } from '../../geometry/trace.ts'

/** The vessels with their centrelines and the kind of each. */
export interface Tree {
  trace: Trace
  /** One entry for each segment. */
  kinds: Uint8Array
  /** How much of an artery each segment is, 0..1. */
  shares: Float64Array
  /** One entry for each pixel: every faint pixel that is connected with a vessel. */
  painted: Grey<Uint8Array>
}

/** Edges and faint ends take the kind of their vessel. */
const FAINT = 0.01

export function treeOf({ vessel, artery, vein }: VesselMaps): Tree {
  const trace = traceOf(maskOf(vessel))
  const kinds = kindsOf(trace, meetingsOf(trace.segments), artery, vein)
  const shares = arterySharesOf(trace, artery, vein)
  return { trace, kinds, shares, painted: paintKinds(trace, kinds, maskOf(vessel, FAINT)) }
}

/** Arteries and veins with one kind along each vessel. Pixels connected with none keep the answer of the network. */
export function settledKinds(
  { vessel, artery, vein }: VesselMaps,
  { painted }: Tree,
): { artery: PartMap; vein: PartMap } {
  const settled = (map: PartMap, wanted: number): PartMap => {
    const data = map.data.slice()
    for (let at = 0; at < data.length; at++) {
      const kind = painted.data[at] ?? 0
      if (kind !== 0) data[at] = kind === wanted ? (vessel.data[at] ?? 0) : 0
    }
    return { ...map, data }
  }
  return { artery: settled(artery, ARTERY), vein: settled(vein, VEIN) }
}
