/** px of the image; the axes lie along its sides. */
/** A drawn dot of staining, px of the image. */
export interface DrawnDot {
  x: number
  y: number
  radius: number
}

export interface Ellipse {
  x: number
  y: number
  rx: number
  ry: number
}

export interface Size {
  width: number
  height: number
}

/** The light of one drawing, share of full: what the tissue sends back, and what the dye in it glows. */
export interface Light {
  tissue: Float32Array
  dye: Float32Array
}

export interface Scene {
  cornea: Ellipse
  /** Radius of the pupil, share of the cornea's. */
  pupil: number
  /** The line between the corners of the lids: its middle, half its length, its slope. */
  x: number
  y: number
  half: number
  tilt: number
  /** The greatest distance of each lid from that line. */
  up: number
  down: number
}

/** Of every pixel, row by row. */
export interface Places {
  /** px from the nearer lid up or down: positive between the lids. */
  inside: Float32Array
  /** 1 where that lid is the upper one. */
  upper: Uint8Array
  /** Distance from the middle of the cornea, 1 on the limbus. */
  far: Float32Array
}

export function sceneOf(random: () => number, { width, height }: Size): Scene {
  const between = (low: number, high: number) => low + (high - low) * random()
  const rx = between(0.17, 0.36) * width
  const cornea = {
    x: width * between(0.34, 0.66),
    y: height * between(0.38, 0.62),
    rx,
    ry: rx * between(0.88, 1.02),
  }
  const wide = random() < 0.7
  const half = rx * between(1.4, 2)
  return {
    cornea,
    pupil: between(0.22, 0.5),
    x: cornea.x + rx * between(-0.3, 0.3),
    y: cornea.y + cornea.ry * between(0, 0.25),
    half,
    tilt: between(-0.14, 0.14),
    up: cornea.ry * (wide ? between(1.02, 1.45) : between(0.55, 1.1)),
    down: cornea.ry * (wide ? between(0.95, 1.35) : between(0.65, 1)),
  }
}

export function placesOf(scene: Scene, { width, height }: Size): Places {
  const count = width * height
  const places = {
    inside: new Float32Array(count),
    upper: new Uint8Array(count),
    far: new Float32Array(count),
  }
  for (let at = 0; at < count; at++) {
    const [px, py] = [at % width, Math.floor(at / width)]
    const u = (px - scene.x) / scene.half
    const along = py - scene.y - scene.tilt * (px - scene.x)
    const arch = Math.abs(u) < 1 ? (1 - u * u) ** 0.75 : (1 - Math.abs(u)) * 0.6
    const [above, below] = [along + scene.up * arch, scene.down * arch - along]
    places.inside[at] = Math.min(above, below)
    places.upper[at] = Number(above < below)
    places.far[at] = fromMiddle(scene.cornea, px, py)
  }
  return places
}

/** Distance from the middle of the cornea, 1 on the limbus. */
export function fromMiddle({ x, y, rx, ry }: Ellipse, px: number, py: number): number {
  return Math.hypot((px - x) / rx, (py - y) / ry)
}

/** Calls `paint` with every pixel within `soft` px of a dot's border, and its distance from the middle. */
export function nearDot(
  { x, y, radius }: DrawnDot,
  soft: number,
  { width, height }: Size,
  paint: (at: number, far: number) => void,
): void {
  const reach = Math.max(0.71, radius + soft)
  const [top, bottom] = [Math.max(0, Math.ceil(y - reach)), Math.min(height - 1, y + reach)]
  const [left, right] = [Math.max(0, Math.ceil(x - reach)), Math.min(width - 1, x + reach)]
  for (let py = top; py <= bottom; py++)
    for (let px = left; px <= right; px++) {
      const far = Math.hypot(px - x, py - y)
      if (far <= reach) paint(py * width + px, far)
    }
}

/** From `a` to `b` as `t` goes from 0 to 1. */
export const mix = (t: number, a: number, b: number) => a + (b - a) * Math.min(1, Math.max(0, t))
