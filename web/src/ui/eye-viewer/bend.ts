import { type Lines, type Mark, placeIn, type Transform } from '@mingmou/contract'
import type { Size, XY } from './view.ts'

/** How a picture is bent so that it lies over another: `from` is its own size, `to` that of the other. */
export interface Bend {
  transform: Transform
  from: Size
  to: Size
}

/** Cells along each side: within one, a quadratic transform is straight to a fraction of a px. */
const CELLS = 24
/** px by which cells overlap, so that no seam shows. */
const OVERLAP = 1.5
/** Longest side of a bent picture, px. */
const LONGEST = 4096

/** The picture as it lies over the other, in the other's shape. Opaque pictures only: cells overlap. */
export function bent(source: ImageBitmap, { transform, from, to }: Bend): OffscreenCanvas {
  const larger = Math.max(1, source.width / from.width)
  const most = LONGEST / Math.max(to.width, to.height)
  const ratio = Math.min(larger, Math.max(1, most))
  const canvas = new OffscreenCanvas(Math.round(to.width * ratio), Math.round(to.height * ratio))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'medium'
  const [across, down] = [source.width / from.width, source.height / from.height]
  const at = (x: number, y: number): XY => {
    const [px, py] = placeIn(transform, [x / across, y / down], from)
    return [(px * canvas.width) / to.width, (py * canvas.height) / to.height]
  }
  const [width, height] = [source.width / CELLS, source.height / CELLS]
  for (let cell = 0; cell < CELLS * CELLS; cell++) {
    const x = (cell % CELLS) * width
    const y = Math.floor(cell / CELLS) * height
    const left = at(x, y + height / 2)
    const right = at(x + width, y + height / 2)
    const above = at(x + width / 2, y)
    const below = at(x + width / 2, y + height)
    const [a, b] = [(right[0] - left[0]) / width, (right[1] - left[1]) / width]
    const [c, d] = [(below[0] - above[0]) / height, (below[1] - above[1]) / height]
    const [mx, my] = at(x + width / 2, y + height / 2)
    const [hx, hy] = [x + width / 2, y + height / 2]
    context.setTransform(a, b, c, d, mx - a * hx - c * hy, my - b * hx - d * hy)
    const [l, t] = [Math.max(0, x - OVERLAP), Math.max(0, y - OVERLAP)]
    const w = Math.min(source.width, x + width + OVERLAP) - l
    const h = Math.min(source.height, y + height + OVERLAP) - t
    context.drawImage(source, l, t, w, h, l, t, w, h)
  }
  return canvas
}

/** The lines as they lie over the other picture. */
export function bentLines(lines: Lines, { transform, from }: Bend): Lines {
  const at = (place: readonly [number, number]) => placeIn(transform, place, from)
  const mark = (mark: Mark): Mark => {
    switch (mark.kind) {
      case 'outline':
        return { ...mark, points: mark.points.map(at) }
      case 'line':
        return { ...mark, from: at(mark.from), to: at(mark.to) }
      case 'cross':
        return { ...mark, at: at(mark.at) }
      case 'ring': {
        const [middle, side] = [at(mark.at), at([mark.at[0] + mark.radius, mark.at[1]])]
        const radius = Math.hypot(side[0] - middle[0], side[1] - middle[1])
        return { ...mark, at: middle, radius }
      }
    }
  }
  return { ...lines, marks: lines.marks.map(mark) }
}
