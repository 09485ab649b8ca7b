/**
 * Writes what the networks show of every graded or healthy photograph, one row of JSON a line: `npx
 * tsx analysis/fit/fundus/grading-rows.ts [--view VIEW] [SET/NAME ...]`. It can be stopped and goes
 * on with the photographs that the file lacks. `python3 -m training.tasks.grading` fits the joint model
 * of the stage to these rows, and `grading.ts` measures it. VIEW changes the photographs, so that
 * they look like those of another camera.
 */
import { appendFile, mkdir, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { findField, type Field } from '../../src/field.ts'
import { decode, type Picture } from '../../src/image.ts'
import { Ledger } from '../../src/certainty/ledger.ts'
import { EYE_DATA, MODELS, sha256 } from '../../src/testing/files.ts'
import { fileOf } from '../../src/testing/labels.ts'
import { ROWS, type Row } from '../../src/testing/grading-rows.ts'
import { lesionRulesOf } from '../../src/fundus/analyse.ts'
import { assess, sourcesOf } from '../../src/fundus/assess.ts'
import { findSpots, ofEach, type FoundLesion } from '../../src/fundus/measure/lesions.ts'
import { findPlaces } from '../../src/fundus/measure/places.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { answersIn } from '../../src/networks/inference.ts'
import { FOUR, outputsOf, predictLandmarks, predictLesions } from '../../src/fundus/predict.ts'

const SETS = ['drive', 'stare', 'hrf', 'drishti', 'hei-med', 'idrid-grading']

/** The circle around the middle of the field that a camera of 30 degrees shows, where this one shows 45. */
const MIDDLE = 0.67
async function middleOf(picture: Picture, { centre: [x, y], diameter }: Field): Promise<Buffer> {
  const size = Math.round(MIDDLE * diameter)
  const disc = Buffer.from(
    `<svg width="${size}" height="${size}"><circle cx="50%" cy="50%" r="${0.49 * size}"/></svg>`,
  )
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const
  const left = Math.min(Math.max(0, Math.round(x - size / 2)), Math.max(0, picture.width - size))
  const top = Math.min(Math.max(0, Math.round(y - size / 2)), Math.max(0, picture.height - size))
  const [width, height] = [Math.min(size, picture.width), Math.min(size, picture.height)]
  const cut = await sharp(picture.rgb, { raw })
    .extract({ left, top, width, height })
    .png()
    .toBuffer()
  return sharp(cut)
    .resize(size, size, { fit: 'contain', background: '#000' })
    .ensureAlpha()
    .composite([{ input: disc, blend: 'dest-in' }])
    .flatten({ background: '#000' })
    .jpeg({ quality: 90 })
    .toBuffer()
}

/** A cheaper camera: softer, noisier by its compression, less red and with a steeper curve of light. */
const coarseOf = (picture: Picture, { diameter }: Field): Promise<Buffer> =>
  sharp(picture.rgb, { raw: { width: picture.width, height: picture.height, channels: 3 } })
    .resize(Math.round((picture.width * Math.min(diameter, 800)) / diameter))
    .gamma(1.3)
    .linear([0.85, 1, 1.15], [0, 0, 0])
    .jpeg({ quality: 70 })
    .toBuffer()

const VIEWS: Record<string, (picture: Picture, field: Field) => Promise<Buffer>> = {
  middle: middleOf,
  coarse: coarseOf,
}

const asked = parseArgs({
  allowPositionals: true,
  options: { view: { type: 'string', default: 'whole' } },
})
const { view } = asked.values
const models = await loadModels(MODELS, { threads: 1 })
const rules = lesionRulesOf(models)
const tenth = (value: number) => Math.round(10 * value) / 10
const short = (value: number) => Number(value.toPrecision(4))

const TWO = FOUR.slice(0, 2)
const gradesBy = (chanceOf: (label: string) => number) =>
  [chanceOf('dr_1'), chanceOf('referable'), chanceOf('dr_3'), chanceOf('dr_4')].map(short)

async function rowOf(set: string, name: string, view: string): Promise<Row> {
  const bytes = await fileOf(set, 'images', name)
  if (!bytes) throw new Error(`no photograph ${set}/${name}`)
  const change = VIEWS[view]
  const taken = await decode(bytes)
  const picture = change ? await decode(await change(taken, findField(taken))) : taken
  const sources = sourcesOf(models, picture)
  const { quality } = await assess(models, sources)
  const { whole } = sources
  const { field } = whole
  const near = await predictLandmarks(models, sources)
  const { mean } = await predictLesions(models, whole)
  const places = findPlaces(
    {
      field,
      landmarks: near.landmarks.mean,
      disc: near.disc?.mean ?? null,
      views: { landmarks: near.landmarks.views, disc: near.disc?.views ?? [] },
    },
    undefined,
    new Ledger(),
  )
  const spots = findSpots(mean, rules, places.shape?.disc ?? null)
  return {
    set,
    name,
    view,
    field: { centre: field.centre, diameter: field.diameter, area: field.area },
    quality: { gradable: quality.gradable, reasons: quality.reasons, score: quality.score },
    fovea: places.fovea,
    disc: places.disc,
    discDiameter: places.discHeight,
    screening: gradesBy(answersIn((await outputsOf(models.screening, sources, TWO)).outputs)),
    retinopathy: gradesBy(answersIn((await outputsOf(models.retinopathy, sources, TWO)).outputs)),
    spots: ofEach((kind) =>
      spots[kind].map(({ centre: [x, y], area, chance, strength }: FoundLesion) => ({
        centre: [tenth(x), tenth(y)],
        area: short(area),
        chance: short(chance),
        strength: short(strength),
      })),
    ),
  }
}

/** In an order that mixes the sets, so that the first rows are a sample of all. */
async function allOf(): Promise<string[]> {
  const all: string[] = []
  for (const set of SETS)
    for (const file of await readdir(join(EYE_DATA, 'fundus', set, 'images')))
      all.push(`${set}/${file.replace(/\.(jpe?g|png|tiff?)$/i, '')}`)
  const mixed = (name: string) => sha256(Buffer.from(name))
  return all.sort((a, b) => (mixed(a) < mixed(b) ? -1 : 1))
}

await mkdir(dirname(ROWS), { recursive: true })
const written = new Set(
  (await readFile(ROWS, 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row)
    .map(({ set, name, view }) => `${set} ${name} ${view}`),
)
for (const photograph of asked.positionals.length > 0 ? asked.positionals : await allOf()) {
  const [set = '', name = ''] = photograph.split('/')
  if (written.has(`${set} ${name} ${view}`)) continue
  const row = await rowOf(set, name, view)
  await appendFile(ROWS, `${JSON.stringify(row)}\n`)
}
await models.close()
