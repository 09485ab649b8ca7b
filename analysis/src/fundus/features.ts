import type { Source } from '../crop.ts'
import { fieldMask, type Field } from '../field.ts'
import { blurred, blurredInside, lines, quantile, sortedInside } from '../filters.ts'
import type { Grey, Picture } from '../image.ts'
import { resample } from '../resample.ts'

/** Features for quality and for 'is it a fundus'. None depends on the size of the image. */
export interface Features {
  /** Share of the outline along which light falls off to the mask; 0 where there is no mask. */
  outline: number
  /** Mean of each channel inside the field, 0..1. */
  red: number
  green: number
  blue: number
  /** Luminance 0..1: mean, and the shares of the field below 0.1 and above 0.92 or clipped. */
  brightness: number
  underexposed: number
  overexposed: number
  /** Spread of the green detail over its local mean. */
  contrast: number
  /** Spread of the slow light over its mean; share of the field darker than 0.4 of its median. */
  uneven: number
  shaded: number
  /** Dark and bright lines of vessel width, 99th and 90th percentile. */
  dark_lines: number
  bright_lines: number
  dark_common: number
  /** Share of the field on long connected dark lines. */
  network: number
  /** Fine over coarse detail, at the scale of the features and at full scale. null where the image is too small. */
  fine: number
  fine_full: number | null
  /** Noise between neighbouring pixels over the detail. */
  noise: number
}

/** The finest sharpness is measured at this multiple of the features' diameter. */
const FULL = 4

/** Share of the field's radius that is left out, because the rim is no retina. */
const RIM = 0.94

interface Patch {
  rgb: Float32Array
  green: Grey
  mask: Grey<Uint8Array>
}

function patchOf(picture: Picture, field: Field, diameter: number): Patch {
  const ratio = diameter / field.diameter
  const width = Math.max(8, Math.round(field.box.width * ratio))
  const height = Math.max(8, Math.round(field.box.height * ratio))
  const rgb = resample(picture.rgb, picture.width, 3, field.box, { width, height })
  const green = new Float32Array(width * height)
  for (let i = 0; i < green.length; i++) green[i] = (rgb[3 * i + 1] ?? 0) / 255
  const mask = fieldMask({ ...field, diameter: RIM * field.diameter }, width, height)
  return { rgb, green: { width, height, data: green }, mask }
}

/**
 * The field's box of a large photograph, brought to a field of `FULL` times `diameter` px. A
 * smaller one stays as it is. The features are measured in it. It is fine enough for every network
 * of less than half that scale.
 */
export function smallOf({ picture, field }: Source, diameter: number): Source {
  const ratio = (FULL * diameter) / field.diameter
  if (ratio > 0.75) return { picture, field }
  const width = Math.max(1, Math.round(field.box.width * ratio))
  const height = Math.max(1, Math.round(field.box.height * ratio))
  const rgb = resample(picture.rgb, picture.width, 3, field.box, { width, height })
  const centre = [
    (field.centre[0] - field.box.x + 0.5) * ratio - 0.5,
    (field.centre[1] - field.box.y + 0.5) * ratio - 0.5,
  ] as const
  const box = { x: 0, y: 0, width, height }
  const chords = field.chords.map(({ away: [x, y], reach }) => {
    const toBox = reach - x * (field.box.x - 0.5) - y * (field.box.y - 0.5)
    return { away: [x, y] as const, reach: toBox * ratio - (x + y) / 2 }
  })
  return {
    picture: { width, height, rgb: bytesOf(rgb) },
    field: { ...field, centre, diameter: FULL * diameter, box, chords },
  }
}

function bytesOf(values: Float32Array): Uint8Array {
  const bytes = new Uint8Array(values.length)
  for (let i = 0; i < bytes.length; i++)
    bytes[i] = Math.min(255, Math.max(0, (values[i] ?? 0) + 0.5))
  return bytes
}

/** Green over its slow light, minus one: vessels and texture without the light of the lamp. */
function detailOf(green: Grey, mask: Grey<Uint8Array>, slow: Grey): Grey {
  const data = new Float32Array(green.data.length)
  for (let i = 0; i < data.length; i++)
    if (mask.data[i]) data[i] = (green.data[i] ?? 0) / Math.max(0.02, slow.data[i] ?? 0) - 1
  return { width: green.width, height: green.height, data }
}

const spread = (values: Float32Array) => quantile(values, 0.9) - quantile(values, 0.1)

