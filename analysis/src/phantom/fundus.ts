import type { Eye } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import { blurred } from '../filters.ts'
import type { Picture } from '../image.ts'
import { randomFrom } from '../random.ts'
import { writeCaption } from './caption.ts'
import { paintLesions, type DrawnLesion } from './lesions.ts'
import { spotAt, type Colours } from './paint.ts'
import { paintVessels } from './raster.ts'
import { normal, texture } from './texture.ts'
import { growTree, inPixels, type DrawnSegment } from './tree.ts'

export interface FundusOptions {
  /** px; the height is three quarters of it unless given. */
  width?: number
  height?: number
  eye?: Eye
  lesions?: boolean
  /** Spread of blur, as a share of the field's diameter, and of noise, in grey levels of 255. */
  blur?: number
  noise?: number
  /** Light, 1 as usual and less is darker; and its slope across the field, 0..1. */
  light?: number
  slope?: number
  /** Winding of the vessels, 1 as usual. */
  winding?: number
  /** Text in the dark corner. */
  caption?: string
}

interface Ellipse {
  x: number
  y: number
  rx: number
  ry: number
}

/** The exact truth of the drawing, px of the image. */
export interface FundusTruth {
  /** 1 where the middle of a pixel lies in a vessel inside the field, and in the field of view. */
  vessels: Uint8Array
  field: Uint8Array
  centre: Spot
  diameter: number
  disc: Ellipse
  cup: Ellipse
  fovea: Spot
  eye: Eye
  lesions: DrawnLesion[]
  segments: DrawnSegment[]
}

/** A drawn fundus photograph with its truth. The same seed and options draw the same picture. */
export function drawFundus(
  seed: number,
  options: FundusOptions = {},
): { image: Picture; truth: FundusTruth } {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const width = options.width ?? 1024
  const height = options.height ?? Math.round(0.75 * width)
  const eye = options.eye ?? (random() < 0.5 ? 'OD' : 'OS')
  const side = eye === 'OD' ? 1 : -1
  const diameter = 0.96 * Math.min(width, height)
  const centre: Spot = [(width - 1) / 2, (height - 1) / 2]
  const disc: Spot = [side * between(0.26, 0.31), between(-0.04, 0)]
  const fovea: Spot = [disc[0] - side * between(0.33, 0.36), disc[1] + between(0.03, 0.06)]
  const at = ([x, y]: Spot) => ({ x: centre[0] + x * diameter, y: centre[1] + y * diameter })

  const ground = { random, disc, fovea, side, winding: options.winding ?? 1 } as const
  const segments = inPixels(growTree(ground), diameter, centre)
  const colours = background(random, { width, height }, centre, diameter, at(fovea), options)
  const shape = { rx: between(0.055, 0.063) * diameter, ry: between(0.062, 0.07) * diameter }
  const cup = between(0.35, 0.6)
  const discAt = { ...at(disc), ...shape }
  const cupAt = {
    x: discAt.x - 0.004 * side * diameter,
    y: discAt.y,
    rx: cup * shape.rx,
    ry: cup * shape.ry,
  }
  spotAt(colours, discAt, discAt, [0.95, 0.66, 0.38], 0.3)
  spotAt(colours, cupAt, cupAt, [0.99, 0.86, 0.62], 0.7, 0.8)
  const lesions = options.lesions ? paintLesions(colours, random, centre, diameter) : []
  const { truth: vessels, taken } = paintVessels(segments, { width, height })
  absorb(colours, taken)
  const field = fieldOf({ width, height }, centre, diameter)
  for (let i = 0; i < vessels.length; i++) if (!field[i]) vessels[i] = 0
  const rgb = develop(
    colours,
    field,
    random,
    (options.blur ?? 0.0008) * diameter,
    options.noise ?? 2,
  )
  if (options.caption) writeCaption({ width, height, rgb }, options.caption)
  return {
    image: { width, height, rgb },
    truth: {
      vessels,
      field,
      centre,
      diameter,
      eye,
      lesions,
      segments,
      disc: discAt,
      cup: cupAt,
      fovea: [at(fovea).x, at(fovea).y],
    },
  }
}

/** Retina without vessels: uneven light, choroid-like texture, the dark macula with its reflex. */
function background(
  random: () => number,
  size: { width: number; height: number },
  centre: Spot,
  diameter: number,
  fovea: { x: number; y: number },
  { light = 1, slope = 0.15 }: FundusOptions,
): Colours {
  const tone = {
    red: 0.74 + 0.14 * random(),
    green: 0.34 + 0.1 * random(),
    blue: 0.13 + 0.1 * random(),
  }
  const direction = 2 * Math.PI * random()
  const [broad, middle, fine] = [5, 22, 70].map((parts) => texture(random, size, diameter / parts))
  const planes = [0, 1, 2].map(() => new Float32Array(size.width * size.height)) as unknown as [
    Float32Array,
    Float32Array,
    Float32Array,
  ]
  const [red, green, blue] = planes
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width; x++) {
      const i = y * size.width + x
      const [u, v] = [(x - centre[0]) / diameter, (y - centre[1]) / diameter]
      const lamp =
        light *
        (1 - 0.9 * (u * u + v * v)) *
        (1 + slope * 2 * (u * Math.cos(direction) + v * Math.sin(direction)))
      const far = ((x - fovea.x) ** 2 + (y - fovea.y) ** 2) / diameter ** 2
      const macula = 1 - 0.3 * Math.exp(-far / 0.006) + 0.25 * Math.exp(-far / 0.000004)
      const weave =
        0.045 * (broad?.data[i] ?? 0) +
        0.028 * (middle?.data[i] ?? 0) +
        0.014 * (fine?.data[i] ?? 0)
      red[i] = tone.red * lamp * (1 + 0.5 * weave) * (1 - 0.3 * (1 - macula))
      green[i] = tone.green * lamp * (1 + weave) * macula
      blue[i] = tone.blue * lamp * (1 + weave) * macula
    }
  return { ...size, planes }
}

/** Blood absorbs most of the green and little of the red. */
function absorb({ planes: [red, green, blue] }: Colours, taken: Float32Array) {
  for (let i = 0; i < taken.length; i++) {
    const share = taken[i] ?? 0
    if (share === 0) continue
    red[i] = (red[i] ?? 0) * (1 - 0.45 * share)
    green[i] = (green[i] ?? 0) * (1 - share)
    blue[i] = (blue[i] ?? 0) * (1 - 0.8 * share)
  }
}

function fieldOf(
  { width, height }: { width: number; height: number },
  [cx, cy]: Spot,
  diameter: number,
) {
  const field = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if ((x - cx) ** 2 + (y - cy) ** 2 <= (diameter / 2) ** 2) field[y * width + x] = 1
  return field
}

/** Lens and sensor: blur, the camera's mask, noise. */
function develop(
  { width, height, planes }: Colours,
  field: Uint8Array,
  random: () => number,
  sigma: number,
  noise: number,
): Uint8Array {
  const rgb = new Uint8Array(3 * width * height)
  for (const [c, data] of planes.entries()) {
    const photographed = sigma > 0.3 ? blurred({ width, height, data }, sigma).data : data
    for (let i = 0; i < field.length; i++) {
      const value =
        (field[i] ? 255 * (photographed[i] ?? 0) : 2) +
        noise * (field[i] ? normal(random) : random() / 2)
      rgb[3 * i + c] = Math.min(255, Math.max(0, Math.round(value)))
    }
  }
  return rgb
}
