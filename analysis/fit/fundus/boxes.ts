/**
 * Measures how much of the field must be seen for stage 0. First the photographs of every set as they are: how many of the
 * fields are told to be cut or hidden too far, and how near disc and fovea lie in them. Then graded photographs, as they are
 * and with boxes over them (seeded): how many are told stage 0 with the limits of the field and were without them.
 *
 *   npx tsx analysis/fit/fundus/boxes.ts [most photographs a set] [graded photographs that boxes are put over]
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FundusFindings } from '@mingmou/contract'
import sharp from 'sharp'
import { Ledger } from '../../src/certainty/ledger.ts'
import { isPart } from '../../src/field.ts'
import { decode, type Picture } from '../../src/image.ts'
import { randomFrom } from '../../src/random.ts'
import { EYE_DATA, MODELS } from '../../src/testing/files.ts'
import { analyseFundus } from '../../src/fundus/analyse.ts'
import { DECISIONS } from '../../src/fundus/decisions.ts'
import { smallOf } from '../../src/fundus/features.ts'
import { STAGE_OF } from '../../src/fundus/grade.ts'
import { findPlaces } from '../../src/fundus/measure/places.ts'
import { shownIn } from '../../src/fundus/measure/shows.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { predictLandmarks } from '../../src/fundus/predict.ts'
import { fieldOf } from '../../src/fundus/quality.ts'
import { ends, print } from '../told.ts'

const SETS = [
  ...['drive', 'stare', 'hrf', 'drishti', 'idrid', 'idrid-more', 'idrid-grading', 'hei-med'],
  ...['eyepacs224', 'odir400', 'diaretdb1', 'roc', 'laser'],
]
const SHARES = [0, 0.05, 0.5, 0.95, 1]
const most = Number(process.argv[2] ?? 24)
const graded = Number(process.argv[3] ?? 16)
const models = await loadModels(MODELS, { threads: 1 })
const folder = (set: string) => join(EYE_DATA, 'fundus', set, 'images')

async function namesOf(set: string, count: number): Promise<string[]> {
  const names = (await readdir(folder(set))).sort()
  const every = Math.max(1, Math.ceil(names.length / count))
  return names.filter((_, at) => at % every === 0)
}

async function shownOf(picture: Picture) {
  const field = fieldOf(picture, models.quality.thresholds)
  const whole = { picture, field }
  const small = smallOf(whole, models.quality.field_diameter_px)
  const near = await predictLandmarks(models, { whole, small })
  const seen = {
    field,
    landmarks: near.landmarks.mean,
    disc: near.disc?.mean ?? null,
    views: { landmarks: near.landmarks.views, disc: near.disc?.views ?? [] },
  }
  const places = findPlaces(seen, undefined, new Ledger())
  const { disc, fovea } = places
  const apart = disc && fovea && Math.hypot(disc[0] - fovea[0], disc[1] - fovea[1])
  return { field, shows: shownIn(places, field), pair: apart && apart / field.diameter }
}

if (most > 0)
  print('Photographs at 1,000 px: least, 5th percentile, median, 95th percentile and most')
for (const set of most > 0 ? SETS : []) {
  const rows: Awaited<ReturnType<typeof shownOf>>[] = []
  for (const name of await namesOf(set, most)) {
    const bytes = await readFile(join(folder(set), name))
    const small = sharp(bytes).resize(1000, 1000, { fit: 'inside', withoutEnlargement: true })
    const row = await shownOf(await decode(await small.png({ compressionLevel: 1 }).toBuffer()))
    if (!isPart(row.field)) rows.push(row)
  }
  const told = (is: 'field' | 'usual_width') =>
    rows.filter(({ shows }) => shows?.[is] === false).length
  print(
    `${set}: ${rows.length} fields, cut or hidden ${told('field')}, too wide ${told('usual_width')}`,
  )
  print(
    `  inside the frame: ${ends(
      rows.map(({ field }) => field.insideFrame),
      SHARES,
      3,
    )}`,
  )
  print(
    `  hidden: ${ends(
      rows.map(({ field }) => field.hidden),
      SHARES,
      3,
    )}`,
  )
  print(
    `  disc to fovea over the field: ${ends(
      rows.flatMap(({ pair }) => pair ?? []),
      SHARES,
      3,
    )}`,
  )
}

/** A box over a picture, as shares of its sides. */
type Box = readonly [left: number, top: number, width: number, height: number]
const KINDS: Record<string, (random: () => number) => { box: Box; grey: number } | null> = {
  'as it is': () => null,
  'black over a corner': (random) => {
    const [w, h] = [0.3 + 0.2 * random(), 0.3 + 0.2 * random()]
    return { box: [random() < 0.5 ? 0 : 1 - w, random() < 0.5 ? 0 : 1 - h, w, h], grey: 0 }
  },
  'grey somewhere': (random) => {
    const side = 0.15 + 0.2 * random()
    const box = [0.2 + 0.4 * random(), 0.1 + 0.5 * random(), side, side] as const
    return { box, grey: Math.round(40 + 215 * random()) }
  },
  'black lower third': () => ({ box: [0, 2 / 3, 1, 1 / 3], grey: 0 }),
  'black right quarter': () => ({ box: [0.7, 0, 0.3, 1], grey: 0 }),
}

