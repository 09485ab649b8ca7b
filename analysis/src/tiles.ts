import type { Box, Picture } from './image.ts'
import { resample } from './resample.ts'

/** What a picture holds besides one image: further images, or a page, a program or text around it. */
export type Holds = 'several_fields' | 'surrounded'

/** A picture brought to a small size. */
export interface Small {
  width: number
  height: number
  /** Three values a pixel, 0..255. */
  rgb: Float32Array
  /** px of the picture for one px. */
  step: number
}

/** px to which the longer side is brought. */
const SIDE = 240

export function smallPicture({ width, height, rgb }: Picture): Small {
  const step = Math.max(width, height) / SIDE
  const size = {
    width: Math.max(8, Math.round(width / step)),
    height: Math.max(8, Math.round(height / step)),
  }
  const read = everyRow({ width, height, rgb }, Math.max(1, Math.floor(step / ROWS)))
  const box = { x: 0, y: 0, width, height: read.height }
  return { ...size, step, rgb: resample(read.rgb, width, 3, box, size) }
}

/** Rows of a large picture that are read for one row of the small one: more say nothing new and take their time. */
const ROWS = 4

/** The rows of a picture whose number `every` divides. */
function everyRow({ width, height, rgb }: Picture, every: number): Picture {
  if (every === 1) return { width, height, rgb }
  const row = 3 * width
  const out = new Uint8Array(row * Math.ceil(height / every))
  for (let y = 0, to = 0; y < height; y += every, to += row)
    out.set(rgb.subarray(y * row, (y + 1) * row), to)
  return { width, height: Math.ceil(height / every), rgb: out }
}

export const lightAt = ({ rgb }: Small, at: number): number =>
  Math.max(rgb[3 * at] ?? 0, rgb[3 * at + 1] ?? 0, rgb[3 * at + 2] ?? 0)

export const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

/** The pixels of the outermost frame. */
export function frameOf({ width, height }: Small): number[] {
  const all: number[] = []
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (x < 2 || y < 2 || x >= width - 2 || y >= height - 2) all.push(y * width + x)
  return all
}

/** A connected part of a small picture. */
export interface Piece {
  /** px */
  size: number
  box: Box
}

/** The connected parts of what `is` names, the largest first. */
export function piecesOf(
  { width, height }: Pick<Small, 'width' | 'height'>,
  is: (at: number) => boolean,
): Piece[] {
  const seen = new Uint8Array(width * height)
  const pieces: Piece[] = []
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || !is(start)) continue
    seen[start] = 1
    const group = [start]
    for (const at of group) {
      const x = at % width
      const near = [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]
      for (const next of near) {
        if (next < 0 || next >= seen.length || seen[next] || !is(next)) continue
        seen[next] = 1
        group.push(next)
      }
    }
    pieces.push({ size: group.length, box: boxOf(group, width) })
  }
  return pieces.sort((a, b) => b.size - a.size)
}

function boxOf(pixels: readonly number[], length: number): Box {
  let [left, right, top, bottom] = [Infinity, 0, Infinity, 0]
  for (const at of pixels) {
    const [x, y] = [at % length, Math.floor(at / length)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** How far the two halves of a picture are the same: correlation of their light, 0..1. */
export function likenessOfHalves(small: Small, cut: 'beside' | 'below'): number {
  const { width, height } = small
  const [w, h] = cut === 'beside' ? [width >> 1, height] : [width, height >> 1]
  const [dx, dy] = cut === 'beside' ? [width - w, 0] : [0, height - h]
  let [one, other, both, ones, others] = [0, 0, 0, 0, 0]
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const a = lightAt(small, y * width + x)
      const b = lightAt(small, (y + dy) * width + x + dx)
      one += a
      other += b
      both += a * b
      ones += a * a
      others += b * b
    }
  const n = w * h
  const apart = Math.sqrt((ones - one ** 2 / n) * (others - other ** 2 / n))
  return Math.max(0, (both - (one * other) / n) / Math.max(1e-9, apart))
}

/**
 * How much a row or column stands out as an edge that runs through the whole picture: the median step across it over the
 * median step between its neighbours. `least`, `most`: shares of the side between which it is looked for.
 */
export function seamOf(small: Small, along: 'rows' | 'columns', within: readonly [number, number]) {
  const { width, height } = small
  const [lines, length] = along === 'rows' ? [height, width] : [width, height]
  const at = (line: number, place: number) =>
    along === 'rows' ? line * width + place : place * width + line
  const steps = Array.from({ length: lines - 2 }, (_, line) => {
    const apart = Array.from({ length }, (__, place) =>
      Math.abs(lightAt(small, at(line, place)) - lightAt(small, at(line + 2, place))),
    )
    return medianOf(apart)
  })
  let best = 0
  for (let line = Math.round(within[0] * lines); line < within[1] * lines; line++) {
    const around = [-8, -7, -6, -5, 5, 6, 7, 8].map((off) => steps[line + off] ?? 0)
    best = Math.max(best, (steps[line] ?? 0) / (4 + medianOf(around)))
  }
  return best
}

/** Steps of 255 by which the pixels of an even line differ. */
const EVEN = 5

/** Whether rows and columns in the middle part of a picture are of one colour from edge to edge: gaps between images. */
export function hasGaps(small: Small): boolean {
  const { width, height } = small
  const isEven = (line: number, length: number, step: number, next: number) => {
    let [least, most] = [255, 0]
    for (let at = 0; at < length; at++) {
      const light = lightAt(small, line * step + at * next)
      least = Math.min(least, light)
      most = Math.max(most, light)
    }
    return most - least <= EVEN
  }
  const some = (lines: number, is: (line: number) => boolean) =>
    Array.from({ length: Math.floor(0.6 * lines) }, (_, at) => Math.round(0.2 * lines) + at).some(
      is,
    )
  return (
    some(height, (row) => isEven(row, width, width, 1)) &&
    some(width, (column) => isEven(column, height, 1, width))
  )
}
