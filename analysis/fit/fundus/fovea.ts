/**
 * Measures how well the fovea is found and the macula known to be shown: `npx tsx
 * analysis/fit/fundus/fovea.ts [--most N] [--write]`, against the places that the makers of IDRiD marked. The
 * rules were chosen on the first photographs in the order of a hash; the figures are of the next, none of
 * which a network learnt from. It can be stopped and goes on where it was; `--most` bounds the
 * analyses of one run. With --write the figures go
 * into the card of the landmarks.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Ledger } from '../../src/certainty/ledger.ts'
import type { Figure } from '../../src/cards.ts'
import type { Spot } from '../../src/geometry/circle.ts'
import { decode, type Picture } from '../../src/image.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS, sha256 } from '../../src/testing/files.ts'
import { VIEWS } from '../../src/testing/fundus-views.ts'
import { truths } from '../../src/testing/grading-rows.ts'
import { keptRows } from '../../src/testing/kept-rows.ts'
import { fileOf } from '../../src/testing/labels.ts'
import { wilson } from '@mingmou/contract'
import { lesionRulesOf } from '../../src/fundus/analyse.ts'
import { smallOf } from '../../src/fundus/features.ts'
import { bleedingIn } from '../../src/fundus/measure/index.ts'
import { toEdge } from '../../src/fundus/measure/macula.ts'
import { findPlaces } from '../../src/fundus/measure/places.ts'
import { shownIn } from '../../src/fundus/measure/shows.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { predictLandmarks, predictLesions } from '../../src/fundus/predict.ts'
import { fieldOf } from '../../src/fundus/quality.ts'
import { CUT, toImage } from '../../src/geometry/part.ts'
import { blobsOf } from '../../src/geometry/blobs.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/fovea.ts'
const { values: asked } = parseArgs({
  options: {
    most: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: false },
  },
})
const [CHOSEN_ON, KEPT, SEEN_OTHERWISE] = [150, 100, 10]
/** The marks were made on photographs of this width. */
const MARKED_WIDTH = 4288

/** Whole, turned, or as a camera of 30 degrees shows the middle of the field or the disc. */
const LOOKS = ['whole', 'turned', 'middle', 'disc'] as const
type Look = (typeof LOOKS)[number]
interface Row {
  name: string
  look: Look
  /** Errors in vertical disc diameters, of what is told and of the place of which the network is surest. */
  told: number | null
  surest: number | null
  reason: string | null
  shows: { disc: boolean; macula: boolean } | null
  /** Of the fovea as marked, by the disc as measured: distance, distance to the edge of the field, and degrees. */
  marked: { apart: number; edge: number; angle: number } | null
}

const set = 'idrid-grading'
const truthOf = await truths()
const marks = new Map(
  (await readFile(join(EYE_DATA, 'fundus', 'idrid-fovea', 'train.csv'), 'utf8'))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','))
    .map(([file = '', ...places]) => [file.replace('.jpg', ''), places.map(Number)] as const),
)
/** `unseen` leaves out what equals a photograph with outlines, from which the landmarks were learnt too. */
const names = [...marks.keys()].filter((name) => truthOf({ set, name })?.unseen)
const keyOf = (name: string) => sha256(Buffer.from(name))
const kept = names.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).slice(CHOSEN_ON, CHOSEN_ON + KEPT)

const models = await loadModels(MODELS, { threads: 1 })
const rules = lesionRulesOf(models)

interface Shown {
  picture: Picture
  fovea: Spot
}
async function lookAt(name: string, look: Look): Promise<Shown> {
  const bytes = await fileOf(set, 'images', name)
  const [foveaX = 0, foveaY = 0, discX = 0, discY = 0] = marks.get(name) ?? []
  if (!bytes) throw new Error(`no photograph ${name}`)
  const picture = await decode(bytes)
  const ratio = picture.width / MARKED_WIDTH
  const fovea: Spot = [foveaX * ratio, foveaY * ratio]
  if (look === 'whole') return { picture, fovea }
  const field = fieldOf(picture, models.quality.thresholds)
  const view = VIEWS[look === 'turned' ? 'whole' : '30 degrees']
  if (!view) throw new Error('no such view')
  const centre: Spot = look === 'disc' ? [discX * ratio, discY * ratio] : field.centre
  const copy = await view({ picture, field: { ...field, centre } }, Math.random)
  const turned = look === 'turned' ? copy.rotate(90) : copy
  const place: Spot = look === 'turned' ? [picture.height - 1 - fovea[1], fovea[0]] : fovea
  return { picture: await decode(await turned.png().toBuffer()), fovea: place }
}

