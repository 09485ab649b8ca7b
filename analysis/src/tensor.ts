import { fieldMask, type Field } from './field.ts'
import type { Grey, Picture } from './image.ts'
import { resample } from './resample.ts'

/** A photograph as a network takes it: the field's box at working scale, padded right and below. */
export interface NetworkInput {
  /** [1, 3, paddedHeight, paddedWidth], RGB, 0..1 */
  image: Float32Array
  /** [1, 1, paddedHeight, paddedWidth], 0 or 1 */
  field: Float32Array
  paddedWidth: number
  paddedHeight: number
  /** 1 inside the field, at working scale without the padding. */
  mask: Grey<Uint8Array>
  /** px of the working scale for one px of the image */
  ratio: number
}

/** Side of the photograph that is brought to the working diameter, px: the field's longer side where it is seen whole. */
function scaleOf({ diameter, box, outline }: Field): number {
  const longer = Math.max(box.width, box.height)
  return outline > 0 ? Math.max(longer, diameter) : longer
}

/** Crops to the field, resizes so that its diameter is `fieldDiameter` px, pads to multiples of `multiple`. */
export function toNetwork(
  picture: Picture,
  field: Field,
  fieldDiameter: number,
  multiple: number,
): NetworkInput {
  const ratio = fieldDiameter / scaleOf(field)
  const width = Math.max(1, Math.round(field.box.width * ratio))
  const height = Math.max(1, Math.round(field.box.height * ratio))
  const paddedWidth = Math.ceil(width / multiple) * multiple
  const paddedHeight = Math.ceil(height / multiple) * multiple
  const rgb = resample(picture.rgb, picture.width, 3, field.box, { width, height })
  const mask = fieldMask(field, width, height)
  const plane = paddedWidth * paddedHeight
  const image = new Float32Array(3 * plane)
  const inside = new Float32Array(plane)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = y * width + x
      const to = y * paddedWidth + x
      inside[to] = mask.data[from] ?? 0
      for (let c = 0; c < 3; c++)
        image[c * plane + to] = Math.min(1, Math.max(0, (rgb[3 * from + c] ?? 0) / 255))
    }
  return { image, field: inside, paddedWidth, paddedHeight, mask, ratio }
}
