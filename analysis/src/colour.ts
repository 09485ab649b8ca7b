import type { Picture } from './image.ts'
import type { Small } from './tiles.ts'

/** Which channel each of the three comes from. */
export type Order = readonly [number, number, number]

/** A picture with other colours: `order` says which channel each comes from. */
export function recoloured(
  { width, height, rgb }: Picture,
  order: Order,
  inverted = false,
): Picture {
  const out = new Uint8Array(rgb.length)
  const [r, g, b] = order
  for (let i = 0; i < out.length; i += 3) {
    out[i] = rgb[i + r] ?? 0
    out[i + 1] = rgb[i + g] ?? 0
    out[i + 2] = rgb[i + b] ?? 0
  }
  if (inverted) for (let i = 0; i < out.length; i++) out[i] = 255 - (out[i] ?? 0)
  return { width, height, rgb: out }
}

export const negativeOf = (picture: Picture): Picture => recoloured(picture, [0, 1, 2], true)

/** Light in the place of dark, in each pixel's own hue. */
export function lightTurned({ width, height, rgb }: Picture): Picture {
  const out = new Uint8Array(rgb.length)
  for (let i = 0; i < rgb.length; i += 3) {
    const [r, g, b] = [rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0]
    const by = 255 - Math.max(r, g, b) - Math.min(r, g, b)
    out[i] = r + by
    out[i + 1] = g + by
    out[i + 2] = b + by
  }
  return { width, height, rgb: out }
}

/** The colours of some pixels; shares of their light. */
export interface Colours {
  /** Red over green, green over blue, red over blue. */
  redOverGreen: number
  greenOverBlue: number
  redOverBlue: number
  /** Mean distance of the largest channel from the smallest, over the largest. 0 for grey. */
  colour: number
  /** What the second colour adds: the square root of the variance that the first principal colour leaves over, over that. 0 for grey and for any tint of grey. */
  second: number
  /** Degrees of hue between which the middle four fifths of the coloured pixels lie. 0 for one hue, however light or strong. */
  hues: number
  /** Levels of 255 by which the colours differ beyond what light says of them. 0 for grey and for every tint, also of two or more inks. */
  beyondLight: number
}

/** A pixel of fewer levels between its channels has no hue worth the name. */
const COLOURED = 8

