/**
 * Fits by what a photograph is known in which light and dark are turned behind a black mask (`picture.turned` in
 * `models/fundus/measures/card.json`): `npx tsx analysis/fit/fundus/turned.ts [most photographs a set] [of them turned too]`.
 * A logistic regression of five signs; its cut lies above every photograph as it is that can be read: the others are refused for that. First each set is left out of the fit and of
 * the cut, and what is said of it is printed; then the weights of all sets. Photographs are brought to 720 px.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { lightTurned } from '../../src/colour.ts'
import { decode, type Picture } from '../../src/image.ts'
import { EYE_DATA, MODELS } from '../../src/testing/files.ts'
import { RECOLOURED } from '../../src/testing/whole-pictures.ts'
import { smallPicture } from '../../src/tiles.ts'
import { sourcesOf } from '../../src/fundus/assess.ts'
import { fieldColours } from '../../src/fundus/contents/around.ts'
import { masked } from '../../src/fundus/contents/contents.ts'
import { DECISIONS } from '../../src/fundus/decisions.ts'
import { featuresOf } from '../../src/fundus/features.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { predictFundus, predictScreening, shareOfVessels } from '../../src/fundus/predict.ts'
import { judge } from '../../src/fundus/quality.ts'
import {
  marginOf,
  plainSigns,
  turnedScore,
  vesselGain,
  type TurnedSigns,
  type TurnedWeights,
} from '../../src/fundus/contents/turned.ts'
import { ends, print, thousandth } from '../told.ts'

const SETS = [
  ...['drive', 'stare', 'hrf', 'drishti', 'idrid', 'idrid-more', 'idrid-grading', 'hei-med'],
  ...['eyepacs224', 'odir400', 'diaretdb1', 'roc', 'rim-one', 'laser'],
]
function turn(picture: Picture): Picture {
  const made = RECOLOURED['light and dark turned alone behind a black mask']?.(picture)
  if (!made) throw new Error('no way to turn light and dark')
  return made
}
const SIGNS = ['margin', 'lines', 'top', 'low', 'colour'] as const
/** Of photographs that can be read, the share whose vessels are looked at. */
const LOOKED_AT = 0.005
const STEPS = 4_000
const RATE = 0.3
/** Of the squared weights, as a share of the mean loss. */
const DECAY = 1e-3

interface Row {
  set: string
  name: string
  turned: boolean
  /** Whether its quality lets it be judged. */
  readable: boolean
  signs: TurnedSigns
}

const most = Number(process.argv[2] ?? Infinity)
const turnedToo = Number(process.argv[3] ?? 40)
const models = await loadModels(MODELS, { threads: 1 })

async function seen(picture: Picture): Promise<Pick<Row, 'readable' | 'signs'>> {
  const sources = sourcesOf(models, picture)
  const { small, whole } = sources
  const lines = featuresOf(small.picture, small.field, models.quality.field_diameter_px)
  const chance = await predictFundus(models, picture)
  const turned = await predictFundus(models, masked(lightTurned(picture), picture))
  const plain = plainSigns(lines, fieldColours(smallPicture(picture), whole.field))
  const screened = await predictScreening(models, sources)
  const { gradable } = judge(lines, whole.field, models.quality, screened)
  return { readable: gradable, signs: { ...plain, margin: marginOf(chance, turned) } }
}

async function read(path: string): Promise<Picture> {
  const small = sharp(path).resize(720, 720, { fit: 'inside', withoutEnlargement: true })
  return decode(await small.png({ compressionLevel: 1 }).toBuffer())
}

const rows: Row[] = []
for (const set of SETS) {
  const dir = join(EYE_DATA, 'fundus', set, 'images')
  const names = (await readdir(dir)).sort()
  const every = Math.max(1, Math.ceil(names.length / most))
  const everyTurned = Math.max(1, Math.ceil(names.length / turnedToo))
  for (const [at, name] of names.entries()) {
    if (at % every !== 0 && at % everyTurned !== 0) continue
    const picture = await read(join(dir, name))
    if (at % every === 0) rows.push({ set, name, turned: false, ...(await seen(picture)) })
    if (at % everyTurned === 0)
      rows.push({ set, name, turned: true, ...(await seen(turn(picture))) })
  }
  process.stderr.write(`${set}: ${rows.length} rows\n`)
}