function boxed(picture: Picture, made: { box: Box; grey: number } | null): Picture {
  if (!made) return picture
  const { width, height } = picture
  const [left, top, wide, high] = made.box
  const rgb = new Uint8Array(picture.rgb)
  const [from, to] = [Math.round(left * width), Math.round((left + wide) * width)]
  for (let y = Math.round(top * height); y < Math.min(height, (top + high) * height); y++)
    rgb.fill(made.grey, 3 * (y * width + from), 3 * (y * width + Math.min(width, to)))
  return { width, height, rgb }
}

/** Whether stage 0 would be told, were there no limits of the field. */
function wasNone({ gradable, dr, quality, shows, fovea_centre }: FundusFindings): boolean {
  if (!gradable || !dr || dr.rule === 'clinician' || !fovea_centre) return false
  const isShown = shows?.disc === true && shows.macula && shows.microaneurysms
  return dr.agreed && STAGE_OF[dr.rule] === 0 && isShown && !quality.reasons.includes('blurred')
}

const labels = (await readFile(join(EYE_DATA, 'fundus', 'idrid-grading', 'labels.csv'), 'utf8'))
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.trim().split(','))
const counts = new Map<string, { all: number; before: number; after: number }>()
for (const ill of [false, true]) {
  const all = labels.filter(([, grade = '']) => Number(grade) > 0 === ill)
  const every = Math.max(1, Math.floor(all.length / (graded / 2)))
  for (const [name = ''] of all.filter((_, at) => at % every === 0).slice(0, graded / 2)) {
    const picture = await decode(await readFile(join(folder('idrid-grading'), `${name}.jpg`)))
    const random = randomFrom(Number(name.replaceAll(/\D/g, '')))
    for (const [kind, make] of Object.entries(KINDS)) {
      const { width, height, rgb } = boxed(picture, make(random))
      const raw = { raw: { width, height, channels: 3 as const } }
      const bytes = await sharp(rgb, raw).jpeg({ quality: 95 }).toBuffer()
      const { findings } = await analyseFundus(bytes, models, {})
      const key = `${kind}, ${ill ? 'with retinopathy' : 'without'}`
      const count = counts.get(key) ?? { all: 0, before: 0, after: 0 }
      count.all++
      if (wasNone(findings)) count.before++
      if (findings.dr_grade === 0) count.after++
      counts.set(key, count)
    }
  }
}
print('\nIDRiD grading: told stage 0 without the limits of the field, and with them')
for (const [kind, { all, before, after }] of counts)
  print(`${kind}: ${before} and ${after} of ${all}`)
print(`limits: ${JSON.stringify(DECISIONS.shown)}`)
await models.close()
