import type { Grey } from '../image.ts'
import { resample } from '../resample.ts'

/** Smooth random values of a given size: mean 0, spread about 1, features of `grain` px. */
export function texture(
  random: () => number,
  size: { width: number; height: number },
  grain: number,
): Grey {
  const width = Math.max(4, Math.round(size.width / grain))
  const height = Math.max(4, Math.round(size.height / grain))
  const coarse = Float32Array.from({ length: width * height }, () => 3.4 * (random() - 0.5))
  const data = resample(coarse, width, 1, { x: 0, y: 0, width, height }, size)
  return { ...size, data }
}

/** Roughly normal noise from two uniform numbers, spread 1. */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
