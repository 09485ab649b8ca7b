/**
 * Compares the network's vessel widths with the photographs: `npx tsx
 * analysis/fit/fundus/widths.ts [--write]`. Prints its widths over the widths at half the
 * vessel's depth in green. The places are clear ones in the photographs kept from training, of six
 * cameras. The depth is measured below a straight line between both sides. The width reaches from
 * the outermost crossing to the outermost, so that the bright reflex of an artery does not count.
 * The camera blurs narrow vessels: their width at half depth is that of the blur. Where people drew
 * the vessels, it also prints their widths at the same places. With --write the figures go into the
 * card of the vessels.
 */
import { parseArgs } from 'node:util'
import type { Figure } from '../../src/cards.ts'
import type { Spot } from '../../src/geometry/circle.ts'
import { findField } from '../../src/field.ts'
import { decode, type Picture } from '../../src/image.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { keptAside, MODELS } from '../../src/testing/files.ts'
import { fileOf, labelOf, mapOf } from '../../src/testing/labels.ts'
import { toImage, valueAt } from '../../src/geometry/part.ts'
import { treeOf } from '../../src/fundus/measure/tree.ts'
import { widthsOf, type Width } from '../../src/geometry/width.ts'
import { predictVessels } from '../../src/fundus/predict.ts'
import type { PartMap } from '../../src/geometry/part.ts'
import { thousandth } from '../told.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/widths.ts'
const SETS = ['drive', 'stare', 'hrf', 'drishti', 'hei-med', 'idrid']
/** The folder of people's drawings, and the least value of a vessel in them. */
const DRAWN: Readonly<Record<string, readonly [folder: string, from: number]>> = {
  drive: ['vessels', 128],
  stare: ['vessels', 128],
  hrf: ['av', 1],
}
/** px of the map between two samples across a vessel, and the offsets along it that are averaged. */
const STEP = 0.25
const ALONG = [-2, -1, 0, 1, 2]
/** Grey levels. The edges of a fainter vessel are lost in noise. */
const LEAST_DEPTH = 8
/** The most that a map shows on a clear background. */
const CLEAR = 0.1
const CLASSES = [
  [0, 5],
  [5, 8],
  [8, 60],
] as const

const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Green, between pixels. */
function greenAt({ width, height, rgb }: Picture, [x, y]: Spot): number {
  const pixel = (px: number, py: number) =>
    rgb[
      3 * (Math.min(height - 1, Math.max(0, py)) * width + Math.min(width - 1, Math.max(0, px))) + 1
    ] ?? 0
  const [x0, y0] = [Math.floor(x), Math.floor(y)]
  const row = (py: number) => pixel(x0, py) + (x - x0) * (pixel(x0 + 1, py) - pixel(x0, py))
  return row(y0) + (y - y0) * (row(y0 + 1) - row(y0))
}

/** The width at half depth, px of the map; null where vessel or background is not clear. */
function halfDepthWidth(
  picture: Picture,
  map: PartMap,
  { at: [x, y], width }: Width,
  [tx, ty]: Spot,
): number | null {
  const reach = Math.ceil(Math.max(8, 1.5 * width) / STEP)
  const offsets = Array.from({ length: 2 * reach + 1 }, (_, i) => (i - reach) * STEP)
  const edge = Math.ceil(reach / 5)
  const beside = [...offsets.slice(0, edge), ...offsets.slice(-edge)]
  if (beside.some((r) => valueAt(map, x - r * ty, y + r * tx) > CLEAR)) return null
  const profile = offsets.map((r) => {
    const greens = ALONG.map((s) =>
      greenAt(picture, toImage(map, [x + s * tx - r * ty, y + s * ty + r * tx])),
    )
    return greens.reduce((sum, green) => sum + green, 0) / greens.length
  })
  const [left, right] = [median(profile.slice(0, edge)), median(profile.slice(-edge))]
  const depths = profile.map(
    (green, i) => left + ((right - left) * i) / (profile.length - 1) - green,
  )
  const middle = depths.slice(
    reach - Math.ceil(width / 2 / STEP),
    reach + Math.ceil(width / 2 / STEP) + 1,
  )
  const half = Math.max(...middle) / 2
  if (half < LEAST_DEPTH / 2) return null
  const crossing = (order: readonly number[]) => {
    const i = order.findIndex((depth) => depth >= half)
    const [before, now] = [order[i - 1] ?? 0, order[i] ?? 0]
    return i - (now - half) / (now - before)
  }
  const broad = STEP * (depths.length - 1 - crossing(depths) - crossing([...depths].reverse()))
  return broad > 0 && broad < 2 * reach * STEP ? broad : null
}