/** Measures the features at a field diameter of `diameter` px, and the sharpness at FULL times that. */
export function featuresOf(whole: Picture, visible: Field, diameter: number): Features {
  const { picture, field } = smallOf({ picture: whole, field: visible }, diameter)
  const { rgb, green, mask } = patchOf(picture, field, diameter)
  const slow = blurredInside(green, mask, diameter / 14)
  const detail = detailOf(green, mask, slow)
  const thin = lines(detail, 1.3)
  const broad = lines(detail, 2.4)
  const dark = larger(thin.dark, broad.dark)
  const darks = sortedInside(dark, mask)
  const lights = sortedInside(slow, mask)
  const fine = fineness(detail, mask, 1)
  return {
    outline: field.outline,
    ...light(rgb, mask),
    contrast: spread(sortedInside(blurred(detail, 1), mask)),
    uneven: spread(lights) / Math.max(0.02, quantile(lights, 0.5)),
    shaded: share(lights, 0.4 * quantile(lights, 0.5)),
    dark_lines: quantile(darks, 0.99),
    dark_common: quantile(darks, 0.9),
    bright_lines: quantile(sortedInside(larger(thin.bright, broad.bright), mask), 0.99),
    network: longLines(dark, mask, 0.02),
    fine: fine.ratio,
    noise: fine.noise,
    fine_full: fullFineness(picture, field, FULL * diameter),
  }
}

function larger(a: Grey, b: Grey): Grey {
  const data = a.data.slice()
  for (let i = 0; i < data.length; i++) data[i] = Math.max(data[i] ?? 0, b.data[i] ?? 0)
  return { ...a, data }
}

function share(ascending: Float32Array, below: number): number {
  const at = ascending.findIndex((value) => value >= below)
  return at < 0 ? 1 : at / ascending.length
}

/** In units of 255. A retina that clips red and green is washed out at any luminance. */
const CLIPPED = 250

function light(rgb: Float32Array, mask: Grey<Uint8Array>) {
  let [red, green, blue, under, over, count] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < mask.data.length; i++) {
    if (!mask.data[i]) continue
    const r = rgb[3 * i] ?? 0
    const g = rgb[3 * i + 1] ?? 0
    const b = rgb[3 * i + 2] ?? 0
    const luminance = 0.299 * r + 0.587 * g + 0.114 * b
    red += r
    green += g
    blue += b
    count++
    if (luminance < 0.1 * 255) under++
    if (luminance > 0.92 * 255 || (r > CLIPPED && g > CLIPPED)) over++
  }
  const n = Math.max(1, count)
  const [r, g, b] = [red, green, blue].map((sum) => sum / n / 255) as [number, number, number]
  return {
    red: r,
    green: g,
    blue: b,
    brightness: 0.299 * r + 0.587 * g + 0.114 * b,
    underexposed: under / n,
    overexposed: over / n,
  }
}

/** Energy of the detail between blurs of `sigma` and twice that, over the energy between 4 and 8 times. */
function fineness(detail: Grey, mask: Grey<Uint8Array>, sigma: number) {
  const fine = blurred(detail, sigma)
  const coarse = Math.max(1e-4, apart(blurred(detail, 4 * sigma), blurred(detail, 8 * sigma), mask))
  return {
    ratio: apart(fine, blurred(detail, 2 * sigma), mask) / coarse,
    noise: apart(detail, fine, mask) / coarse,
  }
}

/** Root mean square of the difference inside a mask. */
function apart(
  { data: one }: Grey,
  { data: other }: Grey,
  { data: mask }: Grey<Uint8Array>,
): number {
  let sum = 0
  let count = 0
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] === 0) continue
    const off = (one[i] ?? 0) - (other[i] ?? 0)
    sum += off * off
    count++
  }
  return Math.sqrt(sum / Math.max(1, count))
}

function fullFineness(picture: Picture, field: Field, diameter: number): number | null {
  if (field.diameter < 0.7 * diameter) return null
  const { green, mask } = patchOf(picture, field, diameter)
  const slow = blurredInside(green, mask, diameter / 40)
  return fineness(detailOf(green, mask, slow), mask, 1).ratio
}

const EIGHT = [-1, 0, 1] as const

/** Share of the mask on connected pixels over `level` that reach over at least an eighth of the width. */
function longLines({ width, height, data }: Grey, mask: Grey<Uint8Array>, level: number): number {
  const visited = new Uint8Array(data.length)
  const on = (i: number) => (data[i] ?? 0) > level && mask.data[i] === 1 && visited[i] === 0
  let long = 0
  let all = 0
  for (let start = 0; start < data.length; start++) {
    if (mask.data[start]) all++
    if (!on(start)) continue
    visited[start] = 1
    const group = [start]
    let [left, right, top, bottom] = [width, 0, height, 0]
    for (const at of group) {
      const [x, y] = [at % width, Math.floor(at / width)]
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
      for (const dy of EIGHT)
        for (const dx of EIGHT) {
          const next = at + dy * width + dx
          if (x + dx < 0 || x + dx >= width || !on(next)) continue
          visited[next] = 1
          group.push(next)
        }
    }
    if (Math.max(right - left, bottom - top) > width / 8) long += group.length
  }
  return long / Math.max(1, all)
}
