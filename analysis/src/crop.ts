import { fieldMask, inField, type Field } from './field.ts'
import type { Box, Grey, Picture } from './image.ts'
import { resampleRows } from './resample.ts'

/** A part of a photograph at the scale of a network. */
export interface Crop {
  /** The part shown, px of the image. */
  box: Box
  /** px of the crop for one px of the image */
  ratio: number
  width: number
  height: number
  /** Red, green and blue, one plane after the other, or grey alone, 0..1 */
  rgb: Float32Array
  /** 1 inside the field of view */
  inside: Grey<Uint8Array>
}

/** A photograph, perhaps reduced, and its field of view in px of that picture. */
export interface Source {
  picture: Picture
  field: Field
}

/** Side that is brought to the working diameter, px: the longer side of a field that is seen whole. */
function scaleOf({ diameter, box, outline }: Field): number {
  const longer = Math.max(box.width, box.height)
  return outline > 0 ? Math.max(longer, diameter) : longer
}

/** The box of the field, brought to `diameter` px. `field` is in px of the photograph, and so is the place of the crop. */
export function fieldCrop(source: Source, field: Field, diameter: number): Crop {
  const { picture } = source
  const ratio = diameter / scaleOf(field)
  const width = Math.max(1, Math.round(field.box.width * ratio))
  const height = Math.max(1, Math.round(field.box.height * ratio))
  const rgb = planesOf(picture, source.field.box, { width, height })
  const inside = fieldMask(field, width, height)
  return { box: field.box, ratio, width, height, rgb, inside }
}

/** The whole photograph, its longer side brought to `longest` px. */
export function wholeCrop(picture: Picture, longest: number): Crop {
  const { width, height } = picture
  const ratio = longest / Math.max(width, height)
  const size = {
    width: Math.max(1, Math.round(width * ratio)),
    height: Math.max(1, Math.round(height * ratio)),
  }
  const box = { x: 0, y: 0, width, height }
  const inside = { ...size, data: new Uint8Array(size.width * size.height).fill(1) }
  return { box, ratio, ...size, rgb: planesOf(picture, box, size), inside }
}

/** The square of `side` px around a place, brought to `size` px; black beyond the photograph. */
export function squareCrop(
  { picture, field }: Source,
  [x, y]: readonly [number, number],
  side: number,
  size: number,
): Crop {
  const whole = Math.max(2, Math.round(side))
  const from = (at: number) => Math.round(at + 0.5 - whole / 2)
  const box = { x: from(x), y: from(y), width: whole, height: whole }
  const inside = new Uint8Array(size * size)
  const step = whole / size
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      const px = box.x + (column + 0.5) * step - 0.5
      const py = box.y + (row + 0.5) * step - 0.5
      inside[row * size + column] = Number(inField(field, px, py))
    }
  const target = { width: size, height: size }
  const square = { width: whole, height: whole, rgb: cutOut(picture, box) }
  const rgb = planesOf(square, { ...box, x: 0, y: 0 }, target)
  return { box, ratio: size / whole, ...target, rgb, inside: { ...target, data: inside } }
}

function cutOut({ width, height, rgb }: Picture, box: Box): Uint8Array {
  const out = new Uint8Array(3 * box.width * box.height)
  const left = Math.max(0, box.x)
  const right = Math.min(width, box.x + box.width)
  for (let y = Math.max(0, box.y); y < Math.min(height, box.y + box.height) && right > left; y++) {
    const row = rgb.subarray(3 * (y * width + left), 3 * (y * width + right))
    out.set(row, 3 * ((y - box.y) * box.width + left - box.x))
  }
  return out
}

/** A part of a picture, brought to a size: its planes, 0..1. A lane reads them where they are. */
function planesOf(
  { width, rgb }: Picture,
  box: Box,
  target: { width: number; height: number },
): Float32Array {
  const plane = target.width * target.height
  const bytes = 3 * plane * Float32Array.BYTES_PER_ELEMENT
  const planes = new Float32Array(new SharedArrayBuffer(bytes))
  const [red, green, blue] = [0, 1, 2].map((c) => planes.subarray(c * plane, (c + 1) * plane))
  if (!red || !green || !blue) return planes
  resampleRows(rgb, width, 3, box, target, (row, y) => {
    for (let i = y * target.width, from = 0; from < row.length; i++, from += 3) {
      red[i] = unit(row[from] ?? 0)
      green[i] = unit(row[from + 1] ?? 0)
      blue[i] = unit(row[from + 2] ?? 0)
    }
  })
  return planes
}

function unit(value: number): number {
  const share = value / 255
  return share > 1 ? 1 : share > 0 ? share : 0
}
