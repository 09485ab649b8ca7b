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
  /** Medians of the largest and of the smallest channel, of 255. */
  top: number
  low: number
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
  const hues = new Float64Array(pixels.length)
  let count = 0
  for (const at of pixels) {
    const r = rgb[3 * at] ?? 0
    const g = rgb[3 * at + 1] ?? 0
    const b = rgb[3 * at + 2] ?? 0
    if (Math.max(r, g, b) - Math.min(r, g, b) < COLOURED) continue
    hues[count++] = (Math.atan2(Math.sqrt(3) * (g - b), 2 * r - g - b) * 180) / Math.PI
  }
  const sorted = hues.subarray(0, count).sort()
  const at = (share: number) => sorted[Math.floor(share * count)] ?? 0
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
    const own = new Float32Array(isIn.length)
    for (let at = 0; at < own.length; at++) own[at] = rgb[3 * at + c] ?? 0
    return meansAlong(meansAlong(own, isIn, width, 1), isIn, height, width)
  })
  const bins = Math.ceil(256 / OF_LIGHT)
  const counts = new Float64Array(bins)
  const reds = new Float64Array(bins)
  const blues = new Float64Array(bins)
  let left = 0
  for (const at of pixels) {
    const r = red?.[at] ?? 0
    const g = green?.[at] ?? 0
    const b = blue?.[at] ?? 0
    // ITU-R BT.601.
    const light = 0.299 * r + 0.587 * g + 0.114 * b
    const bin = Math.min(bins - 1, Math.max(0, Math.floor(light / OF_LIGHT)))
    const [ofRed, ofBlue] = [0.713 * (r - light), 0.564 * (b - light)]
    counts[bin] = (counts[bin] ?? 0) + 1
    reds[bin] = (reds[bin] ?? 0) + ofRed
    blues[bin] = (blues[bin] ?? 0) + ofBlue
    left += ofRed ** 2 + ofBlue ** 2
  }
  for (let bin = 0; bin < bins; bin++)
    left -= ((reds[bin] ?? 0) ** 2 + (blues[bin] ?? 0) ** 2) / Math.max(1, counts[bin] ?? 0)
  return Math.sqrt(Math.max(0, left) / Math.max(1, pixels.length))
}

/** Measures the colours of pixels of a small picture. */
export function coloursOf(small: Small, pixels: readonly number[]): Colours {
  const { rgb } = small
  const n = Math.max(1, pixels.length)
  const tops = new Float64Array(pixels.length)
  const lows = new Float64Array(pixels.length)
  let [red, green, blue, colour, count] = [0, 0, 0, 0, 0]
  for (const at of pixels) {
    const r = rgb[3 * at] ?? 0
    const g = rgb[3 * at + 1] ?? 0
    const b = rgb[3 * at + 2] ?? 0
    const top = Math.max(r, g, b)
    red += r / n
    green += g / n
    blue += b / n
    const low = Math.min(r, g, b)
    colour += (top - low) / Math.max(10, top) / n
    tops[count] = top
    lows[count++] = low
  }
  const [top, low] = [tops, lows].map((values) => values.sort()[values.length >> 1] ?? 0)
  const light = Math.max(1, top ?? 0)
  return {
    top: top ?? 0,
    low: low ?? 0,
    redOverGreen: (red - green) / light,
    greenOverBlue: (green - blue) / light,
    redOverBlue: (red - blue) / light,
    colour,
    second: secondOf(rgb, pixels, [red, green, blue]),
    hues: huesOf(rgb, pixels),
    beyondLight: beyondLightOf(small, pixels),
  }
}

function secondOf(
  rgb: Float32Array,
  pixels: readonly number[],
  [red, green, blue]: readonly [number, number, number],
): number {
  let [rr, rg, rb, gg, gb, bb] = [0, 0, 0, 0, 0, 0]
  for (const at of pixels) {
    const r = (rgb[3 * at] ?? 0) - red
    const g = (rgb[3 * at + 1] ?? 0) - green
    const b = (rgb[3 * at + 2] ?? 0) - blue
    rr += r * r
    rg += r * g
    rb += r * b
    gg += g * g
    gb += g * b
    bb += b * b
  }
  const all = rr + gg + bb
  let way = [1, 1, 1]
  let first = 0
  for (let round = 0; round < 30; round++) {
    const [x = 0, y = 0, z = 0] = way
    const next = [x * rr + y * rg + z * rb, x * rg + y * gg + z * gb, x * rb + y * gb + z * bb]
    first = Math.hypot(...next)
    way = next.map((value) => value / Math.max(1e-9, first))
  }
  return Math.sqrt(Math.max(0, all - first) / Math.max(1e-9, all))
}
