import { blurred } from '../filters.ts'
import type { Picture } from '../image.ts'

type Spoil = (picture: Picture, scan: 3 | 6, random: () => number) => Picture

/** A scan whose grey at each pixel `of` says anew, 0..255. */
function regreyed(picture: Picture, of: (grey: Float32Array) => Float32Array): Picture {
  const { width, height, rgb } = picture
  const grey = Float32Array.from({ length: width * height }, (_, at) => rgb[3 * at] ?? 0)
  const made = of(grey)
  return {
    ...picture,
    rgb: Uint8Array.from(rgb, (_, at) =>
      Math.round(Math.min(255, Math.max(0, made[Math.floor(at / 3)] ?? 0))),
    ),
  }
}

/** `um`: standard deviation on the retina. */
const soft =
  (um: number): Spoil =>
  (picture, scan) =>
    regreyed(picture, (data) => {
      const { width, height } = picture
      const px = (um / 1000) * (Math.max(width, height) / scan)
      return blurred({ width, height, data }, px).data
    })

const dark =
  (light: number): Spoil =>
  (picture) =>
    regreyed(picture, (grey) => grey.map((value) => value * light))

/** Bright lines across this share of the rows: the eye moved. */
const moved =
  (share: number): Spoil =>
  (picture, _, random) =>
    regreyed(picture, (grey) => {
      const lines = Uint8Array.from({ length: picture.height }, () => Number(random() < share))
      return grey.map((value, at) => value + 90 * (lines[Math.floor(at / picture.width)] ?? 0))
    })

/** Light that rises and falls by this share, twice over the height. */
const banded =
  (share: number): Spoil =>
  (picture) =>
    regreyed(picture, (grey) =>
      grey.map((value, at) => {
        const y = Math.floor(at / picture.width) / picture.height
        return value * (1 + share * Math.sin(4 * Math.PI * y))
      }),
    )

/** Scans spoiled in steps, each worse than the one before of its kind. */
export const SPOILS: readonly { kind: string; step: string; spoil: Spoil }[] = [
  ...[6, 10, 14, 18, 24, 32].map((um) => ({
    kind: 'blurred',
    step: `blurred by ${um} um`,
    spoil: soft(um),
  })),
  ...[0.7, 0.5, 0.35, 0.2, 0.1].map((light) => ({
    kind: 'darkened',
    step: `at ${light} of its light`,
    spoil: dark(light),
  })),
  ...[0.04, 0.08, 0.16, 0.3].map((share) => ({
    kind: 'moved',
    step: `lines of motion in ${share} of its rows`,
    spoil: moved(share),
  })),
  ...[0.15, 0.3, 0.5, 0.7].map((share) => ({
    kind: 'banded',
    step: `banded by ${share}`,
    spoil: banded(share),
  })),
]
