/**
 * Writes the features of fundus photographs, and of other pictures, in many views: `npx tsx
 * analysis/src/fundus/is-fundus.rows.fit.ts [FOLDER ...]`. FOLDER: folders with pictures of things,
 * in JPEG or PNG, which no one but their owner may pass on. `python3 -m training.is_fundus` fits to
 * these rows what may tell a fundus from other pictures. The product still tells them by its rules.
 */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { findField, type Field } from '../field.ts'
import { decode, type Picture } from '../image.ts'
import {
  drawFundus,
  drawNotFundus,
  drawOcta,
  drawSurface,
  encodePng,
  NOT_FUNDUS,
} from '../phantom/index.ts'
import { randomFrom } from '../random.ts'
import { EYE_DATA, MODELS, sha256, TRAINING } from '../testing/files.ts'
import { VIEWS } from '../testing/fundus-views.ts'
import { drawOther, OTHERS } from '../testing/other-pictures.ts'
import { featuresOf, type Features } from './features.ts'
import { loadModels } from './models.ts'

const ROWS = join(TRAINING, '.runs', 'is-fundus', 'rows.csv')
/** Photographs of each set. */
const FUNDUS: Record<string, number> = {
  ...{ drive: 16, stare: 16, hrf: 18, drishti: 16, 'hei-med': 20, eyepacs224: 24 },
  ...{ idrid: 6, 'idrid-grading': 14, 'idrid-green512': 10 },
}
/** Sets of one camera are left out together. */
const cameraOf = (set: string) => (set.startsWith('idrid') ? 'idrid' : set)
const OTHER = [
  'octa/octa500-3mm',
  'octa/octa500-6mm',
  'octa/rossa',
  'octa/synthetic',
  'octa/faz',
  'surface/panels',
]
const OF_A_SET = 10
const PLAIN = [
  'whole',
  'square crop',
  'macular crop',
  'grey',
  '30 degrees',
  'compressed',
  'off centre',
]

/** What may tell a fundus photograph from other pictures. */
const evidenceOf = (f: Features, field: Field): Record<string, number> => ({
  outline: f.outline,
  inside_frame: field.insideFrame,
  red: f.red,
  red_over_green: f.red - f.green,
  red_over_blue: f.red - f.blue,
  green_over_blue: f.green - f.blue,
  brightness: f.brightness,
  overexposed: f.overexposed,
  contrast: f.contrast,
  uneven: f.uneven,
  shaded: f.shaded,
  dark_lines: f.dark_lines,
  dark_common: f.dark_common,
  bright_lines: f.bright_lines,
  network: f.network,
  fine: f.fine,
  noise: f.noise,
})

interface Source {
  group: string
  kind: string
  name: string
  fundus: boolean
  views: readonly string[]
  bytes: () => Promise<Buffer>
}

async function filesOf(folder: string, most: number): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(jpe?g|png|tiff?|webp)$/i.test(file),
  )
  const mixed = (file: string) => sha256(Buffer.from(file))
  return files.sort((a, b) => (mixed(a) < mixed(b) ? -1 : 1)).slice(0, most)
}

const all = Object.keys(VIEWS)
/** The whole picture, and some of its other views in turn. */
function turnOf(views: readonly string[], index: number, fundus: boolean): string[] {
  const [whole = '', ...others] = views
  const some = Math.min(others.length, fundus ? 7 : 3)
  const next = (at: number) => others[(some * index + at) % others.length] ?? whole
  return [whole, ...Array.from({ length: some }, (_, at) => next(at))]
}
const seeds = (n: number) => Array.from({ length: n }, (_, at) => 900 + at)

