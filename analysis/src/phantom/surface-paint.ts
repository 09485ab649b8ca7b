import type { Spot } from '../geometry/circle.ts'
import { nearLine } from './raster.ts'
import { nearPatch, type DrawnStaining } from './staining.ts'
import { mix, nearDot, type Light, type Places, type Scene, type Size } from './surface-scene.ts'
import { texture } from './texture.ts'

/** Skin, sclera with its vessels, iris and pupil, and the dye that films the whole eye. */
export function paintEye(
  random: () => number,
  scene: Scene,
  places: Places,
  size: Size,
  { tissue, dye }: Light,
): void {
  const { width, height } = size
  const between = (low: number, high: number) => low + (high - low) * random()
  const [broad, middle, fine, film] = [3, 12, 60, between(5, 14)].map((parts) =>
    texture(random, size, width / parts),
  )
  const bands = texture(random, { width, height: height * 3 }, width / between(4, 24))
  const streaks = random() < 0.4 ? between(0.2, 0.6) : 0.18
  const folds = between(0, 0.4)
  const tone = {
    skin: between(0.05, 0.45),
    sclera: random() < 0.3 ? between(0.1, 0.25) : between(0.3, 1.5),
    iris: between(0.05, 0.3),
    pupil: between(0.02, 0.14),
    film: random() < 0.5 ? between(0.03, 0.09) : between(0.09, 0.5),
    white: random() < 0.4 ? 0 : between(0, 0.2),
    // The dye on the sclera, as a share of the film on the cornea.
    wash: random() < 0.6 ? between(0.2, 0.5) : between(0.5, 1.4),
  }
  const limbus = between(0.03, 0.14)
  const scar = {
    x: between(-0.6, 0.6),
    y: between(-0.6, 0.6),
    size: between(0.1, 0.5),
    tone: random() < 0.25 ? between(0.1, 0.4) : 0,
  }
  for (let at = 0; at < width * height; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const [b, m, f] = [broad?.data[at] ?? 0, middle?.data[at] ?? 0, fine?.data[at] ?? 0]
    const [inside, far] = [places.inside[at] ?? 0, places.far[at] ?? 0]
    // The folds of the lids run along their borders.
    const fold = folds * Math.sin((70 * inside) / width + 2 * b)
    const skin = tone.skin * Math.max(0.1, 1 + 0.35 * b + 0.3 * m + 0.14 * f + fold)
    const sclera = tone.sclera * Math.max(0.2, 1 + 0.12 * b + 0.12 * m + 0.06 * f)
    const angle = Math.atan2(y - scene.cornea.y, x - scene.cornea.x)
    const radial = Math.sin(37 * angle + 3 * m) * Math.sin(61 * angle + 2 * b)
    const [u, v] = [(x - scene.cornea.x) / scene.cornea.rx, (y - scene.cornea.y) / scene.cornea.ry]
    const haze = scar.tone * Math.exp(-((u - scar.x) ** 2 + (v - scar.y) ** 2) / scar.size ** 2)
    const iris =
      mix((far - scene.pupil) / 0.06, tone.pupil, tone.iris * (1 + 0.15 * radial + 0.15 * m)) + haze
    const eyeball = mix((far - 1 + limbus) / (2 * limbus), iris, sclera)
    const edge = mix(inside / (0.05 * width), 0.55, 1)
    tissue[at] = mix((inside + 2) / 4, skin, eyeball * edge)
    const striped = bands.data[3 * y * width + x] ?? 0
    const onCornea = mix((1.02 - far) / 0.08, tone.wash, 1)
    const weave = Math.max(0, 1 + 0.35 * (film?.data[at] ?? 0) + streaks * striped)
    const brim = tone.white * Math.exp(-(((far - 1) / 0.05) ** 2))
    dye[at] = inside > 0 ? (tone.film * onCornea + brim) * weave : 0.04 * tone.film
  }
  paintVesselsOfSclera(random, scene, places, size, tissue)
}

