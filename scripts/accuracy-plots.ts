import type { Curve } from '../analysis/src/cards.ts'
import { asked, type Card } from './accuracy-cards.ts'

/** The pictures of `docs/accuracy.md`: SVG from what the cards hold, nothing else. */

const INK = '#1b2733'
const QUIET = '#5b6b7a'
const FIRST = '#1f6fb2'
const SECOND = '#c2571a'

const told = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

interface Words {
  size?: number
  fill?: string
  anchor?: 'start' | 'middle' | 'end'
  turned?: boolean
}
const words = (
  [x, y]: readonly [number, number],
  text: string,
  { size = 13, fill = INK, anchor = 'middle', turned = false }: Words = {},
) =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}"${
    turned ? ` transform="rotate(-90 ${x} ${y})"` : ''
  }>${told(text)}</text>`

const picture = (
  [width, height]: readonly [number, number],
  title: string,
  parts: readonly string[],
) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="Helvetica, Arial, sans-serif">
<title>${told(title)}</title>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${words([width / 2, 24], title, { size: 15 })}
${parts.join('\n')}
</svg>
`

const STAGES = [0, 1, 2, 3, 4]
const SET = 'IDRiD'
const countsOf = (card: Card, stage: number): number[] =>
  [
    asked(card, {
      figure: `stage ${stage}: photographs told 0, 1, 2, 3, 4 and without a stage`,
      set: SET,
    })[0]?.value ?? [],
  ].flat()

/** How many photographs of each graded stage were told each stage. */
export function stagesOf(card: Card): string {
  const [left, top, side, high] = [150, 96, 68, 46]
  const cells = STAGES.flatMap((stage) => {
    const counts = countsOf(card, stage)
    const all = counts.reduce((sum, count) => sum + count, 0)
    const y = top + stage * high
    return [
      words([left - 12, y + 28], `stage ${stage} (n ${all})`, { anchor: 'end' }),
      ...counts.flatMap((count, at) => {
        const share = count / all
        const x = left + at * side + (at > 4 ? 10 : 0)
        return [
          `<rect x="${x}" y="${y}" width="${side - 3}" height="${high - 3}" fill="${FIRST}" fill-opacity="${(0.04 + 0.86 * share).toFixed(2)}"${at === stage ? ` stroke="${INK}" stroke-width="1.5"` : ''}/>`,
          words([x + side / 2 - 1, y + 28], String(count), { fill: share > 0.75 ? '#fff' : INK }),
        ]
      }),
    ]
  })
  const heads = [...STAGES.map((stage) => `stage ${stage}`), 'no stage'].map((head, at) =>
    words([left + at * side + side / 2 + (at > 4 ? 10 : 0), top - 10], head),
  )
  return picture([590, 362], 'Photographs of each graded stage, by the stage told', [
    words([left + 2.5 * side, 58], 'told by the program', { fill: QUIET }),
    words([20, top + 2.5 * high], 'given by the grader', { fill: QUIET, turned: true }),
    ...heads,
    ...cells,
    words([295, 348], 'IDRiD. A frame marks agreement; the shade is the share of the row.', {
      size: 12,
      fill: QUIET,
    }),
  ])
}

type Point = [x: number, y: number]
const SIDE = 340
const ORIGIN: Point = [70, 52]
const placed = ([x, y]: Point): Point => [ORIGIN[0] + x * SIDE, ORIGIN[1] + (1 - y) * SIDE]
const at = (point: Point) => placed(point).map((value) => value.toFixed(1))