function huesOf(rgb: Float32Array, pixels: readonly number[]): number {
  const hues = pixels.flatMap((at) => {
    const [r, g, b] = [rgb[3 * at] ?? 0, rgb[3 * at + 1] ?? 0, rgb[3 * at + 2] ?? 0]
    if (Math.max(r, g, b) - Math.min(r, g, b) < COLOURED) return []
    return [(Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI]
  })
  hues.sort((a, b) => a - b)
  const at = (share: number) => hues[Math.floor(share * hues.length)] ?? 0
  return at(0.9) - at(0.1)
}

/** px around a pixel whose colours are taken together: compression keeps colours in blocks. */
const AROUND = 4
/** Levels of light that are taken together. */
const OF_LIGHT = 4

/** The mean of pixels around each, those that are counted alone. `length`: of a line that is gone along in steps of `step`. */
function meansAlong(values: Float32Array, isIn: Uint8Array, length: number, step: number) {
  const out = new Float32Array(values.length)
  const lines = isIn.length / length
  for (let line = 0; line < lines; line++) {
    const first = step === 1 ? line * length : line
    let [sum, count] = [0, 0]
    const add = (place: number, sign: 1 | -1) => {
      const at = first + place * step
      if (place < 0 || place >= length || !isIn[at]) return
      sum += sign * (values[at] ?? 0)
      count += sign
    }
    for (let place = 0; place < AROUND; place++) add(place, 1)
    for (let place = 0; place < length; place++) {
      add(place + AROUND, 1)
      add(place - AROUND - 1, -1)
      out[first + place * step] = sum / Math.max(1, count)
    }
  }
  return out
}

function beyondLightOf({ width, height, rgb }: Small, pixels: readonly number[]): number {
  const isIn = new Uint8Array(width * height)
  for (const at of pixels) isIn[at] = 1
  const [red, green, blue] = [0, 1, 2].map((c) => {
    const own = Float32Array.from(isIn, (_, at) => rgb[3 * at + c] ?? 0)
    return meansAlong(meansAlong(own, isIn, width, 1), isIn, height, width)
  })
  const bins = new Map<number, { n: number; sums: number[]; squares: number }>()
  for (const at of pixels) {
    const [r, g, b] = [red?.[at] ?? 0, green?.[at] ?? 0, blue?.[at] ?? 0]
    // ITU-R BT.601.
    const light = 0.299 * r + 0.587 * g + 0.114 * b
    const shades = [0.713 * (r - light), 0.564 * (b - light)]
    const key = Math.floor(light / OF_LIGHT)
    const bin = bins.get(key) ?? { n: 0, sums: [0, 0], squares: 0 }
    bins.set(key, bin)
    bin.n++
    for (const [c, shade] of shades.entries()) {
      bin.sums[c] = (bin.sums[c] ?? 0) + shade
      bin.squares += shade ** 2
    }
  }
  let left = 0
  for (const { n, sums, squares } of bins.values())
    left += squares - sums.reduce((all, sum) => all + sum ** 2 / n, 0)
  return Math.sqrt(Math.max(0, left) / Math.max(1, pixels.length))
}

/** Measures the colours of pixels of a small picture. */
export function coloursOf(small: Small, pixels: readonly number[]): Colours {
  const { rgb } = small
  const n = Math.max(1, pixels.length)
  const mean = [0, 0, 0]
  const tops: number[] = []
  let colour = 0
  for (const at of pixels) {
    const [r, g, b] = [rgb[3 * at] ?? 0, rgb[3 * at + 1] ?? 0, rgb[3 * at + 2] ?? 0]
    const [top, low] = [Math.max(r, g, b), Math.min(r, g, b)]
    for (const [c, value] of [r, g, b].entries()) mean[c] = (mean[c] ?? 0) + value / n
    colour += (top - low) / Math.max(10, top) / n
    tops.push(top)
  }
  const light = Math.max(1, tops.sort((a, b) => a - b)[tops.length >> 1] ?? 1)
  const [red = 0, green = 0, blue = 0] = mean
  return {
    redOverGreen: (red - green) / light,
    greenOverBlue: (green - blue) / light,
    redOverBlue: (red - blue) / light,
    colour,
    second: secondOf(rgb, pixels, mean),
    hues: huesOf(rgb, pixels),
    beyondLight: beyondLightOf(small, pixels),
  }
}

function secondOf(rgb: Float32Array, pixels: readonly number[], mean: readonly number[]): number {
  const spread = [0, 0, 0, 0, 0, 0, 0, 0, 0]
  for (const at of pixels)
    for (let i = 0; i < 9; i++) {
      const [one, other] = [Math.floor(i / 3), i % 3]
      const off = (rgb[3 * at + one] ?? 0) - (mean[one] ?? 0)
      spread[i] = (spread[i] ?? 0) + off * ((rgb[3 * at + other] ?? 0) - (mean[other] ?? 0))
    }
  const all = (spread[0] ?? 0) + (spread[4] ?? 0) + (spread[8] ?? 0)
  let way = [1, 1, 1]
  let first = 0
  for (let round = 0; round < 30; round++) {
    const next = [0, 1, 2].map((row) =>
      way.reduce((sum, value, column) => sum + value * (spread[3 * row + column] ?? 0), 0),
    )
    first = Math.hypot(...next)
    way = next.map((value) => value / Math.max(1e-9, first))
  }
  return Math.sqrt(Math.max(0, all - first) / Math.max(1e-9, all))
}
