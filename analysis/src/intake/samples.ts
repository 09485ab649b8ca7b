import { setImmediate as breathe } from 'node:timers/promises'

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

/** So many values take some milliseconds. */
const STEP = 65_536

/** Does something of all values a step at a time: whoever else the thread serves waits for one step. */
export async function inSteps(
  count: number,
  work: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += STEP) {
    if (from > 0) await breathe()
    work(from, Math.min(count, from + STEP))
  }
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

/** The same of a whole picture. */
export async function rangeInSteps(
  data: Samples['data'],
): Promise<{ least: number; most: number }> {
  const all = { least: Infinity, most: -Infinity }
  await inSteps(data.length, (from, to) => {
    const { least, most } = rangeOf(data.subarray(from, to))
    all.least = Math.min(all.least, least)
    all.most = Math.max(all.most, most)
  })
  return all
}

/** Depths in which devices take pictures, bits. */
const DEPTHS = [8, 10, 12, 14, 16, 24, 32]

/** The bits that values up to `most` were taken with, where they lie in wider words. */
export const bitsOf = (most: number, stated: number): number =>
  Math.min(stated, DEPTHS.find((bits) => most < 2 ** bits) ?? stated)

export const clamp = (value: number): number => Math.min(255, Math.max(0, Math.round(value)))

/** Values in the place of others, by a table that begins at `least`. */
export async function byTable(
  data: Samples['data'],
  table: Uint8Array,
  least: number,
): Promise<Uint8Array> {
  const pixels = new Uint8Array(data.length)
  await inSteps(data.length, (from, to) => {
    for (let i = from; i < to; i++) pixels[i] = table[(data[i] ?? 0) - least] ?? 0
  })
  return pixels
}

/**
 * Colours of any depth in 8 bits. Shares from 0 to 1 are told from whole values by their range, and
 * values of 10, 12 or 14 bits in wider words by their largest.
 */
export async function inEightBits({
  data,
  bits,
}: Pick<Samples, 'data' | 'bits'>): Promise<Uint8Array> {
  if (data instanceof Uint8Array && bits === 8) return data
  const { most } = await rangeInSteps(data)
  const full = data instanceof Float32Array && most <= 1 ? 1 : 2 ** bitsOf(most, bits) - 1
  const factor = 255 / Math.max(full, Number.MIN_VALUE)
  const pixels = new Uint8Array(data.length)
  await inSteps(data.length, (from, to) => {
    for (let i = from; i < to; i++) pixels[i] = clamp((data[i] ?? 0) * factor)
  })
  return pixels
}