/** A square of two shares, with the diagonal. */
function square(across: string, up: string): string[] {
  const ticks = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const [left, bottom] = placed([0, 0])
  return [
    ...ticks.flatMap((tick) => {
      const [x] = placed([tick, 0])
      const [, y] = placed([0, tick])
      return [
        `<path d="M${x} ${bottom}V${bottom - SIDE}M${left} ${y}H${left + SIDE}" stroke="#e3e8ed"/>`,
        words([x, bottom + 18], String(tick), { size: 12, fill: QUIET }),
        words([left - 8, y + 4], String(tick), { size: 12, fill: QUIET, anchor: 'end' }),
      ]
    }),
    `<path d="M${at([0, 0]).join(' ')}L${at([1, 1]).join(' ')}" stroke="#9aa7b3" stroke-dasharray="5 5"/>`,
    words([left + SIDE / 2, bottom + 40], across),
    words([22, bottom - SIDE / 2], up, { turned: true }),
  ]
}

const line = (points: readonly Point[], colour: string) =>
  `<polyline points="${points.map((point) => at(point).join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`
const dot = (point: Point, radius: number, colour: string) => {
  const [x, y] = at(point)
  return `<circle cx="${x}" cy="${y}" r="${radius.toFixed(1)}" fill="${colour}" fill-opacity="0.75"/>`
}

/** The bins of a chance that a card keeps. */
interface Bins {
  name: string
  colour: string
  bins: Curve
}
const positives = ({ observed, n }: { observed: number; n: number }) => Math.round(observed * n)

/** Sensitivity and false alarms where the cut lies at the lower end of each bin: counts, none drawn between. */
function rocOf(bins: Bins['bins']): Point[] {
  const ill = bins.reduce((sum, bin) => sum + positives(bin), 0)
  const well = bins.reduce((sum, bin) => sum + bin.n - positives(bin), 0)
  const falling = [...bins].sort((a, b) => b.predicted - a.predicted)
  const points: Point[] = [[0, 0]]
  let [found, alarmed] = [0, 0]
  for (const bin of falling) {
    found += positives(bin)
    alarmed += bin.n - positives(bin)
    points.push([alarmed / well, found / ill])
  }
  return points
}

const key = (curves: readonly Bins[], [x, y]: Point) =>
  curves.flatMap(({ name, colour }, row) => [
    `<circle cx="${x}" cy="${y + row * 20 - 4}" r="5" fill="${colour}"/>`,
    words([x + 12, y + row * 20], name, { anchor: 'start', size: 12 }),
  ])

export const roc = (curves: readonly Bins[], of: string) =>
  picture([440, 470], `${of}: found and falsely alarmed`, [
    ...square('false alarms: 1 - specificity', 'sensitivity'),
    ...curves.flatMap(({ bins, colour }) => {
      const points = rocOf(bins)
      return [line(points, colour), ...points.map((point) => dot(point, 3.5, colour))]
    }),
    ...key(curves, [206, 352]),
    words([220, 460], 'Points are the cuts at which the cards count; lines only join them.', {
      size: 12,
      fill: QUIET,
    }),
  ])

export function calibration(curves: readonly Bins[]): string {
  const numbers = curves.flatMap(({ bins }) => bins.map(({ n }) => n))
  return picture([440, 470], 'Referable retinopathy: chance told and true share', [
    ...square('chance told', 'share that is referable'),
    ...curves.flatMap(({ bins, colour }) => [
      line(
        bins.map(({ predicted, observed }): Point => [predicted, observed]),
        colour,
      ),
      ...bins.map(({ predicted, observed, n }) =>
        dot([predicted, observed], 2 + Math.sqrt(n), colour),
      ),
    ]),
    ...key(curves, [206, 352]),
    words(
      [220, 460],
      `A dot grows with its number of photographs, ${Math.min(...numbers)} to ${Math.max(...numbers)}.`,
      {
        size: 12,
        fill: QUIET,
      },
    ),
  ])
}

export function binsOf(
  card: Card,
  name: string,
  colour: 'first' | 'second',
  of = 'referable',
): Bins {
  const bins = (card.calibration_curve ?? []).filter(({ label }) => label === of)
  if (bins.length === 0) throw new Error(`${card.task}: no curve of ${of}`)
  return { name, colour: colour === 'first' ? FIRST : SECOND, bins }
}
