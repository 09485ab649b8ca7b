import type { Spot } from '../geometry/circle.ts'
import { randomFrom } from '../random.ts'
import type { DrawnDot, Ellipse, Size } from './surface-scene.ts'

export const STAININGS = ['none', 'micro', 'macro', 'coalescent', 'patch', 'mixed'] as const
export type Staining = (typeof STAININGS)[number]

/** A drawn patch: its border in polar steps around its middle, px of the image. */
interface DrawnPatch {
  x: number
  y: number
  /** The distance of the border from the middle at equal steps of the angle. */
  border: readonly number[]
  /** 0..1: how much of its inside has lost the dye, as dark cords and holes. */
  worn: number
}

export interface DrawnStaining {
  dots: DrawnDot[]
  patches: DrawnPatch[]
}

/** The diameter of the cornea that lengths in mm are drawn by. */
const CORNEA_MM = 11.7

/** The dots and patches of one kind of staining, placed on the cornea. */
export function placeStaining(seed: number, kind: Staining, cornea: Ellipse): DrawnStaining {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const mm = (2 * cornea.rx) / CORNEA_MM
  const on = (reach: number): Spot => {
    const [angle, far] = [2 * Math.PI * random(), reach * Math.sqrt(random())]
    return [
      cornea.x + far * cornea.rx * Math.cos(angle),
      cornea.y + far * cornea.ry * Math.sin(angle),
    ]
  }
  const dotsIn = (count: number, [low, high]: Spot, middle: Spot, spread: number): DrawnDot[] =>
    Array.from({ length: count }, () => {
      const [angle, far] = [2 * Math.PI * random(), spread * Math.sqrt(random())]
      return {
        x: middle[0] + far * cornea.rx * Math.cos(angle),
        y: middle[1] + far * cornea.ry * Math.sin(angle),
        radius: (between(low, high) * mm) / 2,
      }
    })
  const patch = (reach: number): DrawnPatch => {
    const [x, y] = on(reach)
    return {
      x,
      y,
      border: borderOf(random, between(0.55, random() < 0.45 ? 4.2 : 2.2) * mm),
      worn: random() < 0.3 ? random() : 0,
    }
  }
  const micro = () => dotsIn(Math.round(between(8, 160)), [0.06, 0.14], on(0.6), between(0.25, 1))
  const macro = () => dotsIn(Math.round(between(5, 40)), [0.16, 0.42], on(0.6), between(0.25, 0.9))
  if (kind === 'none') return { dots: [], patches: [] }
  if (kind === 'micro') return { dots: micro(), patches: [] }
  if (kind === 'macro')
    return { dots: [...macro(), ...(random() < 0.5 ? micro() : [])], patches: [] }
  if (kind === 'coalescent') {
    const clusters = Array.from({ length: Math.round(between(2, 6)) }, () =>
      dotsIn(Math.round(between(3, 6)), [0.18, 0.4], on(0.8), 0.045),
    )
    return { dots: [...clusters.flat(), ...macro()], patches: [] }
  }
  const patches = Array.from({ length: random() < 0.7 ? 1 : Math.round(between(2, 4)) }, () =>
    patch(random() < 0.25 ? 1 : 0.7),
  )
  const around = patches[0] ?? { x: cornea.x, y: cornea.y }
  if (kind === 'patch') return { dots: [], patches }
  return {
    dots: [
      ...dotsIn(Math.round(between(10, 90)), [0.06, 0.3], [around.x, around.y], 0.6),
      ...micro(),
    ],
    patches,
  }
}

/** A closed border of a mean radius, px: an ellipse with smooth random dents. */
function borderOf(random: () => number, radius: number): number[] {
  const STEPS = 180
  const stretch = 1 + 1.2 * random() ** 2
  const turn = 2 * Math.PI * random()
  const rough = 0.5 * random()
  const waves = Array.from({ length: 16 }, (_, i) => ({
    times: i + 2,
    size: (rough * (random() - 0.5)) / (i + 2) ** 0.7,
    phase: 2 * Math.PI * random(),
  }))
  return Array.from({ length: STEPS }, (_, i) => {
    const angle = (2 * Math.PI * i) / STEPS
    const round = 1 / Math.hypot(Math.cos(angle - turn) / stretch, Math.sin(angle - turn) * stretch)
    const dents = waves.reduce(
      (sum, { times, size, phase }) => sum + size * Math.sin(times * angle + phase),
      1,
    )
    return Math.max(0.15, dents) * radius * round ** 0.8
  })
}

/** Calls `paint` with every pixel within `reach` px of a patch, and how far it lies inside, px along the ray from its middle. */
export function nearPatch(
  { x, y, border }: DrawnPatch,
  reach: number,
  { width, height }: Size,
  paint: (at: number, depth: number) => void,
): void {
  const radius = Math.max(...border) + reach
  const [top, bottom] = [Math.max(0, Math.ceil(y - radius)), Math.min(height - 1, y + radius)]
  const [left, right] = [Math.max(0, Math.ceil(x - radius)), Math.min(width - 1, x + radius)]
  for (let py = top; py <= bottom; py++)
    for (let px = left; px <= right; px++) {
      const [dx, dy] = [px - x, py - y]
      const turn = (Math.atan2(dy, dx) / (2 * Math.PI) + 1) * border.length
      const low = Math.floor(turn)
      const share = turn - low
      const edge =
        (border[low % border.length] ?? 0) * (1 - share) +
        (border[(low + 1) % border.length] ?? 0) * share
      const depth = edge - Math.hypot(dx, dy)
      if (depth >= -reach) paint(py * width + px, depth)
    }
}
