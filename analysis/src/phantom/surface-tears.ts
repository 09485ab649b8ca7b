import type { Eye } from '@mingmou/contract'
import type { Spot } from '../geometry/circle.ts'
import { nearLine } from './raster.ts'
import { mix, nearDot, type Light, type Places, type Scene, type Size } from './surface-scene.ts'
import { texture } from './texture.ts'

/** The tear film's brim along the lids, the pool in the corner, strands on lids and sclera, and stained conjunctiva. */
export function paintTears(
  random: () => number,
  scene: Scene,
  places: Places,
  eye: Eye,
  size: Size,
  light: Light,
): void {
  const { dye } = light
  const { width, height } = size
  const between = (low: number, high: number) => low + (high - low) * random()
  const strong = between(0.35, 1.4)
  const brim = {
    lower: width * (random() < 0.3 ? between(0.03, 0.09) : between(0.006, 0.03)),
    upper: width * between(0.001, 0.014),
    lowerDye: strong * (random() < 0.15 ? 0.6 : 1),
    upperDye: strong * between(0, 0.9),
    skin: width * between(0.002, 0.02),
    // A thin film fades, a full one ends sharply.
    power: random() < 0.5 ? 2 : 6,
  }
  const nasal = eye === 'OD' ? 1 : -1
  const pool = {
    x: scene.x + nasal * scene.half * between(0.75, 1),
    y: scene.y + nasal * scene.tilt * scene.half + between(0, 0.2) * scene.down,
    rx: scene.half * between(0.05, 0.3),
    ry: scene.down * between(0.05, 0.35),
    dye: random() < 0.7 ? strong * between(0.3, 1) : 0,
  }
  const rough = texture(random, size, width / 40)
  const broad = texture(random, size, width / 8)
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const [inside, upper] = [places.inside[at] ?? 0, places.upper[at] === 1]
    const breadth =
      (upper ? brim.upper : brim.lower) *
      (1 + 0.3 * (broad.data[at] ?? 0) + 0.08 * (rough.data[at] ?? 0))
    const amount = upper ? brim.upperDye : brim.lowerDye
    const far = Math.abs(inside - 0.4 * breadth) / (inside > 0 ? Math.max(0.5, breadth) : brim.skin)
    let glow = amount * Math.exp(-(far ** brim.power)) * (inside > 0 ? 1 : 0.6)
    const inPool = Math.hypot((x - pool.x) / pool.rx, (y - pool.y) / pool.ry)
    glow = Math.max(
      glow,
      pool.dye *
        mix((1.1 + 0.35 * (broad.data[at] ?? 0) - inPool) / 0.3, 0, 1) *
        (1 + 0.2 * (rough.data[at] ?? 0)),
    )
    dye[at] = Math.max(dye[at] ?? 0, glow)
  }
  paintConjunctiva(random, scene, places, size, light)
  paintStrands(random, scene, places, size, dye, strong)
}

/** Stained conjunctiva: a crescent along the limbus, patches and dots beside it. None of it is staining of the cornea. */
function paintConjunctiva(
  random: () => number,
  scene: Scene,
  places: Places,
  size: Size,
  { tissue, dye }: Light,
): void {
  const { cornea } = scene
  const between = (low: number, high: number) => low + (high - low) * random()
  const rough = texture(random, size, size.width / between(20, 70))
  const stain = (at: number, amount: number) => {
    if ((places.inside[at] ?? 0) <= 0) return
    const beyond = mix(((places.far[at] ?? 0) - 0.99) / 0.05, 0, 1)
    const cover = Math.max(0, amount * beyond * (1 + 0.3 * (rough.data[at] ?? 0)))
    dye[at] = Math.max(dye[at] ?? 0, cover)
    tissue[at] = (tissue[at] ?? 0) * (1 - 0.5 * Math.min(1, cover))
  }
  const beside = (): Spot => {
    const [angle, far] = [2 * Math.PI * random(), between(1.05, 1.6)]
    return [
      cornea.x + far * cornea.rx * Math.cos(angle),
      cornea.y + far * cornea.ry * Math.sin(angle),
    ]
  }
  if (random() < 0.4) {
    const crescent = {
      dye: between(0.3, 1.1),
      far: between(1, 1.1),
      breadth: between(0.02, 0.1),
      angle: 2 * Math.PI * random(),
      open: between(-0.8, 0.8),
    }
    for (let at = 0; at < dye.length; at++) {
      const off = ((places.far[at] ?? 0) - crescent.far) / crescent.breadth
      if (Math.abs(off) > 2.5) continue
      const [x, y] = [(at % size.width) - cornea.x, Math.floor(at / size.width) - cornea.y]
      const along = Math.cos(Math.atan2(y, x) - crescent.angle)
      stain(at, crescent.dye * Math.exp(-(off ** 2)) * mix((along - crescent.open) / 0.3, 0, 1))
    }
  }
  const patches = random() < 0.5 ? Math.ceil(3 * random()) : 0
  for (let i = 0; i < patches; i++) {
    const [x, y] = beside()
    const [rx, ry] = [cornea.rx * between(0.05, 0.3), cornea.ry * between(0.08, 0.5)]
    const amount = between(0.3, 1.1)
    nearDot({ x, y, radius: 1.3 * Math.max(rx, ry) }, 0, size, (at) => {
      const far = Math.hypot(((at % size.width) - x) / rx, (Math.floor(at / size.width) - y) / ry)
      stain(at, amount * mix((1.1 + 0.25 * (rough.data[at] ?? 0) - far) / 0.15, 0, 1))
    })
  }
  const dots = random() < 0.4 ? Math.round(60 * random()) : 0
  for (let i = 0; i < dots; i++) {
    const [x, y] = beside()
    const radius = cornea.rx * between(0.006, 0.035)
    const amount = between(0.2, 0.9)
    nearDot({ x, y, radius }, 0.7, size, (at, far) => {
      stain(at, amount * mix((radius + 0.7 - far) / 0.9, 0, 1))
    })
  }
}

function paintStrands(
  random: () => number,
  scene: Scene,
  places: Places,
  size: Size,
  dye: Float32Array,
  strong: number,
): void {
  const count = Math.round(12 * random())
  for (let i = 0; i < count; i++) {
    let [x, y] = [
      scene.x + scene.half * (2.2 * random() - 1.1),
      scene.y + scene.down * (2.4 * random() - 1.1),
    ]
    let angle = random() < 0.6 ? (random() - 0.5) * 0.8 : 2 * Math.PI * random()
    const points: Spot[] = []
    const steps = 4 + Math.round(14 * random())
    for (let k = 0; k < steps; k++) {
      points.push([x, y])
      angle += 0.4 * (random() - 0.5)
      x += 0.02 * size.width * Math.cos(angle)
      y += 0.02 * size.width * Math.sin(angle)
    }
    const breadth = size.width * (0.0006 + 0.003 * random() ** 2)
    const amount = strong * (0.15 + 0.6 * random())
    nearLine(points, 2 * breadth + 0.7, size, (at, far) => {
      // A strand lies on lids and conjunctiva, seldom on the cornea.
      if ((places.far[at] ?? 0) < 1 && i > 0) return
      dye[at] = Math.max(dye[at] ?? 0, amount * Math.exp(-((far / breadth) ** 2)))
    })
  }
}
