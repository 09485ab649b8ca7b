import type { Box, Picture } from './image.ts'
import { onlyPart } from './section.ts'

/** A line of a frame is of one colour: this share of its pixels lies within that many levels of their median. */
const SHARE = 0.95
const LEVELS = 24
/** A darker line is the mask. */
const LIGHT = 60
/** A broader margin is a page, as a share of the shorter side. */
const MOST = 0.04
/** px beside a frame that a smaller copy mixed with it. */
const MIXED = 2
/** Pixels of a line that are looked at. */
const LOOKED = 400

type Side = 'top' | 'bottom' | 'left' | 'right'

/** The even colour of a line of the picture, `at` lines from a side; null where it has none. */
function colourOf({ width, height, rgb }: Picture, side: Side, at: number): number[] | null {
  const across = side === 'top' || side === 'bottom'
  const length = across ? width : height
  const line = side === 'bottom' ? height - 1 - at : side === 'right' ? width - 1 - at : at
  const every = Math.max(1, Math.floor(length / LOOKED))
  const pixels: number[] = []
  for (let along = 0; along < length; along += every)
    pixels.push(3 * (across ? line * width + along : along * width + line))
  const colour = [0, 1, 2].map((c) => {
    const sorted = pixels.map((pixel) => rgb[pixel + c] ?? 0).sort((a, b) => a - b)
    return sorted[sorted.length >> 1] ?? 0
  })
  const isNear = (pixel: number) =>
    colour.every((value, c) => Math.abs((rgb[pixel + c] ?? 0) - value) <= LEVELS)
  const near = pixels.filter(isNear).length
  return Math.max(...colour) >= LIGHT && near >= SHARE * pixels.length ? colour : null
}

/** Lines of a light frame at a side; 0 without one, or where it is too broad for a frame. */
function breadthOf(picture: Picture, side: Side): number {
  const most = Math.floor(MOST * Math.min(picture.width, picture.height))
  const first = colourOf(picture, side, 0)
  if (!first) return 0
  for (let at = 1; at <= most; at++) {
    const colour = colourOf(picture, side, at)
    if (!colour?.every((value, c) => Math.abs(value - (first[c] ?? 0)) <= LEVELS)) return at + MIXED
  }
  return 0
}

/**
 * The picture with the mask's black in the place of a thin light frame, which programs draw around what they export. The
 * edge of the field is looked for from outside. Places stay what they are.
 */
export function withoutFrame(picture: Picture): Picture {
  const [top, bottom] = [breadthOf(picture, 'top'), breadthOf(picture, 'bottom')]
  const [left, right] = [breadthOf(picture, 'left'), breadthOf(picture, 'right')]
  if (top + bottom + left + right === 0) return picture
  const box: Box = {
    x: left,
    y: top,
    width: picture.width - left - right,
    height: picture.height - top - bottom,
  }
  return onlyPart(picture, box)
}
