import type { Reason } from '@mingmou/contract'
import { lightTurned, negativeOf, recoloured, type Colours, type Order } from '../../colour.ts'
import { isPart, type Field } from '../../field.ts'
import type { Box, Picture } from '../../image.ts'
import {
  frameOf,
  lightAt,
  medianOf,
  likenessOfHalves,
  piecesOf,
  seamOf,
  type Holds,
  type Small,
} from '../../tiles.ts'
import { aroundField } from './around.ts'
import { DECISIONS } from '../decisions.ts'
import {
  hasTurnedVessels,
  marginOf,
  mayBeTurned,
  plainSigns,
  turnedScore,
  type Lines,
} from './turned.ts'

const { picture: LIMITS } = DECISIONS

/** What networks say of a picture: the chance of a fundus photograph, and how much of vessels it shows. */
interface Ask {
  fundus: (picture: Picture) => Promise<number>
  vessels: (picture: Picture) => Promise<number>
}

/** Of 255. */
const BLACK = 12

/** A grey picture in the colours that a retina has: red as light as it is, green and blue less so. */
function tinted({ width, height, rgb }: Picture, inverted = false): Picture {
  const out = new Uint8Array(rgb.length)
  for (let i = 0; i < out.length; i += 3) {
    const light = Math.max(rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0)
    // The mask of an angiogram is black, as that of a photograph is.
    const grey = inverted && light > BLACK ? 255 - light : light
    out[i] = Math.min(255, 1.5 * grey)
    out[i + 1] = 0.8 * grey
    out[i + 2] = 0.4 * grey
  }
  return { width, height, rgb: out }
}

/** A picture with the black of another one, as the mask of a negative may have stayed black. */
export function masked(picture: Picture, { rgb }: Picture): Picture {
  const out = new Uint8Array(picture.rgb)
  for (let i = 0; i < out.length; i += 3)
    if (Math.max(rgb[i] ?? 0, rgb[i + 1] ?? 0, rgb[i + 2] ?? 0) <= BLACK) out.fill(0, i, i + 3)
  return { ...picture, rgb: out }
}

/** Whether the colours are those of one colour alone, as of every picture in grey or in a tint of it. */
const isSingle = ({ colour, second, hues }: Colours) =>
  colour <= LIMITS.least_colour || second <= LIMITS.least_second || hues <= LIMITS.least_hues

/** Whether all colours follow from light, as in a tint of one or several inks, whatever compression made of it. */
export const isTint = ({ beyondLight }: Pick<Colours, 'beyondLight'>): boolean =>
  beyondLight <= LIMITS.least_beyond_light

/** Whether red comes before green and green before blue, as in every colour photograph of a retina. */
const isInOrder = ({ redOverGreen, greenOverBlue, redOverBlue }: Colours) =>
  redOverGreen > LIMITS.least_red_over_green &&
  greenOverBlue > LIMITS.least_green_over_blue &&
  redOverBlue > LIMITS.least_red_over_blue

/** Which channel is to be taken for red, green and blue, by their light. */
function orderOf({ redOverGreen, greenOverBlue }: Colours): Order {
  const light = [redOverGreen, 0, -greenOverBlue]
  const [r = 0, g = 1, b = 2] = [0, 1, 2].sort((x, y) => (light[y] ?? 0) - (light[x] ?? 0))
  return [r, g, b]
}

/** What a picture seems to be, and what speaks against judging it. */
export interface Contents {
  /** The chance of a fundus photograph where its colours are mended. */
  mended: number
  reason: Reason | null
}

/**
 * What the colours of a picture make of it. A picture whose colours are not those of a colour photograph is shown to the
 * network with the colours that it would have, so that it is known as a retina, and named by the repair that makes it one.
 * `chance`: that of a fundus photograph as it is. `small`: a reduced copy, which is enough to see which way light goes: every second photograph is asked about.
 */
export async function byColours(
  picture: Picture,
  colours: Colours,
  {
    chance,
    small,
    lines,
    onLight,
    isFew,
  }: { chance: number; small: Picture; lines: Lines; onLight: boolean; isFew: boolean },
  ask: Ask,
): Promise<Contents> {
  if (isSingle(colours)) {
    const bright = lines.bright_lines >= LIMITS.bright_vessels * lines.dark_lines
    const [as, inverted] = [
      await ask.fundus(tinted(picture)),
      await ask.fundus(tinted(picture, true)),
    ]
    return {
      mended: Math.max(as, inverted),
      reason: onLight && inverted > as ? 'negative' : bright ? 'angiogram' : 'single_colour',
    }
  }
  if (isInOrder(colours)) {
    // A program that turns light and dark alone keeps each hue, and what was dark is pale.
    const signs = plainSigns(lines, colours)
    if (!onLight && (isFew || !mayBeTurned(signs))) return { mended: chance, reason: null }
    const back = masked(lightTurned(small), small)
    const turned = await ask.fundus(back)
    const isTurned = onLight
      ? turned > chance
      : turnedScore({ ...signs, margin: marginOf(chance, turned) }) > 0 &&
        hasTurnedVessels(await ask.vessels(small), await ask.vessels(back))
    return isTurned ? { mended: turned, reason: 'negative' } : { mended: chance, reason: null }
  }
  const swapped = await ask.fundus(recoloured(picture, orderOf(colours)))
  const inverted = await ask.fundus(masked(negativeOf(picture), picture))
  const isNegative = inverted > swapped && inverted > chance
  return {
    mended: Math.max(swapped, inverted),
    reason: isNegative ? 'negative' : 'channels_exchanged',
  }
}

