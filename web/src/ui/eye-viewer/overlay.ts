/** A map's own threshold: from here on a pixel belongs to the finding. */
export const THRESHOLD = 128
/** Opacity of a pixel just at the threshold; certainty adds the rest. */
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

/** Opacity of a probability: nothing below the threshold, so that what is seen is what was measured. */
export function alphaOf(probability: number): number {
  if (probability < THRESHOLD) return 0
  return Math.round(FAINTEST + ((255 - FAINTEST) * (probability - THRESHOLD)) / (255 - THRESHOLD))
}

/** Turns the RGBA pixels of a grey probability map into one colour of varying opacity, in place. */
export function colourise(pixels: Uint8ClampedArray, color: string): void {
  const { r, g, b } = parseColor(color)
  for (let i = 0; i < pixels.length; i += 4) {
    const alpha = alphaOf(pixels[i] ?? 0)
    pixels[i] = r
    pixels[i + 1] = g
    pixels[i + 2] = b
    pixels[i + 3] = alpha
  }
}
