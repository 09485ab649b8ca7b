import { ImageRefused } from './refused.ts'

/** Levels within which a picture shows nothing: the noise of a sensor behind a closed lid, and of compression. */
const SPAN = 6
/** Of the pixels this share may lie outside: a word or a frame on a black picture. */
const APART = 0.002
/** A picture of fewer pixels is a sample or an icon, in which nobody looks for anything, px. */
const LEAST_PIXELS = 32 * 32

/**
 * Refuses a picture of one value: black, white or of one colour.
 * @param pixels of its preview, `channels` values each
 */
export function requireContent(pixels: Uint8Array, channels: number): void {
  if (pixels.length < LEAST_PIXELS * channels) return
  for (let channel = 0; channel < Math.min(channels, 3); channel++) {
    const counts = new Uint32Array(256)
    for (let i = channel; i < pixels.length; i += channels) count(counts, pixels[i] ?? 0)
    if (spanOf(counts) > SPAN) return
  }
  throw new ImageRefused('image_blank')
}

const count = (counts: Uint32Array, level: number) => {
  counts[level] = (counts[level] ?? 0) + 1
}

/** The narrowest span of levels that holds nearly all pixels. */
function spanOf(counts: Uint32Array): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  const needed = total * (1 - APART)
  let held = 0
  let least = 255
  for (let low = 0, high = 0; high < 256; high++) {
    held += counts[high] ?? 0
    while (held - (counts[low] ?? 0) >= needed) held -= counts[low++] ?? 0
    if (held >= needed) least = Math.min(least, high - low)
  }
  return least
}
