/** Decoded values of a picture as they are stored, pixel by pixel. */
export interface Samples {
  width: number
  height: number
  channels: 1 | 3
  data: Uint8Array | Uint16Array | Int16Array | Float32Array
  /** Bits of a value, as the file says. */
  bits: number
}

/** 8-bit pixels of one or three channels. */
export interface Raster {
  pixels: Uint8Array
  width: number
  height: number
  channels: 1 | 3
}

/** The least and the largest value. Values that are no numbers are passed over. */
export function rangeOf(data: Samples['data']): { least: number; most: number } {
  let least = Infinity
  let most = -Infinity
  for (const value of data) {
    if (value < least) least = value
    if (value > most) most = value
  }
  return { least, most }
}

/** Depths in which devices take pictures, bits. */
const DEPTHS = [8, 10, 12, 14, 16, 24, 32]

/** The bits that values up to `most` were taken with, where they lie in wider words. */
export const bitsOf = (most: number, stated: number): number =>
  Math.min(stated, DEPTHS.find((bits) => most < 2 ** bits) ?? stated)

export const clamp = (value: number): number => Math.min(255, Math.max(0, Math.round(value)))

/** Values in the place of others, by a table that begins at `from`. */
export function byTable(data: Samples['data'], table: Uint8Array, from = 0): Uint8Array {
  const pixels = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) pixels[i] = table[(data[i] ?? 0) - from] ?? 0
  return pixels
}

/**
 * Colours of any depth in 8 bits. Shares from 0 to 1 are told from whole values by their range, and
 * values of 10, 12 or 14 bits in wider words by their largest.
 */
export function inEightBits({ data, bits }: Pick<Samples, 'data' | 'bits'>): Uint8Array {
  if (data instanceof Uint8Array && bits === 8) return data
  const { most } = rangeOf(data)
  const full = data instanceof Float32Array && most <= 1 ? 1 : 2 ** bitsOf(most, bits) - 1
  const factor = 255 / Math.max(full, Number.MIN_VALUE)
  const pixels = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) pixels[i] = clamp((data[i] ?? 0) * factor)
  return pixels
}
