import type { Picture } from '../image.ts'
import { randomFrom } from '../random.ts'
import { texture } from './texture.ts'

export const NOT_FUNDUS = ['plain', 'stripes', 'gradient', 'noise', 'surface', 'octa'] as const
export type NotFundus = (typeof NOT_FUNDUS)[number]

type Shade = (x: number, y: number, at: number) => readonly [number, number, number]

/** A drawn picture that is no fundus photograph. */
export function drawNotFundus(
  seed: number,
  kind: NotFundus,
  { width = 640, height = 480 }: { width?: number; height?: number } = {},
): Picture {
  const random = randomFrom(seed)
  const shade = shadeOf(kind, random, { width, height })
  const rgb = new Uint8Array(3 * width * height)
  for (let at = 0; at < width * height; at++) {
    const colour = shade((at % width) / width, Math.floor(at / width) / height, at)
    for (const [c, value] of colour.entries())
      rgb[3 * at + c] = Math.min(255, Math.max(0, Math.round(255 * value)))
  }
  return { width, height, rgb }
}

function shadeOf(
  kind: NotFundus,
  random: () => number,
  size: { width: number; height: number },
): Shade {
  const tint = [random(), random(), random()] as const
  if (kind === 'plain') return () => tint
  if (kind === 'noise') return () => [random(), random(), random()]
  if (kind === 'gradient') return (x, y) => [tint[0] * x, tint[1] * y, tint[2] * (1 - x)]
  if (kind === 'stripes') {
    const words = Array.from({ length: 4096 }, () => random() < 0.7)
    return (x, y) => {
      const line = Math.floor(y * 24)
      const ink =
        y * 24 - line < 0.6 &&
        x > 0.08 &&
        x < 0.92 &&
        words[(97 * line + Math.floor(90 * x)) % 4096]
      return ink ? [0.1, 0.1, 0.12] : [0.97, 0.97, 0.96]
    }
  }
  const weave = texture(random, size, size.width / 40)
  if (kind === 'octa') {
    const dust = texture(random, size, size.width / 150)
    return (x, y, at) => {
      const far = Math.hypot(x - 0.5, y - 0.5)
      const vessel =
        Math.abs(weave.data[at] ?? 0) < 0.12 ? 0.75 : 0.25 + 0.12 * (dust.data[at] ?? 0)
      const grey = far < 0.07 ? 0.05 : vessel
      return [grey, grey, grey]
    }
  }
  return (x, y, at) => {
    const [u, v] = [x - 0.5, (y - 0.5) * 1.1]
    const far = Math.hypot(u, v)
    const stain = far < 0.27 && (weave.data[at] ?? 0) > 0.8 ? 0.5 : 0
    const lid = Math.abs(v) > 0.42 - 0.3 * u * u
    if (lid) return [0.03, 0.08, 0.25]
    return far < 0.28 ? [0.05, 0.3 + stain, 0.5] : [0.15, 0.35, 0.8 + 0.05 * (weave.data[at] ?? 0)]
  }
}
