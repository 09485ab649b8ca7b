import { blurred } from '../filters.ts'
import type { Spot } from '../geometry/circle.ts'
import type { Grey, Picture } from '../image.ts'
import { randomFrom } from '../random.ts'
import { nearLine } from './raster.ts'
import { normal, texture } from './texture.ts'

/** What is drawn; every length in mm. */
export interface OctaOptions {
  /** Side of the scan. */
  scan?: 3 | 6
  /** px of the side */
  size?: number
  /** Radius of the avascular zone, and how much longer it is across than up. */
  zone?: number
  stretch?: number
  /** Middle of the zone from the middle of the scan. */
  off?: Spot
  /** Distance between neighbouring capillaries, and their breadth. */
  mesh?: number
  breadth?: number
  /** Circles without capillaries: middle from that of the scan, and radius. */
  gaps?: readonly (readonly [x: number, y: number, radius: number])[]
  /** Standard deviation of a blur, px. */
  blur?: number
  /** 1 as usual; less is a weak signal. */
  signal?: number
}

/** The exact truth of a drawn scan. Masks are 1 where the middle of a pixel lies inside. */
export interface OctaTruth {
  mmPerPx: number
  vessels: Grey<Uint8Array>
  large: Grey<Uint8Array>
  zone: Grey<Uint8Array>
  /** px */
  centre: Spot
}

const LARGE = 9

/** Large vessels: curves from the frame that bend around the fovea and end before it. */
function largeVessels(random: () => number, scan: number): { points: Spot[]; width: number }[] {
  return Array.from({ length: LARGE }, (_, index) => {
    const start = (2 * Math.PI * (index + 0.6 * random())) / LARGE
    const near = 0.55 + 0.5 * random()
    const bend = (random() < 0.5 ? -1 : 1) * (0.5 + 0.7 * random())
    const points: Spot[] = []
    for (let t = 0; t <= 1; t += 0.01) {
      const far = near + (0.72 * scan - near) * (1 - t)
      const angle = start + bend * t
      points.push([far * Math.cos(angle), far * Math.sin(angle)])
    }
    return { points, width: 0.025 + 0.03 * random() }
  })
}

/** For each pixel, the distance in px to the nearest edge between the cells of jittered points: a mesh of capillaries. */
function meshDistance(random: () => number, size: number, cell: number): Float32Array {
  const count = Math.ceil(size / cell) + 3
  const points = Float32Array.from({ length: 2 * count * count }, () => random())
  const place = (i: number, j: number): Spot => [
    (i - 1 + (points[2 * (j * count + i)] ?? 0)) * cell,
    (j - 1 + (points[2 * (j * count + i) + 1] ?? 0)) * cell,
  ]
  const out = new Float32Array(size * size)
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const [ci, cj] = [Math.floor(x / cell) + 1, Math.floor(y / cell) + 1]
      const near: Spot[] = []
      for (let j = cj - 1; j <= cj + 1; j++)
        for (let i = ci - 1; i <= ci + 1; i++) if (i >= 0 && j >= 0) near.push(place(i, j))
      const far = near.map(([px, py]) => Math.hypot(px - x, py - y))
      const first = far.indexOf(Math.min(...far))
      const [ax, ay] = near[first] ?? [0, 0]
      let least = Infinity
      for (const [k, [bx, by]] of near.entries()) {
        if (k === first) continue
        const apart = Math.hypot(bx - ax, by - ay)
        least = Math.min(least, ((far[k] ?? 0) ** 2 - (far[first] ?? 0) ** 2) / (2 * apart))
      }
      out[y * size + x] = least
    }
  return out
}

/** Draws an en-face OCTA scan whose vessels, zone and gaps are known exactly. */
export function drawOcta(
  seed: number,
  {
    scan = 3,
    size = scan === 3 ? 304 : 400,
    zone = 0.28,
    stretch = 1.15,
    off = [0, 0],
    mesh = 0.075,
    breadth = 0.017,
    gaps = [],
    blur = 0.7,
    signal = 1,
  }: OctaOptions = {},
): { image: Picture; truth: OctaTruth } {
  const random = randomFrom(seed)
  const mmPerPx = scan / size
  const middle = (size - 1) / 2
  const centre: Spot = [middle + off[0] / mmPerPx, middle + off[1] / mmPerPx]
  const blank = (): Grey<Uint8Array> => ({
    width: size,
    height: size,
    data: new Uint8Array(size * size),
  })
  const truth: OctaTruth = {
    mmPerPx,
    vessels: blank(),
    large: blank(),
    zone: blank(),
    centre,
  }
  for (const { points, width } of largeVessels(random, scan)) {
    const line = points.map(([x, y]): Spot => [centre[0] + x / mmPerPx, centre[1] + y / mmPerPx])
    nearLine(line, width / mmPerPx / 2, truth.large, (at) => {
      truth.large.data[at] = 1
    })
  }
  const edge = meshDistance(random, size, mesh / mmPerPx)
  const missing = (x: number, y: number) =>
    gaps.some(([gx, gy, radius]) => Math.hypot(x - gx, y - gy) < radius)
  for (let at = 0; at < edge.length; at++) {
    const x = ((at % size) - centre[0]) * mmPerPx
    const y = (Math.floor(at / size) - centre[1]) * mmPerPx
    const [mx, my] = [x + off[0], y + off[1]]
    const far = Math.hypot(x / Math.sqrt(stretch), y * Math.sqrt(stretch))
    truth.zone.data[at] = Number(far < zone)
    // A ring of capillaries surrounds the zone.
    const ring = Math.abs(far - zone - breadth / 2) < breadth / 2
    const capillary = (edge[at] ?? 0) * mmPerPx < breadth / 2 && far >= zone && !missing(mx, my)
    truth.vessels.data[at] = Number(ring || capillary || truth.large.data[at] === 1)
  }
  return { image: shown(random, truth, blur, signal), truth }
}

/** The signal of the vessels over that of the tissue, with speckle and blur. */
function shown(random: () => number, truth: OctaTruth, blur: number, signal: number): Picture {
  const { width, height } = truth.vessels
  const light = texture(random, { width, height }, width / 4)
  const values = new Float32Array(width * height)
  for (let at = 0; at < values.length; at++) {
    const flow = truth.large.data[at] ? 0.78 : truth.vessels.data[at] ? 0.52 : 0.2
    const held = truth.zone.data[at] ? 0.1 : flow
    values[at] = signal * held * (1 + 0.12 * (light.data[at] ?? 0))
  }
  const soft = blurred({ width, height, data: values }, blur).data
  const rgb = new Uint8Array(3 * width * height)
  for (let at = 0; at < soft.length; at++) {
    const speckled = (soft[at] ?? 0) * (1 + 0.16 * normal(random)) + 0.02 * normal(random)
    rgb.fill(Math.round(255 * Math.min(1, Math.max(0, speckled))), 3 * at, 3 * at + 3)
  }
  return { width, height, rgb }
}