async function* sources(things: readonly string[]): AsyncGenerator<Source> {
  for (const [set, most] of Object.entries(FUNDUS)) {
    const folder = join(EYE_DATA, 'fundus', set, 'images')
    // Squeezed crops of one channel.
    const views = set === 'idrid-green512' ? ['whole', 'small', 'compressed', 'blurred'] : all
    for (const file of await filesOf(folder, most))
      yield {
        ...{ group: cameraOf(set), kind: set, name: file, fundus: true, views },
        bytes: () => readFile(join(folder, file)),
      }
  }
  for (const seed of seeds(12))
    yield {
      ...{
        group: 'drawn fundus',
        kind: 'drawn fundus',
        name: String(seed),
        fundus: true,
        views: all,
      },
      bytes: () => encodePng(drawFundus(seed, { width: 900 }).image),
    }
  const none = { fundus: false, views: PLAIN }
  for (const set of OTHER) {
    const folder = join(EYE_DATA, set, 'images')
    for (const file of await filesOf(folder, OF_A_SET))
      yield {
        ...none,
        group: set,
        kind: set,
        name: file,
        bytes: () => readFile(join(folder, file)),
      }
  }
  for (const seed of seeds(OF_A_SET)) {
    const drawn: Record<string, () => Promise<Buffer>> = {
      'drawn scan': () => encodePng(drawOcta(seed).image),
      'drawn stained eye': () => encodePng(drawSurface(seed, { width: 600 }).image),
      ...Object.fromEntries(
        NOT_FUNDUS.map((kind) => [`drawn ${kind}`, () => encodePng(drawNotFundus(seed, kind))]),
      ),
      ...Object.fromEntries(OTHERS.map((kind) => [kind, () => drawOther(kind, seed)])),
    }
    for (const [kind, bytes] of Object.entries(drawn))
      yield { ...none, group: kind, kind, name: String(seed), bytes }
  }
  for (const folder of things)
    for (const file of await filesOf(folder, 60))
      yield {
        ...{ ...none, group: 'things', kind: 'things', name: file },
        bytes: () => readFile(join(folder, file)),
      }
}

/** Long side from which a picture is brought down before it is shown in other ways, px. */
const MOST = 620

const reducedOf = async (bytes: Buffer): Promise<Picture> =>
  decode(
    await sharp(bytes, { limitInputPixels: 2e8 })
      .flatten({ background: '#fff' })
      .resize(MOST, MOST, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 1 })
      .toBuffer(),
  )

async function shownAs(view: string, picture: Picture, seed: number): Promise<Picture> {
  const made = await VIEWS[view]?.({ picture, field: findField(picture) }, randomFrom(seed))
  if (!made) throw new Error(`no view ${view}`)
  return decode(
    view === 'compressed'
      ? await made.toBuffer()
      : await made.png({ compressionLevel: 1 }).toBuffer(),
  )
}

const { positionals } = parseArgs({ allowPositionals: true })
const models = await loadModels(MODELS, { threads: 1 })
const lines: string[] = []
let index = 0
for await (const source of sources(positionals)) {
  index++
  const reduced = await reducedOf(await source.bytes()).catch(() => null)
  if (!reduced || Math.min(reduced.width, reduced.height) < 96) continue
  for (const [at, view] of turnOf(source.views, index, source.fundus).entries()) {
    const seed = Number.parseInt(sha256(Buffer.from(`${source.name} ${at}`)).slice(0, 8), 16)
    const picture = await shownAs(view, reduced, seed)
    const field = findField(picture)
    const evidence = evidenceOf(featuresOf(picture, field, models.quality.field_diameter_px), field)
    if (lines.length === 0)
      lines.push(['fundus', 'group', 'kind', 'name', 'view', ...Object.keys(evidence)].join(','))
    const { fundus, group, kind, name } = source
    const about = [Number(fundus), group, kind, name.replaceAll(',', ' '), view]
    lines.push(
      [...about, ...Object.values(evidence).map((value) => Number(value.toPrecision(5)))].join(','),
    )
  }
}
await models.close()
await mkdir(dirname(ROWS), { recursive: true })
await writeFile(ROWS, `${lines.join('\n')}\n`)
