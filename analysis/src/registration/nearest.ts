import type { Tree } from './tree.ts'

type Lines = Pick<Tree, 'xs' | 'ys' | 'angles'>

/** The nearest place of centrelines for every px of a grid, up to a reach. */
export interface Nearest extends Lines {
  /** The index of the nearest place whose line runs along `angle`; -1 where none is within `reach` px. */
  at: (x: number, y: number, angle: number, reach: number) => number
}

/** px */
export const FARTHEST = 14
/** Lines that run at most so differently may be one, radians. */
const SAME_WAY = 0.45

export function nearestTo(lines: Lines, width: number, height: number): Nearest {
  const owner = new Int32Array(width * height).fill(-1)
  const far = new Float32Array(width * height).fill(Infinity)
  const { xs, ys, angles } = lines
  for (let i = 0; i < xs.length; i++) {
    const [x, y] = [Math.round(xs[i] ?? 0), Math.round(ys[i] ?? 0)]
    for (let py = Math.max(0, y - FARTHEST); py <= Math.min(height - 1, y + FARTHEST); py++)
      for (let px = Math.max(0, x - FARTHEST); px <= Math.min(width - 1, x + FARTHEST); px++) {
        const distance = (px - x) ** 2 + (py - y) ** 2
        const at = py * width + px
        if (distance >= (far[at] ?? 0) || distance > FARTHEST ** 2) continue
        far[at] = distance
        owner[at] = i
      }
  }
  return {
    ...lines,
    at: (x, y, angle, reach) => {
      const [px, py] = [Math.round(x), Math.round(y)]
      if (px < 0 || py < 0 || px >= width || py >= height) return -1
      const found = owner[py * width + px] ?? -1
      if (found < 0 || (far[py * width + px] ?? 0) > reach ** 2) return -1
      return turnBetween(angles[found] ?? 0, angle) <= SAME_WAY ? found : -1
    },
  }
}

/** Between two directions without sense, 0 to a quarter turn. */
function turnBetween(a: number, b: number): number {
  const turn = Math.abs(a - b) % Math.PI
  return Math.min(turn, Math.PI - turn)
}
