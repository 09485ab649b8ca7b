import { canvas, type Made } from './whole-pictures.ts'

const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => at / 10)

/** Lines in a picture of this size, as programs draw them over a photograph. */
const drawnOver =
  (path: (width: number, height: number) => string, stroke: string, breadth = 2): Made =>
  (picture) => {
    const { width, height } = picture
    const part = { of: picture, left: 0, top: 0, width }
    const lines = `<path d="${path(width, height)}" stroke="${stroke}" stroke-width="${breadth}" fill="none"/>`
    return canvas({ width, height }, '#000', [part], lines)
  }

const grid = (w: number, h: number) =>
  LINES.map((at) => `M${at * w} 0V${h}M0 ${at * h}H${w}`).join('')

/** The circles and the diagonals by which maps of the macula are parted (ETDRS), of 1, 3 and 6 mm. */
const rings = (stroke: string, breadth?: number): Made =>
  drawnOver(
    (w, h) => {
      const [x, y, side] = [0.5 * w, 0.5 * h, Math.min(w, h)]
      const circle = (radius: number) =>
        `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`
      const [near, far] = [0.028 * side, 0.163 * side]
      const diagonal = (dx: number, dy: number) =>
        `M${x + dx * near} ${y + dy * near}L${x + dx * far} ${y + dy * far}`
      const diagonals = [diagonal(1, 1), diagonal(1, -1), diagonal(-1, 1), diagonal(-1, -1)]
      return [0.04, 0.115, 0.23].map((share) => circle(share * side)).join('') + diagonals.join('')
    },
    stroke,
    breadth,
  )

/** Words in the field, as tall as this share of the picture. */
const lettered =
  (size: number, fill: string, opacity = 1): Made =>
  (picture) => {
    const { width, height } = picture
    const part = { of: picture, left: 0, top: 0, width }
    const words = `<text x="${0.28 * width}" y="${0.75 * height}" font-size="${size * height}" fill="${fill}" fill-opacity="${opacity}">OD 2026-01-02 12:33</text>`
    return canvas({ width, height }, '#000', [part], words)
  }

/** A small picture of another eye in the field. */
const inset =
  (share: number, left: number, top: number): Made =>
  (picture, other) => {
    const { width, height } = picture
    const own = { of: picture, left: 0, top: 0, width }
    const at = { left: Math.round(left * width), top: Math.round(top * height) }
    return canvas({ width, height }, '#000', [
      own,
      { of: other, ...at, width: Math.round(share * width) },
    ])
  }

/** A field with something over it that no eye has. */
export const OVERLAID: Record<string, Made> = {
  'under white rings': rings('#fff'),
  'under green rings': rings('#0f0'),
  'under yellow rings': rings('#ff0'),
  'under black rings': rings('#000'),
  'under thin grey rings': rings('#888', 1),
  'under thin light rings': rings('#ccc', 1),
  'with a date in white': lettered(0.04, '#fff'),
  'with a date in yellow': lettered(0.04, '#ff0'),
  'with a date in red': lettered(0.04, '#f00'),
  'with a date in black': lettered(0.04, '#000'),
  'with an arrow': drawnOver(
    (w, h) =>
      `M${0.4 * w} ${0.3 * h}L${0.5 * w} ${0.42 * h}m0 ${-0.05 * h}v${0.05 * h}h${-0.05 * h}`,
    '#0ff',
  ),
  'with a small picture in it': inset(0.15, 0.4, 0.55),
  'with a picture in it': inset(0.3, 0.35, 0.4),
  'under a white grid': drawnOver(grid, '#fff'),
  'under a green grid': drawnOver(grid, '#0f0'),
  'under a ruler': drawnOver(
    (w, h) =>
      `M${0.2 * w} ${0.6 * h}H${0.8 * w}${Array.from({ length: 25 }, (_, at) => `M${w * (0.2 + 0.025 * at)} ${0.6 * h}v-${at % 5 ? 8 : 16}`).join('')}`,
    '#fff',
  ),
  'under a line from side to side': drawnOver((w, h) => `M0 ${0.4 * h}H${w}`, '#ff0'),
}
