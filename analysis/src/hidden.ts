import type { Circle } from './geometry/circle.ts'

/** Share of the circle's radius within which is looked: its rim is dark in many photographs. */
const WITHIN = 0.94
/** Levels above the mask at which a pixel is as dark as that. */
const AS_DARK = 4
/** Levels by which neighbours differ in a box of one colour. A retina is nowhere as even. */
const EVEN = 0.6
/** A smaller part, as a share of what is looked at, is a reflex or a shadow. */
const LEAST = 0.005

interface Reduced {
  width: number
  height: number
  /** Three values a pixel, 0..255. */
  rgb: Float32Array
}

/**
 * The share of a field inside its edges that shows nothing: as dark as the mask, or of one even colour, as of a box that
 * was laid over it. `isSeen`: whether a pixel lies inside the edges.
 */
export function hiddenIn(
  { width, height, rgb }: Reduced,
  { x, y, radius }: Circle,
  dark: number,
  isSeen: (x: number, y: number) => boolean,
): number {
  const blank = new Uint8Array(width * height)
  const reach = (WITHIN * radius) ** 2
  let all = 0
  for (let row = Math.max(0, Math.ceil(y - radius)); row < Math.min(height, y + radius); row++)
    for (let at = Math.max(0, Math.ceil(x - radius)); at < Math.min(width, x + radius); at++) {
      if ((at - x) ** 2 + (row - y) ** 2 > reach || !isSeen(at, row)) continue
      all++
      if (isBlank(rgb, row * width + at, width, dark)) blank[row * width + at] = 1
    }
  const least = LEAST * all
  const sum = sizesOf(blank, width).reduce((of, size) => of + (size >= least ? size : 0), 0)
  return all > 0 ? sum / all : 0
}

function isBlank(rgb: Float32Array, at: number, width: number, dark: number): boolean {
  const first = 3 * at
  const light = Math.max(rgb[first] ?? 0, rgb[first + 1] ?? 0, rgb[first + 2] ?? 0)
  if (light <= dark + AS_DARK) return true
  return isEven(rgb, first, first + 3) && isEven(rgb, first, first + 3 * width)
}

/** Whether two pixels are of one colour; the places of their first values. */
function isEven(rgb: Float32Array, one: number, other: number): boolean {
  for (let c = 0; c < 3; c++)
    if (Math.abs((rgb[one + c] ?? 0) - (rgb[other + c] ?? 0)) > EVEN) return false
  return true
}

/** Sizes of the connected parts, px. Taken from `pixels` as they are counted. */
function sizesOf(pixels: Uint8Array, width: number): number[] {
  const sizes: number[] = []
  for (let start = 0; start < pixels.length; start++) {
    if (!pixels[start]) continue
    pixels[start] = 0
    const group = [start]
    for (const at of group)
      for (const next of [at - 1, at + 1, at - width, at + width])
        if (pixels[next]) {
          pixels[next] = 0
          group.push(next)
        }
    sizes.push(group.length)
  }
  return sizes
}
