import type { Eye } from '@mingmou/contract'
import { blurred } from '../filters.ts'
import type { Grey, Picture } from '../image.ts'
import { randomFrom } from '../random.ts'
import { writeCaption } from './caption.ts'
import {
  nearPatch,
  placeStaining,
  STAININGS,
  type DrawnStaining,
  type Staining,
} from './staining.ts'
import { paintEye, paintLashes, paintStain } from './surface-paint.ts'
import {
  fromMiddle,
  mix,
  nearDot,
  placesOf,
  sceneOf,
  type Ellipse,
  type Light,
  type Places,
  type Scene,
  type Size,
} from './surface-scene.ts'
import { paintTears } from './surface-tears.ts'
import { normal } from './texture.ts'

export interface SurfaceOptions {
  /** px; the height is two thirds of it unless given. */
  width?: number
  height?: number
  eye?: Eye
  staining?: Staining
  /** Blue light and dye, blue light alone, or white light. */
  light?: 'dye' | 'blue' | 'white'
  /** Standard deviation of a blur, as a share of the width, and of noise, in grey levels of 255. */
  blur?: number
  noise?: number
  caption?: string
}

/** The exact truth of the drawing. Masks are 1 where the middle of a pixel lies inside. */
export interface SurfaceTruth {
  eye: Eye
  staining: Staining
  /** The whole cornea, also under the lids. */
  cornea: Ellipse
  /** What shows between the lids. */
  opening: Grey<Uint8Array>
  /** Staining that shows on the cornea: patches, and dots. */
  patch: Grey<Uint8Array>
  dots: Grey<Uint8Array>
  drawn: DrawnStaining
}

/** A drawn photograph of an eye stained with fluorescein, in blue light. The same seed and options draw the same picture. */
export function drawSurface(
  seed: number,
  options: SurfaceOptions = {},
): { image: Picture; truth: SurfaceTruth } {
  const random = randomFrom(seed)
  const width = options.width ?? 768
  const size = { width, height: options.height ?? Math.round((2 * width) / 3) }
  const eye = options.eye ?? (random() < 0.5 ? 'OD' : 'OS')
  const staining = options.staining ?? STAININGS[Math.floor(STAININGS.length * random())] ?? 'none'
  const scene = sceneOf(random, size)
  const drawn = placeStaining(Math.floor(2 ** 31 * random()), staining, scene.cornea)
  const places = placesOf(scene, size)
  const truth = truthOf(size, scene, places, eye, staining, drawn)
  const light: Light = {
    tissue: new Float32Array(size.width * size.height),
    dye: new Float32Array(size.width * size.height),
  }
  paintEye(random, scene, places, size, light)
  paintTears(random, scene, places, eye, size, light)
  paintStain(random, places, drawn, size, light)
  paintLashes(random, scene, size, light)
  if (options.light === 'blue' || options.light === 'white') light.dye.fill(0)
  const glare = paintGlare(random, scene, size)
  const image = shown(random, size, light, glare, scene, options)
  if (options.caption) writeCaption(image, options.caption)
  return { image, truth }
}

function truthOf(
  size: Size,
  scene: Scene,
  { inside, far }: Places,
  eye: Eye,
  staining: Staining,
  drawn: DrawnStaining,
): SurfaceTruth {
  const blank = (): Grey<Uint8Array> => ({
    ...size,
    data: new Uint8Array(size.width * size.height),
  })
  const truth = { opening: blank(), patch: blank(), dots: blank() }
  for (const [at, depth] of inside.entries()) truth.opening.data[at] = Number(depth > 0)
  const shows = (at: number) => truth.opening.data[at] === 1 && (far[at] ?? 0) <= 1
  for (const patch of drawn.patches)
    nearPatch(patch, 0, size, (at, depth) => {
      if (depth > 0 && shows(at)) truth.patch.data[at] = 1
    })
  for (const dot of drawn.dots)
    nearDot(dot, 0, size, (at, distance) => {
      if (distance <= dot.radius && shows(at)) truth.dots.data[at] = 1
    })
  return { eye, staining, cornea: scene.cornea, drawn, ...truth }
}