async function rowOf(name: string, look: Look): Promise<Row> {
  const { picture, fovea: truth } = await lookAt(name, look)
  const field = fieldOf(picture, models.quality.thresholds)
  const whole = { picture, field }
  const near = await predictLandmarks(models, {
    whole,
    small: smallOf(whole, models.quality.field_diameter_px),
  })
  const { mean } = await predictLesions(models, whole)
  const { fovea: map } = near.landmarks.mean
  const ledger = new Ledger()
  const places = findPlaces(
    {
      field,
      landmarks: near.landmarks.mean,
      disc: near.disc?.mean ?? null,
      views: { landmarks: near.landmarks.views, disc: near.disc?.views ?? [] },
    },
    undefined,
    ledger,
    bleedingIn(mean.haemorrhages, rules.haemorrhages.low),
  )
  const unit = places.discHeight ?? NaN
  const errorOf = ([x, y]: Spot) => Math.hypot(x - truth[0], y - truth[1]) / unit
  const top = blobsOf(map, CUT).sort((a, b) => b.peak - a.peak)[0]
  const { fovea, disc } = places
  const [dx, dy] = disc ? [disc[0] - truth[0], disc[1] - truth[1]] : [NaN, NaN]
  return {
    name,
    look,
    told: fovea && errorOf(fovea),
    surest: top ? errorOf(toImage(map, top.centre)) : null,
    reason: fovea ? null : places.lacking.fovea,
    shows: shownIn(places, field),
    marked: Number.isNaN(unit * dx)
      ? null
      : {
          apart: Math.hypot(dx, dy) / unit,
          edge: toEdge(field, truth) / unit,
          angle: (180 * Math.atan2(dy, Math.abs(dx))) / Math.PI,
        },
  }
}

const { rows, keep } = await keptRows<Row>('fovea', models.versions)
let left = Number(asked.most)
for (const [i, name] of kept.entries())
  for (const look of LOOKS) {
    if (look !== 'whole' && i >= SEEN_OTHERWISE) continue
    if (left <= 0 || rows.some((row) => row.name === name && row.look === look)) continue
    left--
    const row = await rowOf(name, look)
    await keep(row)
  }
await models.close()

const figures: Omit<Figure, 'command'>[] = []
const SETS: Record<Look, string> = {
  whole: 'IDRiD, learnt by no network; seen when the rules were chosen',
  turned: 'the same, turned by 90 degrees',
  middle: 'the same, the middle as a camera of 30 degrees shows it',
  disc: 'the same, the disc as a camera of 30 degrees shows it',
}
for (const look of LOOKS) {
  const some = rows.filter((row) => row.look === look)
  const share = (name: string, is: (row: Row) => boolean) => {
    const hits = some.filter(is).length
    const value = Math.round((1000 * hits) / some.length) / 1000
    figures.push({
      name,
      set: SETS[look],
      value,
      n: some.length,
      interval95: wilson(hits, some.length),
    })
  }
  const beyond = (error: number | null, most: number) => error !== null && error > most
  if (look === 'whole' || look === 'turned') {
    share('fovea told', ({ told }) => told !== null)
    for (const most of [0.5, 1])
      share(`fovea told more than ${most} disc diameters off`, ({ told }) => beyond(told, most))
    share('without the rules: fovea told', ({ surest }) => surest !== null)
    for (const most of [0.5, 1])
      share(`without the rules: more than ${most} disc diameters off`, ({ surest }) =>
        beyond(surest, most),
      )
  }
  share('told to show disc and macula', ({ shows }) => shows?.disc === true && shows.macula)
}
const MARKED = {
  apart: 'disc to fovea as marked, disc diameters',
  edge: 'fovea as marked to the edge of the field, disc diameters',
  angle: 'fovea as marked against the level of the disc, degrees',
} as const
for (const key of ['apart', 'edge', 'angle'] as const) {
  const values = rows
    .flatMap(({ look, marked }) => (look === 'whole' && marked ? [marked[key]] : []))
    .sort((a, b) => a - b)
  const at = (share: number) =>
    Math.round(100 * (values[Math.round(share * (values.length - 1))] ?? NaN)) / 100
  figures.push({
    name: `${MARKED[key]}: least, 5 %, half, 95 %, most`,
    set: SETS.whole,
    value: [0, 0.05, 0.5, 0.95, 1].map(at),
    n: values.length,
  })
}
for (const { set: of, name, value, n, interval95 } of figures)
  process.stdout.write(
    `${of} | ${name}: ${String(value)}${interval95 ? ` (${interval95.join('-')})` : ''}, n ${n}\n`,
  )
if (asked.write) await writeFigures('landmarks', COMMAND, figures)
