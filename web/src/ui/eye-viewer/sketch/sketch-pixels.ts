import type { Size, XY } from '../view.ts'
import type { Sketch, Stroke } from './sketch.ts'
import { curveOf } from './curve.ts'
import { move, fill, stamp } from './mask-strokes.ts'

/** A mask with the one px in which a place lies. */
export function pixelAt(size: Size, image: Size, at: XY): Uint8Array {
  const data = new Uint8Array(size.width * size.height)
  setPlace(data, size, size.width / image.width, at)
  return data
}

function setPlace(data: Uint8Array, { width, height }: Size, ratio: number, [x, y]: XY): void {
  const px = (value: number, most: number) =>
    Math.min(most - 1, Math.max(0, Math.floor(value * ratio)))
  data.fill(0)
  data[px(y, height) * width + px(x, width)] = 255
}

/** One byte for each px of the mask: 255 inside. */
export function pixelsOfSketch(
  sketch: Pick<Sketch, 'size' | 'start' | 'strokes' | 'held'>,
  image: Size,
): Uint8Array {
  const { size } = sketch
  const data = sketch.start?.slice() ?? new Uint8Array(size.width * size.height)
  const ratio = size.width / image.width
  for (const stroke of sketch.strokes.slice(0, sketch.held)) paint(data, size, ratio, stroke)
  return data
}

/** A stroke on the mask; `ratio`: px of the mask for one px of the image. */
function paint(data: Uint8Array, size: Size, ratio: number, stroke: Stroke): void {
  if (stroke.tool === 'clear') {
    data.fill(0)
    return
  }
  if (stroke.tool === 'move') {
    move(
      data,
      size,
      stroke.by.map((far) => Math.round(far * ratio)),
    )
    return
  }
  if (stroke.tool === 'place') {
    setPlace(data, size, ratio, stroke.at)
    return
  }
  // The middle of the first px of an image lies at a half.
  const points = stroke.points.map(([x, y]): XY => [x * ratio - 0.5, y * ratio - 0.5])
  if (stroke.tool === 'outline') {
    if (stroke.alone) data.fill(0)
    fill(data, size, curveOf(points))
    return
  }
  const value = stroke.tool === 'brush' ? 255 : 0
  for (const [index, to] of points.entries())
    stamp(data, size, points[Math.max(0, index - 1)] ?? to, to, stroke.radius * ratio, value)
}