/** Gradient descent on standardised signs; both kinds count the same. */
function fit(some: readonly Row[]): TurnedWeights {
  const count = { true: 0, false: 0 }
  for (const { turned } of some) count[`${turned}`]++
  const mean = (sign: (typeof SIGNS)[number]) =>
    some.reduce((sum, { signs }) => sum + signs[sign], 0) / some.length
  const scales = SIGNS.map((sign) => {
    const middle = mean(sign)
    const variance = some.reduce((sum, { signs }) => sum + (signs[sign] - middle) ** 2, 0)
    return { sign, middle, spread: Math.sqrt(variance / some.length) || 1 }
  })
  const inputs = some.map(({ turned, signs }) => ({
    values: scales.map(({ sign, middle, spread }) => (signs[sign] - middle) / spread),
    wanted: turned ? 1 : 0,
    weight: 1 / (2 * count[`${turned}`]),
  }))
  let bias = 0
  const slopes = SIGNS.map(() => 0)
  for (let step = 0; step < STEPS; step++) {
    let down = 0
    const downs = slopes.map((slope) => DECAY * slope)
    for (const { values, wanted, weight } of inputs) {
      const score = values.reduce((sum, value, at) => sum + value * (slopes[at] ?? 0), bias)
      const fault = weight * (1 / (1 + Math.exp(-score)) - wanted)
      down += fault
      for (const [at, value] of values.entries()) downs[at] = (downs[at] ?? 0) + fault * value
    }
    bias -= RATE * down
    for (const [at, own] of downs.entries()) slopes[at] = (slopes[at] ?? 0) - RATE * own
  }
  const weights: TurnedWeights = { bias, margin: 0, lines: 0, top: 0, low: 0, colour: 0 }
  for (const [at, { sign, middle, spread }] of scales.entries()) {
    weights[sign] = (slopes[at] ?? 0) / spread
    weights.bias -= weights[sign] * middle
  }
  const plain = some
    .filter(({ turned, readable }) => !turned && readable)
    .map(({ signs }) => turnedScore(signs, weights))
    .sort((a, b) => b - a)
  return { ...weights, bias: weights.bias - (plain[Math.floor(LOOKED_AT * plain.length)] ?? 0) }
}

const gains = new Map<Row, number>()
/** How much more of vessels is seen turned back. Only of pictures that the signs let through, as in the product. */
async function gainOf(row: Row): Promise<number> {
  const known = gains.get(row)
  if (known !== undefined) return known
  const photograph = await read(join(EYE_DATA, 'fundus', row.set, 'images', row.name))
  const picture = row.turned ? turn(photograph) : photograph
  const back = masked(lightTurned(picture), picture)
  const [asItIs, turnedBack] = await Promise.all(
    [picture, back].map((shown) => shareOfVessels(models, sourcesOf(models, shown))),
  )
  const gain = vesselGain(asItIs ?? 0, turnedBack ?? 0)
  gains.set(row, gain)
  return gain
}

/** Those of some rows that are called a negative. */
async function calledIn(weights: TurnedWeights, some: readonly Row[]): Promise<Row[]> {
  const called: Row[] = []
  for (const row of some)
    if (
      turnedScore(row.signs, weights) > 0 &&
      (await gainOf(row)) > DECISIONS.picture.turned.vessels
    )
      called.push(row)
  return called
}

const line = (some: readonly Row[], called: readonly Row[]) => {
  const [turned, plain] = [true, false].map((kind) => some.filter((row) => row.turned === kind))
  const [named, wrong] = [true, false].map((kind) => called.filter((row) => row.turned === kind))
  const readable = wrong?.filter((row) => row.readable) ?? []
  return `${named?.length} of ${turned?.length}; ${wrong?.length} of ${plain?.length}, ${readable.length} of them readable${readable.map(({ name }) => ` ${name}`).join()}`
}

print('Each set left out: named a negative of those that are turned, and of those as they are')
const all: Row[] = []
for (const set of SETS) {
  const weights = fit(rows.filter((row) => row.set !== set))
  const own = rows.filter((row) => row.set === set)
  const called = await calledIn(weights, own)
  all.push(...called)
  print(`${set}: ${line(own, called)}`)
}
print(`all: ${line(rows, all)}`)
const weights = fit(rows)
print(`fitted to all: ${line(rows, await calledIn(weights, rows))}`)
const highest = rows
  .filter(({ turned, readable }) => !turned && readable)
  .flatMap((row) => gains.get(row) ?? [])
print(`most that vessels gain of readable photographs: ${ends(highest, [1], 3)}`)
print(
  JSON.stringify(
    Object.fromEntries(Object.entries(weights).map(([sign, value]) => [sign, thousandth(value)])),
  ),
)
await models.close()
