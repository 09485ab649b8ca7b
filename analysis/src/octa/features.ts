import { blurred, lines, quantile } from '../filters.ts'
import type { Grey, Picture } from '../image.ts'
import { resample } from '../resample.ts'

/** Features for quality and for 'is it an OCTA scan'. None depends on the size of the image. */
export interface Features {
  /** Shorter over longer side. */
  aspect: number
  /** Mean distance of the colour channels, 0..1; 0 for grey. */
  colour: number
  /** Mean light, and the shares below 0.02 and above 0.98. */
  brightness: number
  underexposed: number
  overexposed: number
  /** Darkest of four corners over the mean light. */
  corners: number
  /** Spread of what is finer than 1/40 of the side, over the mean light. */
  contrast: number
  /** Bright over dark lines as wide as vessels, 99th percentile of each. */
  bright_lines: number
  /** Share of rows or columns, whichever is more, that stand out from their neighbours: the eye moved. */
  rows: number
  /** Slow light across rows over that along them, or the reverse, whichever is more: parts were taken in other light. */
  banding: number
  /** Fine over coarse detail. */
  fine: number
}

/** px to which the longer side is brought. */
const SIDE = 256
/** Share of a side that a corner takes. */
const CORNER = 0.06
/** By this share of the mean light a row stands out. */
const STANDS_OUT = 0.16

function greyOf({ width, height, rgb }: Picture): { grey: Grey; colour: number } {
  const ratio = SIDE / Math.max(width, height)
  const size = {
    width: Math.max(8, Math.round(width * ratio)),
    height: Math.max(8, Math.round(height * ratio)),
  }
  const pixels = resample(rgb, width, 3, { x: 0, y: 0, width, height }, size)
  const data = new Float32Array(size.width * size.height)
  let apart = 0
  for (let i = 0; i < data.length; i++) {
    const [r, g, b] = [pixels[3 * i] ?? 0, pixels[3 * i + 1] ?? 0, pixels[3 * i + 2] ?? 0]
    data[i] = (r + g + b) / 765
    apart += (Math.max(r, g, b) - Math.min(r, g, b)) / 255
  }
  return { grey: { ...size, data }, colour: apart / data.length }
}

const meanOf = (values: Float32Array) =>
  values.reduce((sum, value) => sum + value, 0) / values.length
const shareOf = (values: Float32Array, is: (value: number) => boolean) =>
  values.reduce((count, value) => count + Number(is(value)), 0) / values.length
const spreadOf = (values: Float32Array) => {
  const mean = meanOf(values)
  return Math.sqrt(meanOf(values.map((value) => (value - mean) ** 2)))
}

function cornersOf({ width, height, data }: Grey): number {
  const [w, h] = [Math.ceil(CORNER * width), Math.ceil(CORNER * height)]
  const meanAt = (left: number, top: number) => {
    let sum = 0
    for (let y = top; y < top + h; y++)
      for (let x = left; x < left + w; x++) sum += data[y * width + x] ?? 0
    return sum / (w * h)
  }
  return Math.min(
    ...[0, width - w].flatMap((left) => [0, height - h].map((top) => meanAt(left, top))),
  )
}

/** The median of each row, which no single vessel moves. */
function rowsOf({ width, height, data }: Grey): Float32Array {
  return Float32Array.from({ length: height }, (_, y) =>
    quantile(data.slice(y * width, (y + 1) * width).sort(), 0.5),
  )
}

function turned({ width, height, data }: Grey): Grey {
  const out = new Float32Array(data.length)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) out[x * height + y] = data[y * width + x] ?? 0
  return { width: height, height: width, data: out }
}

const asLine = (data: Float32Array): Grey => ({ width: data.length, height: 1, data })

/** Share of the rows that stand out from the slow light of their neighbours. */
function motionOf(rows: Float32Array, light: number): number {
  const slow = blurred(asLine(rows), 6).data
  const off = rows.map((row, i) => Math.abs(row - (slow[i] ?? 0)))
  return shareOf(off, (distance) => distance > STANDS_OUT * light)
}

const slowSpread = (rows: Float32Array, light: number) =>
  spreadOf(blurred(asLine(rows), 6).data) / light

/** Measures the features of a whole picture. */
export function featuresOf(picture: Picture): Features {
  const { grey, colour } = greyOf(picture)
  const { data } = grey
  const light = Math.max(0.01, meanOf(data))
  const slow = blurred(grey, SIDE / 40).data
  const detail = { ...grey, data: data.map((value, i) => value - (slow[i] ?? 0)) }
  const { bright, dark } = lines(grey, 1.5)
  const [shine, shade] = [bright, dark].map((map) => quantile(map.data.slice().sort(), 0.99))
  const [rows, columns] = [rowsOf(grey), rowsOf(turned(grey))]
  const [across, along] = [slowSpread(rows, light), slowSpread(columns, light)]
  const soft = blurred(detail, 1.5).data
  return {
    aspect: Math.min(picture.width, picture.height) / Math.max(picture.width, picture.height),
    colour,
    brightness: meanOf(data),
    underexposed: shareOf(data, (light) => light < 0.02),
    overexposed: shareOf(data, (light) => light > 0.98),
    corners: cornersOf(grey) / light,
    contrast: spreadOf(detail.data) / light,
    bright_lines: (shine ?? 0) / Math.max(1e-4, shade ?? 0),
    rows: Math.max(motionOf(rows, light), motionOf(columns, light)),
    banding: Math.max(across - along, along - across),
    fine:
      spreadOf(detail.data.map((value, i) => value - (soft[i] ?? 0))) /
      Math.max(1e-4, spreadOf(soft)),
  }
}
