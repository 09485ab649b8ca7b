import { inField, type Field } from '../../field.ts'
import { smoothedAround } from '../../geometry/outline.ts'
import type { Picture } from '../../image.ts'
import { DECISIONS } from '../decisions.ts'

/** Pixels that are looked at along a side of the field: more say nothing new. */
const SIDE = 400
/** Share of the diameter within which is looked: the rim has colours of its own. */
const WITHIN = 0.95
/** Levels of a channel that count as one colour: noise moves a pixel by as many. */
const STEP = 4

/**
 * Three values a pixel, at even steps in the field, at the size of the picture: a smaller one has a third colour between
 * two.
 */
function sampled({ width, rgb }: Picture, field: Field): Uint8Array {
  const { box } = field
  const within = { ...field, diameter: WITHIN * field.diameter }
  const every = Math.max(1, Math.floor(Math.max(box.width, box.height) / SIDE))
  const most = Math.ceil(box.width / every) * Math.ceil(box.height / every)
  const pixels = new Uint8Array(3 * most)
  let end = 0
  for (let y = box.y; y < box.y + box.height; y += every)
    for (let x = box.x; x < box.x + box.width; x += every) {
      if (!inField(within, x, y)) continue
      const at = 3 * (y * width + x)
      pixels[end++] = rgb[at] ?? 0
      pixels[end++] = rgb[at + 1] ?? 0
      pixels[end++] = rgb[at + 2] ?? 0
    }
  return pixels.subarray(0, end)
}

/** How many colours there are, as the power of two of their entropy: as many on equal shares would say as much. */
function numberOf(pixels: Uint8Array): number {
  const all = pixels.length / 3
  const levels = Math.ceil(256 / STEP)
  const counts = new Uint32Array(levels ** 3)
  for (let at = 0; at < pixels.length; at += 3) {
    const red = Math.floor((pixels[at] ?? 0) / STEP)
    const green = Math.floor((pixels[at + 1] ?? 0) / STEP)
    const colour = (red * levels + green) * levels + Math.floor((pixels[at + 2] ?? 0) / STEP)
    counts[colour] = (counts[colour] ?? 0) + 1
  }
  let bits = 0
  for (const count of counts) if (count > 0) bits -= (count / all) * Math.log2(count / all)
  return 2 ** bits
}

/** Classes of light over the middle 96 % of it, and of 765 the least breadth of one: narrower ones are steps of the file. */
const CLASSES = 64
const LEAST_BREADTH = 3
/** Classes beyond both ends. */
const BEYOND = 12
/** Spread of what is taken for a level, and of what it is compared with, classes. */
const [FINE, COARSE] = [0.8, 4]

/** How far light lies on separate levels, 0..1: half the sum of what the finer and the coarser share of each class differ by. */
function stepsOf(pixels: Uint8Array): number {
  const lights = new Uint16Array(pixels.length / 3)
  for (let i = 0, at = 0; i < lights.length; i++, at += 3)
    lights[i] = (pixels[at] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at + 2] ?? 0)
  lights.sort()
  const at = (share: number) => lights[Math.floor(share * lights.length)] ?? 0
  const low = at(0.02)
  const breadth = Math.max(LEAST_BREADTH, (at(0.98) - low) / CLASSES)
  const shares = new Array<number>(CLASSES + 2 * BEYOND + 2).fill(0)
  for (const light of lights) {
    const place = Math.floor((light - low) / breadth) + BEYOND
    if (place >= 0 && place < shares.length)
      shares[place] = (shares[place] ?? 0) + 1 / lights.length
  }
  const [fine, coarse] = [smoothedAround(shares, FINE), smoothedAround(shares, COARSE)]
  return fine.reduce((sum, share, place) => sum + Math.abs(share - (coarse[place] ?? 0)), 0) / 2
}

/** The colours of the field: how many, and how far they lie on separate levels. */
export function shadesOf(picture: Picture, field: Field): { number: number; steps: number } {
  const pixels = sampled(picture, field)
  return { number: numberOf(pixels), steps: stepsOf(pixels) }
}

/** Whether the picture has so few colours that small lesions are lost in them. */
export function hasFewColours(picture: Picture, field: Field): boolean {
  const { number, steps } = shadesOf(picture, field)
  return number < DECISIONS.picture.least_shades || steps > DECISIONS.picture.most_steps
}
