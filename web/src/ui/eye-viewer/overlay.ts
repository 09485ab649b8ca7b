/** A map's own threshold. A pixel at or above it belongs to the finding. */
export const THRESHOLD = 128
/** Opacity of a pixel at the threshold. It rises with certainty. */
const FAINTEST = 120

export interface Rgb {
  r: number
  g: number
  b: number
}

export function parseColor(color: string): Rgb {
  const hex = /^#?([0-9a-f]{6})$/i.exec(color)?.[1] ?? 'ffffff'
  const value = Number.parseInt(hex, 16)
  return { r: value >> 16, g: (value >> 8) & 255, b: value & 255 }
}

/**
 * Opacity of a probability. It is zero below the threshold, so that the page shows what was
 * measured.
 */
export function alphaOf(probability: number): number {
  if (probability < THRESHOLD) return 0
  return Math.round(FAINTEST + ((255 - FAINTEST) * (probability - THRESHOLD)) / (255 - THRESHOLD))
}

/** Turns the RGBA pixels of a grey probability map into one colour of varying opacity, in place. */
export function colourise(pixels: Uint8ClampedArray, color: string): void {
  const { r, g, b } = parseColor(color)
  const shades = Uint8ClampedArray.from({ length: 4 * 256 }, (_, at) => {
    const probability = Math.floor(at / 4)
    return [r, g, b, alphaOf(probability)][at % 4] ?? 0
  })
  // A pixel is written as one word, not as four bytes.
  const words = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length / 4)
  const of = new Uint32Array(shades.buffer)
  for (let at = 0; at < words.length; at++) words[at] = of[pixels[4 * at] ?? 0] ?? 0
}

/** px of the map: a spot, a gap and a line around both. */
const RING = { inner: 2, outer: 4 }

/** Replaces everything above the threshold with a ring around it; RGBA pixels, in place. */
export function ringed({
  data,
  width,
  height,
}: Pick<ImageData, 'data' | 'width' | 'height'>): void {
  const near = new Uint8Array(width * height)
  const disk = places(RING.outer)
  for (let at = 0; at < near.length; at++) {
    if ((data[4 * at] ?? 0) < THRESHOLD) continue
    const x = at % width
    for (const [dx, dy, level] of disk) {
      const row = (at - x) / width + dy
      if (x + dx < 0 || x + dx >= width || row < 0 || row >= height) continue
      const place = row * width + x + dx
      near[place] = Math.max(near[place] ?? 0, level)
    }
  }
  for (let at = 0; at < near.length; at++) data[4 * at] = near[at] === 1 ? 255 : 0
}

/** The pixels within a ring's outer radius of a pixel: 1 on the ring, 2 within it. */
function places(radius: number): (readonly [dx: number, dy: number, level: 1 | 2])[] {
  const side = Array.from({ length: 2 * radius + 1 }, (_, i) => i - radius)
  return side
    .flatMap((dy) => side.map((dx) => [dx, dy] as const))
    .filter(([dx, dy]) => Math.hypot(dx, dy) <= radius + 0.5)
    .map(([dx, dy]) => [dx, dy, Math.hypot(dx, dy) <= RING.inner + 0.5 ? 2 : 1])
}
