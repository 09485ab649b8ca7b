import { canvas, type Made } from './whole-pictures.ts'

const LINES = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((at) => at / 10)

/** Lines in a picture of this size, as programs draw them over a photograph. */
const drawnOver =
  (path: (width: number, height: number) => string, stroke: string): Made =>
  (picture) => {
    const { width, height } = picture
    const part = { of: picture, left: 0, top: 0, width }
    const lines = `<path d="${path(width, height)}" stroke="${stroke}" stroke-width="2"/>`
    return canvas({ width, height }, '#000', [part], lines)
  }

const grid = (w: number, h: number) =>
  LINES.map((at) => `M${at * w} 0V${h}M0 ${at * h}H${w}`).join('')

/** A field with lines over it that no eye has. */
export const OVERLAID: Record<string, Made> = {
  'under a white grid': drawnOver(grid, '#fff'),
  'under a green grid': drawnOver(grid, '#0f0'),
  'under a ruler': drawnOver(
    (w, h) =>
      `M${0.2 * w} ${0.6 * h}H${0.8 * w}${Array.from({ length: 25 }, (_, at) => `M${w * (0.2 + 0.025 * at)} ${0.6 * h}v-${at % 5 ? 8 : 16}`).join('')}`,
    '#fff',
  ),
  'under a line from side to side': drawnOver((w, h) => `M0 ${0.4 * h}H${w}`, '#ff0'),
}