interface Place {
  measured: number
  half: number
  /** The width as people drew it. */
  drawn: number | undefined
}

/** The network's width and that at half depth, wherever both are clear. */
async function widthsIn(set: string, name: string): Promise<Place[]> {
  const image = await fileOf(set, 'images', name)
  if (!image) return []
  const picture = await decode(image)
  const { mean } = await predictVessels(models, { picture, field: findField(picture) })
  const [folder, from] = DRAWN[set] ?? []
  const label = folder && (await fileOf(set, folder, name))
  const drawn = label && mapOf(mean, await labelOf(label), (value) => value >= (from ?? 0))
  const keyOf = ({ at }: Width) => at.join()
  return treeOf(mean).trace.segments.flatMap((segment) => {
    const widths = widthsOf(segment, mean.vessel)
    const byPeople = new Map(
      (drawn ? widthsOf(segment, drawn) : []).map((found) => [keyOf(found), found.width]),
    )
    return widths.flatMap((here, i) => {
      const [before, after] = [widths[i - 2], widths[i + 2]]
      if (!before || !after) return []
      const [dx, dy] = [after.at[0] - before.at[0], after.at[1] - before.at[1]]
      const long = Math.hypot(dx, dy)
      const half = halfDepthWidth(picture, mean.vessel, here, [dx / long, dy / long])
      return half === null ? [] : [{ measured: here.width, half, drawn: byPeople.get(keyOf(here)) }]
    })
  })
}

const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const written: Omit<Figure, 'command'>[] = []
const hundredth = (value: number) => Math.round(100 * value) / 100
const models = await loadModels(MODELS)
const all: number[] = []
for (const set of SETS) {
  const photographs: Place[][] = []
  for (const name of await keptAside('vessels', set)) photographs.push(await widthsIn(set, name))
  const ratios = photographs.map((places) =>
    median(places.map(({ measured, half }) => measured / half)),
  )
  all.push(...ratios)
  const lines = CLASSES.map(([low, high]) => {
    const some = photographs.flat().filter(({ half }) => half >= low && half < high)
    const drawn = some.flatMap(({ drawn, half }) => (drawn === undefined ? [] : [drawn / half]))
    const people = drawn.length > 0 ? `, people ${median(drawn).toFixed(2)} (${drawn.length})` : ''
    const network = median(some.map(({ measured, half }) => measured / half)).toFixed(2)
    const of = { set: `${set}, kept from training, ${low}-${high} px`, value: Number(network) }
    written.push({ name: 'width over that at half depth, network', ...of, n: some.length })
    if (drawn.length > 0)
      written.push({
        name: 'width over that at half depth, people',
        ...of,
        value: hundredth(median(drawn)),
        n: drawn.length,
      })
    return `    ${low}-${high} px: network ${network} (${some.length})${people}\n`
  })
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2))
  written.push({
    name: 'width over that at half depth, network: least, median and most of the photographs',
    set: `${set}, kept from training`,
    value: [least, median(ratios), most].map((ratio) => hundredth(Number(ratio))),
    n: ratios.length,
  })
  process.stdout.write(
    `${set}, ${ratios.length} photographs: network ${median(ratios).toFixed(2)} (${least}-${most})\n${lines.join('')}`,
  )
}
await models.close()
const mean = all.reduce((sum, ratio) => sum + ratio - 1, 0) / all.length
const usual = Math.sqrt(all.reduce((sum, ratio) => sum + (ratio - 1) ** 2, 0) / all.length)
process.stdout.write(
  `all ${all.length}: root mean square ${(100 * usual).toFixed(1)} %, mean ${(100 * mean).toFixed(1)} %\n`,
)
const SIX = { set: 'six cameras, kept from training', n: all.length }
written.push(
  { name: 'width off that at half depth, root mean square', value: thousandth(usual), ...SIX },
  { name: 'width off that at half depth, mean', value: thousandth(mean), ...SIX },
)
if (asked.write) await writeFigures('vessels', COMMAND, written)