/** White reflexes of the lamp on the cornea, and small ones on wet skin and along the lids; share of full light. */
function paintGlare(random: () => number, scene: Scene, size: Size): Float32Array {
  const glare = new Float32Array(size.width * size.height)
  const { cornea } = scene
  const lamp = random() < 0.9 ? 1 + Math.round(random() * random() * 2) : 0
  for (let i = 0; i < lamp; i++) {
    const radius = size.width * (0.006 + 0.014 * random())
    const x = cornea.x + cornea.rx * (1.1 * random() - 0.55)
    const y = cornea.y + cornea.ry * (0.9 * random() - 0.6)
    const [sx, sy] = [0.6 + 0.7 * random(), 0.8 + 1.4 * random() ** 2]
    nearDot({ x, y, radius: radius * 3 }, 0, size, (at) => {
      const far =
        Math.hypot(((at % size.width) - x) / sx, (Math.floor(at / size.width) - y) / sy) / radius
      glare[at] = Math.max(glare[at] ?? 0, mix((1.1 - far) / 0.3, 0, 1), 0.5 * Math.exp(-far * far))
    })
  }
  const small = Math.round(110 * random() ** 2)
  for (let i = 0; i < small; i++) {
    const near = random() < 0.5
    const x = near ? scene.x + scene.half * (2.2 * random() - 1.1) : size.width * random()
    const y = near ? scene.y + scene.down * (2.4 * random() - 1.1) : size.height * random()
    if (fromMiddle(cornea, x, y) < 0.8 && random() < 0.9) continue
    const radius = size.width * (0.0008 + 0.003 * random() ** 2)
    const bright = 0.3 + 0.7 * random()
    nearDot({ x, y, radius }, 0.6, size, (at, far) => {
      glare[at] = Math.max(glare[at] ?? 0, bright * Math.min(1, radius + 0.6 - far))
    })
  }
  return glare
}

const BLUE_LIGHT = {
  tissue: (random: () => number) => [0.03 + 0.06 * random(), 0.2 + 0.26 * random(), 1] as const,
  dye: (random: () => number) => [0.36 + 0.32 * random(), 1, 0.08 + 0.25 * random()] as const,
}

/** Camera: the lamp's field, colour, saturation, blur, noise. */
function shown(
  random: () => number,
  size: Size,
  light: Light,
  glare: Float32Array,
  scene: Scene,
  options: SurfaceOptions,
): Picture {
  const { width, height } = size
  const between = (low: number, high: number) => low + (high - low) * random()
  const white = options.light === 'white'
  const tissueColour = white
    ? ([1, 0.72 + 0.15 * random(), 0.6 + 0.2 * random()] as const)
    : BLUE_LIGHT.tissue(random)
  const dyeColour = BLUE_LIGHT.dye(random)
  const lamp = lampOf(random, scene, size)
  const exposure = between(0.65, 1.5)
  const gamma = between(0.8, 1.25)
  const sigma = (options.blur ?? between(0.0002, 0.0022)) * width
  const noise = options.noise ?? between(1, 6)
  const rgb = new Uint8Array(3 * width * height)
  for (const c of [0, 1, 2] as const) {
    const plane = new Float32Array(width * height)
    for (let at = 0; at < plane.length; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const lit = exposure * lamp(x, y)
      const sent =
        lit * ((light.tissue[at] ?? 0) * tissueColour[c] + (light.dye[at] ?? 0) * dyeColour[c])
      // Bright light of one colour spills into the others.
      const spill =
        0.45 * Math.max(0, lit * ((light.tissue[at] ?? 0) + (light.dye[at] ?? 0)) - 0.85)
      plane[at] = (1 - Math.exp(-1.5 * Math.max(0, sent + spill))) * 1.15 + (glare[at] ?? 0)
    }
    const soft = sigma > 0.3 ? blurred({ width, height, data: plane }, sigma).data : plane
    for (let at = 0; at < plane.length; at++) {
      const value = 255 * Math.min(1, soft[at] ?? 0) ** gamma + noise * normal(random)
      rgb[3 * at + c] = Math.min(255, Math.max(0, Math.round(value)))
    }
  }
  return { width, height, rgb }
}

/** The slit lamp's field: broad and dim at the border, or a wide beam with straight sides. */
function lampOf(
  random: () => number,
  scene: Scene,
  { width }: Size,
): (x: number, y: number) => number {
  const between = (low: number, high: number) => low + (high - low) * random()
  const middle = {
    x: scene.cornea.x + scene.cornea.rx * between(-0.4, 0.4),
    y: scene.cornea.y + scene.cornea.ry * between(-0.3, 0.3),
  }
  const broad = width * between(0.45, 1.1)
  if (random() < 0.7)
    return (x, y) => Math.exp(-((x - middle.x) ** 2 + (y - middle.y) ** 2) / broad ** 2)
  const [left, right] = [between(1.05, 1.9), between(1.02, 1.9)].map(
    (share) => share * scene.cornea.rx,
  )
  const soft = width * between(0.01, 0.05)
  const round = scene.cornea.ry * between(1.2, 2)
  return (x, y) => {
    const beam =
      mix((x - scene.cornea.x + (left ?? 0)) / soft, 0.06, 1) *
      mix(((right ?? 0) - x + scene.cornea.x) / soft, 0.06, 1)
    return beam * mix((1.2 - Math.abs(y - middle.y) / round) / 0.3, 0.15, 1)
  }
}
