import type { VesselTree } from '@mingmou/contract'
import type { Grey } from '../../image.ts'
import { boxDimension } from '../../geometry/fractal.ts'
import { arcLength, chordLength, smoothed, turning } from '../../geometry/path.ts'
import { radiusAt, type Segment } from '../../geometry/segments.ts'
import { traceOf, type Trace } from '../../geometry/trace.ts'

/** Smoothing of a path for its length and for its bends, px of the mask. */
const LENGTH_SIGMA = 2
const BEND_SIGMA = 4
/** Shorter segments, as a share of the field's diameter, do not count for tortuosity. */
const SHORTEST = 0.03
/** The least and the largest side of the counted boxes, as shares of the field's diameter. */
const BOX = { least: 1 / 128, most: 1 / 4 }

/**
 * Measures of vessels inside the field of view.
 *
 * The mask and `field` have one size, 1 inside. `diameter` is that of the field, px of the mask. `scale` is px of the
 * image per px of the mask. All lengths are px of the image. Formulas: density |B in R|/|R|, length
 * density, arc over chord weighted by length (Hart 1999, Grisan 2008) on ordered, smoothed segments between branch
 * points, box counting on the centrelines. Null where the mask holds no centreline.
 */
export function measureTrace(
  { mask, skeleton, segments }: Trace,
  field: Grey<Uint8Array>,
  diameter: number,
  scale: number,
): VesselTree | null {
  let area = 0
  let visible = 0
  for (let i = 0; i < mask.data.length; i++) {
    const inside = field.data[i] === 0 ? 0 : 1
    visible += inside
    area += mask.data[i] === 0 ? 0 : inside
  }
  if (visible === 0 || area === 0) return null
  const length = segments.reduce((sum, segment) => sum + lengthOf(segment, mask), 0)
  if (length === 0) return null
  return {
    density: (100 * area) / visible,
    length_density: length / visible / scale,
    diameter: (area / length) * scale,
    length: length * scale,
    fractal_dimension: boxDimension(skeleton, BOX.least * diameter, BOX.most * diameter),
    ...bends(segments, SHORTEST * diameter, scale),
  }
}

/** The same for a mask that is not traced. */
export function measureVessels(
  mask: Grey<Uint8Array>,
  field: Grey<Uint8Array>,
  diameter: number,
  scale: number,
): VesselTree | null {
  return measureTrace(traceOf(mask), field, diameter, scale)
}

/** Length of the smoothed path of a segment, px, plus what thinning removed at its free ends. */
function lengthOf(segment: Segment, mask: Grey<Uint8Array>): number {
  const { xs, ys, free } = segment
  const end = (i: number) => radiusAt(mask, xs[i] ?? 0, ys[i] ?? 0)
  const path = arcLength(smoothed(segment, LENGTH_SIGMA))
  return path + (free[0] ? end(0) : 0) + (free[1] ? end(xs.length - 1) : 0)
}

function bends(segments: readonly Segment[], shortest: number, scale: number) {
  let weight = 0
  let ratio = 0
  let turned = 0
  let count = 0
  for (const segment of segments) {
    if (segment.xs.length < shortest) continue
    const path = smoothed(segment, BEND_SIGMA)
    const arc = arcLength(path)
    const chord = chordLength(path)
    // A ring has no chord. A segment that comes half back to its start is joined at a crossing and counts as a ring.
    if (arc < shortest || chord < arc / 2) continue
    weight += arc
    ratio += arc * (arc / chord - 1)
    turned += turning(path, BEND_SIGMA)
    count++
  }
  return {
    tortuosity: weight > 0 ? ratio / weight : null,
    curvature: weight > 0 ? turned / weight / scale : null,
    segments: count,
  }
}