/** Dark branching lines that run over the sclera toward the cornea. */
function paintVesselsOfSclera(
  random: () => number,
  scene: Scene,
  places: Places,
  size: Size,
  tissue: Float32Array,
): void {
  const { cornea } = scene
  const count = Math.round(8 + 30 * random())
  for (let i = 0; i < count; i++) {
    const start = 2 * Math.PI * random()
    const points: Spot[] = []
    let bend = start
    for (let far = 1.9; far > 1.02 + 0.4 * random(); far -= 0.05) {
      bend += 0.09 * (random() - 0.5)
      points.push([
        cornea.x + far * cornea.rx * Math.cos(bend),
        cornea.y + far * cornea.ry * Math.sin(bend),
      ])
    }
    const breadth = size.width * (0.0008 + 0.002 * random())
    const strength = 0.15 + 0.4 * random()
    nearLine(points, breadth + 1, size, (at, far) => {
      if ((places.inside[at] ?? 0) <= 0) return
      const cover = Math.min(1, breadth + 1 - far)
      tissue[at] = Math.min(tissue[at] ?? 0, (tissue[at] ?? 0) * (1 - 0.25 * strength * cover))
    })
  }
}

/** Patches with a glow around them and worn places inside, and dots. */
export function paintStain(
  random: () => number,
  places: Places,
  drawn: DrawnStaining,
  size: Size,
  { tissue, dye }: Light,
): void {
  const { width } = size
  const rough = texture(random, size, width / 25)
  const grain = texture(random, size, width / 110)
  const amount = 0.35 + 0.95 * random()
  const halo = random() < 0.5 ? 0.5 * random() : 0
  const spread = width * (0.005 + 0.025 * random())
  const soft = width * (0.0012 + 0.005 * random() ** 2)
  for (const patch of drawn.patches) {
    const own = amount * (0.7 + 0.6 * random())
    nearPatch(patch, 3 * spread, size, (at, depth) => {
      if ((places.inside[at] ?? 0) <= 0) return
      // A patch may reach over the limbus.
      const outside = mix(((places.far[at] ?? 0) - 1.08) / 0.06, 1, 0.15)
      const inner = mix((depth + soft / 2) / soft, 0, 1)
      const worn = 1 - patch.worn * mix(0.5 + 1.5 * (grain.data[at] ?? 0), 0, 0.75)
      const glow = depth < 0 ? halo * Math.exp(-((depth / spread) ** 2)) : halo
      const body = inner * worn * (1 + 0.14 * (rough.data[at] ?? 0))
      dye[at] = Math.max(dye[at] ?? 0, own * outside * Math.max(body, glow))
      tissue[at] = (tissue[at] ?? 0) * (1 - 0.5 * inner * worn)
    })
  }
  for (const dot of drawn.dots) {
    const own = amount * (0.35 + 0.65 * random())
    const fade = 0.5 + 0.35 * dot.radius
    nearDot(dot, fade, size, (at, far) => {
      if ((places.inside[at] ?? 0) <= 0 || (places.far[at] ?? 0) > 1) return
      const cover = mix((dot.radius + fade / 2 - far) / fade, 0, 1) * Math.min(1, 1.6 * dot.radius)
      dye[at] = (dye[at] ?? 0) * (1 - cover) + Math.max(dye[at] ?? 0, own) * cover
    })
  }
}

/** Dark lashes from the lids, some with a bright edge. */
export function paintLashes(
  random: () => number,
  scene: Scene,
  size: Size,
  { tissue, dye }: Light,
): void {
  const count = Math.round(70 * random())
  for (let i = 0; i < count; i++) {
    const upper = random() < 0.65
    const u = 2 * random() - 1
    const arch = (1 - u * u) ** 0.75
    let x = scene.x + u * scene.half
    let y = scene.y + scene.tilt * u * scene.half + (upper ? -scene.up : scene.down) * arch
    let angle =
      (upper ? -1 : 1) * (Math.PI / 2) + 0.9 * u * (upper ? 1 : -1) + 0.5 * (random() - 0.5)
    const over = random() < 0.12
    if (over) angle += Math.PI
    const points: Spot[] = []
    const bend = 0.12 * (random() - 0.5)
    for (let k = 0; k < 12; k++) {
      points.push([x, y])
      angle += bend
      x += 0.011 * size.width * Math.cos(angle)
      y += 0.011 * size.width * Math.sin(angle)
    }
    const breadth = size.width * (0.001 + 0.0015 * random())
    const bright = random() < 0.15
    nearLine(points, breadth + 0.7, size, (at, far) => {
      const cover = Math.min(1, breadth + 0.7 - far)
      tissue[at] = mix(cover, tissue[at] ?? 0, bright ? 0.9 : 0.02)
      dye[at] = (dye[at] ?? 0) * (1 - 0.85 * cover)
    })
  }
}
