import type { Grey } from '../image.ts'
import { around, framed } from './skeleton.ts'

/** Steps of a line on a grid are longer than the line: Kulpa 1977, Computer Graphics and Image Processing 6:434. */
const KULPA = 0.948

/**
 * For every pixel of centrelines one pixel wide, the length of line that it stands for, px: half of the way to each of its
 * neighbours. Their sum is the length of all lines, within 8 % of a line at any angle, ends included.
 */
export function lengthsOf(skeleton: Grey<Uint8Array>): Float32Array {
  const { width, height, data } = framed(skeleton)
  const [up, upRight, right, downRight, down, downLeft, left, upLeft] = around(width)
  const straight = [up, right, down, left]
  /** A diagonal step counts where no pixel beside it makes two straight ones of it. */
  const diagonals = [
    [upRight, up, right],
    [downRight, down, right],
    [downLeft, down, left],
    [upLeft, up, left],
  ]
  const set = (at: number, step = 0) => data[at + step] === 1
  const out = new Float32Array(skeleton.data.length)
  for (let y = 1, i = 0; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++, i++) {
      const at = y * width + x
      if (!set(at)) continue
      let length = 0
      for (const step of straight) if (set(at, step)) length += 1
      for (const [step, one, other] of diagonals)
        if (set(at, step) && !set(at, one) && !set(at, other)) length += Math.SQRT2
      out[i] = (KULPA * length) / 2
    }
  return out
}
