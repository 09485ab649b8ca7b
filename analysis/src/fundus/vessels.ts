import { inField, type Field } from '../field.ts'
import type { Grey, Picture } from '../image.ts'
import type { VesselModel } from '../models.ts'
import { resample } from '../resample.ts'
import { toNetwork } from '../tensor.ts'

/** Vessels at the network's scale, over the field's box. */
export interface VesselMap {
  /** Probability 0..1, zero outside the field. */
  probability: Grey
  /** 1 where the probability reaches the model's threshold. */
  vessels: Grey<Uint8Array>
  /** 1 inside the field of view. */
  field: Grey<Uint8Array>
  /** px of the map for one px of the image */
  ratio: number
}

export async function findVessels(
  picture: Picture,
  field: Field,
  model: VesselModel,
): Promise<VesselMap> {
  const input = toNetwork(picture, field, model.fieldDiameter, model.multiple)
  const { paddedWidth, paddedHeight, mask, ratio } = input
  const { width, height } = mask
  const padded = await model.run(input.image, input.field, paddedWidth, paddedHeight)
  const data = new Float32Array(width * height)
  for (let y = 0; y < height; y++)
    data.set(padded.subarray(y * paddedWidth, y * paddedWidth + width), y * width)
  const vessels = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) vessels[i] = Number((data[i] ?? 0) >= model.threshold)
  return {
    probability: { width, height, data },
    vessels: { width, height, data: vessels },
    field: mask,
    ratio,
  }
}

/** Grey value of a probability: 128 from the threshold on, 255 for certain. */
function greyOf(probability: number, threshold: number): number {
  if (probability < threshold) return Math.max(0, Math.floor((128 * probability) / threshold))
  return Math.min(255, 128 + Math.floor((128 * (probability - threshold)) / (1 - threshold)))
}

/**
 * The map on the photograph's own grid, `width` x `height` px, 8 bit; zero outside the field.
 * Not by sharp, whose enlarging moves a picture by half a pixel.
 */
export function toImageSize(
  { probability: { width, height, data: known } }: VesselMap,
  field: Field,
  size: { width: number; height: number },
  threshold: number,
): Grey<Uint8Array> {
  const { box } = field
  const grey = new Float32Array(known.length)
  for (let i = 0; i < grey.length; i++) grey[i] = greyOf(known[i] ?? 0, threshold)
  const enlarged = resample(grey, width, 1, { x: 0, y: 0, width, height }, box)
  const data = new Uint8Array(size.width * size.height)
  for (let y = 0; y < box.height; y++) {
    const row = y * box.width
    const top = (box.y + y) * size.width + box.x
    for (let x = 0; x < box.width; x++) {
      const value = Math.round(enlarged[row + x] ?? 0)
      if (value > 0 && inField(field, box.x + x, box.y + y)) data[top + x] = Math.min(255, value)
    }
  }
  return { width: size.width, height: size.height, data }
}
