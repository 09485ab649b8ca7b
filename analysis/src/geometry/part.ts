import type { Spot } from './circle.ts'
import type { Box, Grey } from '../image.ts'

/** A map over a part of the photograph: `box` px of the image, brought to the map's size. Zero outside the field. */
export interface PartMap<T extends Uint8Array | Float32Array = Float32Array> extends Grey<T> {
  box: Box
  /** px of the map for one px of the image */
  ratio: number
}

/** Every output is calibrated so that this is its best cut. */
export const CUT = 0.5

interface Placed {
  width: number
  height: number
  box: Box
}

/** px of the image for one px of the map, along both axes */
function steps({ width, height, box }: Placed): Spot {
  return [box.width / width, box.height / height]
}

/** px of the image for one px of the map */
export function stepOf(map: Placed): number {
  const [across, down] = steps(map)
  return (across + down) / 2
}

/** A place of the map, in px of the image. */
export function toImage(map: Placed, [x, y]: Spot): Spot {
  const [across, down] = steps(map)
  return [map.box.x + (x + 0.5) * across - 0.5, map.box.y + (y + 0.5) * down - 0.5]
}

/** A place of the image, in px of the map. */
export function toMap(map: Placed, [x, y]: Spot): Spot {
  const [across, down] = steps(map)
  return [(x - map.box.x + 0.5) / across - 0.5, (y - map.box.y + 0.5) / down - 0.5]
}

function pixelOf({ width, height, data }: Grey, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : (data[y * width + x] ?? 0)
}

/** Bilinear; 0 outside. */
export function valueAt(map: Grey, x: number, y: number): number {
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const left = pixelOf(map, x0, y0)
  const low = pixelOf(map, x0, y0 + 1)
  const top = left + (x - x0) * (pixelOf(map, x0 + 1, y0) - left)
  return top + (y - y0) * (low + (x - x0) * (pixelOf(map, x0 + 1, y0 + 1) - low) - top)
}

/** 1 where the map reaches the cut. */
export function maskOf({ width, height, data }: PartMap, cut = CUT): Grey<Uint8Array> {
  const mask = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) mask[i] = (data[i] ?? 0) >= cut ? 1 : 0
  return { width, height, data: mask }
}