/**
 * What lies on an even ground in a picture in which no field was found: the ground of a page or a program is grey or white,
 * and between images it is black. A retina is coloured and uneven up to the frame.
 */
function onGround(small: Small): Holds | null {
  const frame = frameOf(small)
  const { rgb } = small
  const middle = [0, 1, 2].map((c) => medianOf(frame.map((at) => rgb[3 * at + c] ?? 0)))
  const [top, low] = [Math.max(...middle), Math.min(...middle)]
  const isDark = top <= LIMITS.dark_ground
  const most = isDark ? LIMITS.black_ground : LIMITS.even_ground
  if (top - low > most) return null
  const isGround = (at: number) =>
    [0, 1, 2].every((c) => Math.abs((rgb[3 * at + c] ?? 0) - (middle[c] ?? 0)) <= most)
  if (frame.filter(isGround).length < LIMITS.least_even * frame.length) return null
  const least = LIMITS.least_piece * small.width * small.height
  const sizes = piecesOf(small, (at) => !isGround(at)).map(({ size }) => size)
  const [first = 0, second = 0] = sizes.filter((size) => size >= least)
  if (first > 0 && second >= LIMITS.another_field * first) return 'several_fields'
  return isDark ? null : 'surrounded'
}

/** What a picture holds in which no field was found: parts on an even ground, images side by side, or a retina and no more. */
function inPieces(small: Small): Holds | null {
  const held = onGround(small)
  if (held) return held
  const { width, height } = small
  if (Math.max(width, height) >= LIMITS.most_aspect * Math.min(width, height))
    return 'several_fields'
  const seam = Math.max(
    seamOf(small, 'rows', LIMITS.seam_between),
    seamOf(small, 'columns', LIMITS.seam_between),
  )
  const middle = Math.max(
    seamOf(small, 'rows', LIMITS.middle_between),
    seamOf(small, 'columns', LIMITS.middle_between),
  )
  if (middle >= LIMITS.least_middle_seam) return 'several_fields'
  const likeness = Math.max(likenessOfHalves(small, 'beside'), likenessOfHalves(small, 'below'))
  return seam >= LIMITS.least_seam || likeness >= LIMITS.least_likeness ? 'several_fields' : null
}

/** Breadth of a bridge between two fields that does not make them one, px of the small picture. */
const BRIDGE = 9

/** Whether a circle lies around several fields: what is lit in it falls into parts once narrow bridges are taken away. */
function fallsApart(small: Small, { astray }: Field): boolean {
  if (astray < LIMITS.least_astray) return false
  const { width, height } = small
  const lights = Array.from({ length: width * height }, (_, at) => lightAt(small, at))
  const level = LIMITS.lit * medianOf(lights.filter((light) => light > BLACK))
  const isLit = (x: number, y: number) =>
    x >= 0 && y >= 0 && x < width && y < height && (lights[y * width + x] ?? 0) > level
  const steps = [-BRIDGE, 0, BRIDGE]
  const isThick = (at: number) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return steps.every((dy) => steps.every((dx) => isLit(x + dx, y + dy)))
  }
  const [first, second] = piecesOf(small, isThick)
  return (second?.size ?? 0) >= LIMITS.another_field * (first?.size ?? Infinity)
}

/** What a picture holds besides one field of one eye. */
export function holdsOf(small: Small, field: Field): Holds | null {
  if (isPart(field)) return inPieces(small)
  return fallsApart(small, field) ? 'several_fields' : aroundField(small, field)
}

/** Whether the picture lies on a light ground without colour, as a negative and a page do. A light retina has its colour. */
export function isOnLight(small: Small): boolean {
  const frame = frameOf(small)
  const ground = [0, 1, 2].map((c) => medianOf(frame.map((at) => small.rgb[3 * at + c] ?? 0)))
  const [top, low] = [Math.max(...ground), Math.min(...ground)]
  return top >= LIMITS.light_ground && top - low < LIMITS.coloured * top
}

/** Where coloured parts of a picture lie, px of the picture, and whether there are several alike; null without one. */
export function colouredIn(picture: Picture, small: Small): { box: Box; holds: Holds } | null {
  const { rgb, width, height, step } = small
  const isColoured = (at: number) => {
    const [r, g, b] = [rgb[3 * at] ?? 0, rgb[3 * at + 1] ?? 0, rgb[3 * at + 2] ?? 0]
    const top = Math.max(r, g, b)
    return top > BLACK && top - Math.min(r, g, b) >= LIMITS.coloured * top
  }
  const [first, second] = piecesOf(small, isColoured)
  if (!first || first.size < LIMITS.least_piece * width * height) return null
  const several = (second?.size ?? 0) >= LIMITS.another_field * first.size
  const { box } = first
  const x = Math.floor(box.x * step)
  const y = Math.floor(box.y * step)
  return {
    box: {
      x,
      y,
      width: Math.min(picture.width - x, Math.ceil(box.width * step)),
      height: Math.min(picture.height - y, Math.ceil(box.height * step)),
    },
    holds: several ? 'several_fields' : 'surrounded',
  }
}

/** A part of a picture. */
export function partOf({ width, rgb }: Picture, box: Box): Picture {
  const out = new Uint8Array(3 * box.width * box.height)
  for (let y = 0; y < box.height; y++) {
    const from = 3 * ((box.y + y) * width + box.x)
    out.set(rgb.subarray(from, from + 3 * box.width), 3 * y * box.width)
  }
  return { width: box.width, height: box.height, rgb: out }
}
