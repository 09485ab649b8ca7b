import sharp, { type Color, type Sharp } from 'sharp'

/** A picture of two colours: one of a single colour is refused. */
export function twoHalves(
  width: number,
  height: number,
  background: Color,
  other: Color = '#c84',
): Sharp {
  const half = { width: Math.ceil(width / 2), height, channels: 3, background: other } as const
  return sharp({ create: { width, height, channels: 3, background } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ])
}
