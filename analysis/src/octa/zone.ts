import { blurred } from '../filters.ts'
import { blobsOf, type Blob } from '../geometry/blobs.ts'
import type { Spot } from '../geometry/circle.ts'
import { contourLength } from '../geometry/contour.ts'
import { outlineOf } from '../geometry/outline.ts'
import { CUT, toImage, type PartMap } from '../geometry/part.ts'
import type { Grey } from '../image.ts'

/** The avascular zone of the fovea. Lengths are mm of a scan whose side is as long as its name says. */
export interface Zone {
  /** mm2 */
  area: number
  /** mm */
  perimeter: number
  /** 4 pi area / perimeter^2, 1 for a circle. */
  circularity: number
  /** Perimeter over that of a circle of the same area. */
  acircularity: number
  /** Long over short axis of the ellipse of the same second moments. */
  axis_ratio: number
  /** px of the image */
  centre: Spot
  /** A closed polygon, px of the image. */
  outline: Spot[]
  /** 1 inside. */
  mask: Grey<Uint8Array>
}

/** How far from the middle of the scan the zone is looked for, as a share of the side. */
const REACH = 0.15
/** Smoothing of the map before its line is followed, mm: the roughness of a network is no shape. */
const SMOOTH_MM = 0.02

/** The part of a map that is large and near the middle: a scan shows one zone. */
function partNearMiddle(map: Grey, cut: number): Blob | undefined {
  const [mx, my] = [(map.width - 1) / 2, (map.height - 1) / 2]
  const weight = ({ pixels, centre: [x, y] }: Blob) =>
    pixels.length * Math.exp(-((Math.hypot(x - mx, y - my) / map.width / REACH) ** 2))
  return blobsOf(map, cut).toSorted((a, b) => weight(b) - weight(a))[0]
}

/** The rectangle, px of the map, that holds all pixels that reach `cut`, and `margin` px around them. */
function around({ width, height, data }: Grey, cut: number, margin: number) {
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if ((data[at] ?? 0) < cut) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y + 1)
    }
  return {
    left: Math.max(0, left - margin),
    right: Math.min(width, right + margin),
    top: Math.max(0, top - margin),
    bottom: Math.min(height, bottom + margin),
  }
}

/** A map blurred where it may reach `cut`, which is a small part of a scan; 0 elsewhere. */
function blurredNear(map: Grey, sigma: number, cut: number): Grey {
  const { width, height } = map
  // What a blur spreads, and what it takes in there.
  const { left, right, top, bottom } = around(map, cut, 2 * Math.ceil(3 * sigma) + 4)
  const data = new Float32Array(width * height)
  if (right <= left) return { width, height, data }
  const part = { width: right - left, height: bottom - top }
  const cropped = new Float32Array(part.width * part.height)
  for (let y = 0; y < part.height; y++)
    cropped.set(
      map.data.subarray((top + y) * width + left, (top + y) * width + right),
      y * part.width,
    )
  const soft = blurred({ ...part, data: cropped }, sigma).data
  for (let y = 0; y < part.height; y++)
    data.set(soft.subarray(y * part.width, (y + 1) * part.width), (top + y) * width + left)
  return { width, height, data }
}

/** The part's surroundings, a pixel more on each side: its values, those beside the part brought below the cut. */
function cutOut(map: Grey, { pixels }: Blob, cut: number) {
  const { width } = map
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0]
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  const size = { width: right - left + 3, height: bottom - top + 3 }
  const own = new Uint8Array(size.width * size.height)
  for (const at of pixels)
    own[(Math.floor(at / width) - top + 1) * size.width + (at % width) - left + 1] = 1
  const inside = filled({ ...size, data: own })
  const values = inside.map((within, i) => {
    const [x, y] = [left - 1 + (i % size.width), top - 1 + Math.floor(i / size.width)]
    const beyond = x < 0 || y < 0 || x >= width || y >= map.height
    const value = beyond ? 0 : (map.data[y * width + x] ?? 0)
    return within ? Math.max(value, cut) : Math.min(value, cut * (1 - 1e-6))
  })
  return { left: left - 1, top: top - 1, inside, values: { ...size, data: values } }
}

/** A mask without its holes: 1 where the frame is not reached, which is empty. */
function filled({ width, height, data }: Grey<Uint8Array>): Float32Array {
  const inside = new Float32Array(width * height).fill(1)
  const stack = [0]
  inside[0] = 0
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    const x = at % width
    const near = [at - width, at + width, x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1]
    for (const next of near)
      if (next >= 0 && next < width * height && inside[next] === 1 && !data[next]) {
        inside[next] = 0
        stack.push(next)
      }
  }
  return inside
}

/** Long over short axis of the ellipse with the second moments of the pixels. */
function axisRatio(pixels: readonly number[], width: number): number {
  let [sx, sy, xx, yy, xy] = [0, 0, 0, 0, 0]
  for (const at of pixels) {
    const [x, y] = [at % width, Math.floor(at / width)]
    sx += x
    sy += y
    xx += x * x
    yy += y * y
    xy += x * y
  }
  const n = pixels.length
  const [a, b, c] = [xx / n - (sx / n) ** 2, yy / n - (sy / n) ** 2, xy / n - (sx * sy) / n ** 2]
  const mean = (a + b) / 2
  const apart = Math.hypot((a - b) / 2, c)
  return Math.sqrt((mean + apart) / Math.max(1e-9, mean - apart))
}

/**
 * Measures the avascular zone in a map of its probability, `mmPerPx` mm for one px of the map: the one part that reaches
 * `cut` near the middle, holes filled. Circularity 4 pi A / P^2, acircularity P / (2 sqrt(pi A)); the perimeter is that of
 * the smoothed map. On drawn scans the area errs by 5 % and the perimeter by 5 %. Null where nothing reaches the cut.
 */
export function zoneOf(seen: PartMap, mmPerPx: number, cut = CUT): Zone | null {
  const map = { ...seen, ...blurredNear(seen, SMOOTH_MM / mmPerPx, cut) }
  const part = partNearMiddle(map, cut)
  if (!part) return null
  const { width, height } = map
  const { left, top, inside, values } = cutOut(map, part, cut)
  const mask = { width, height, data: new Uint8Array(width * height) }
  const pixels: number[] = []
  for (const [i, value] of inside.entries()) {
    const at = (top + Math.floor(i / values.width)) * width + left + (i % values.width)
    if (value === 0) continue
    mask.data[at] = 1
    pixels.push(at)
  }
  const area = pixels.length * mmPerPx ** 2
  const perimeter = contourLength(values, cut) * mmPerPx
  const lone = {
    ...map,
    data: map.data.map((value, at) => (mask.data[at] ? Math.max(value, CUT) : 0)),
  }
  return {
    area,
    perimeter,
    circularity: (4 * Math.PI * area) / perimeter ** 2,
    acircularity: perimeter / (2 * Math.sqrt(Math.PI * area)),
    axis_ratio: axisRatio(pixels, width),
    centre: toImage(map, part.centre),
    outline: outlineOf(lone) ?? [],
    mask,
  }
}
