import type { VesselTree } from '@mingmou/contract'
import type { Grey } from '../../image.ts'
import { boxDimension } from '../../geometry/fractal.ts'
import { arcLength, chordLength, smoothed, turning } from '../../geometry/path.ts'
import { radiusAt, type Segment } from '../../geometry/segments.ts'
import { traceOf, type Trace } from '../../geometry/trace.ts'

/** px of the mask: smoothing of a path for its length, and for its bends. */
const LENGTH_SIGMA = 2
const BEND_SIGMA = 4
/** Share of the field's diameter below which a segment says nothing about tortuosity. */
const SHORTEST = 0.03
/** Shares of the field's diameter between which the sides of the counted boxes lie. */
const BOX = { least: 1 / 128, most: 1 / 4 }

/**
 * Measures of vessels inside the field of view.
 *
 * The mask and `field` are of one size, 1 inside; `diameter` is the field's, px of the mask; `scale` is px of the
 * image for one px of the mask, and every length comes in px of the image. Formulas: density |B in R|/|R|, length
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
  let seen = 0
  for (let i = 0; i < mask.data.length; i++) {
    if (!field.data[i]) continue
    seen++
    if (mask.data[i]) area++
  }
  if (seen === 0 || area === 0) return null
  const length = segments.reduce((sum, segment) => sum + lengthOf(segment, mask), 0)
  if (length === 0) return null
  return {
    density: (100 * area) / seen,
    length_density: length / seen / scale,
    diameter: (area / length) * scale,
    length: length * scale,
    fractal_dimension: boxDimension(skeleton, BOX.least * diameter, BOX.most * diameter),
    ...bends(segments, SHORTEST * diameter, scale),
  }
}

/** The same of a mask that is not traced yet. */
export function measureVessels(
  mask: Grey<Uint8Array>,
  field: Grey<Uint8Array>,
  diameter: number,
  scale: number,
): VesselTree | null {
  return measureTrace(traceOf(mask), field, diameter, scale)
}

/** Length of a segment, px: of its smoothed path, with what thinning took off its free ends put back. */
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
    // A ring has no chord; what comes half back to its start is taken for one, joined where vessels cross.
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
