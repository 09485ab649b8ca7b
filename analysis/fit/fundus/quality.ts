/**
 * Fits the chance of a good photograph in `models/fundus/quality/card.json`, and its figures: `npx
 * tsx analysis/fit/fundus/quality.ts [--write] [--keep FILE]`. It uses EyePACS photographs
 * labelled good, usable or reject. Patients whose number divides by four are kept for validation.
 * It compares readable photographs of other cameras with copies spoiled so that nobody would call
 * them good. FILE keeps the features of the photographs for the next run. With --write the numbers
 * go into the card. Run it again when the screening network is replaced.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import type { Figure } from '../../src/cards.ts'
import type { Field } from '../../src/field.ts'
import { decode, type Picture } from '../../src/image.ts'
import { loadModels, type Models } from '../../src/fundus/models.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, keptAside, MODELS } from '../../src/testing/files.ts'
import { featuresOf, smallOf, type Features } from '../../src/fundus/features.ts'
import {
  chanceOfGood,
  evidenceOfGood,
  fieldOf,
  isFundus,
  judge,
  refused,
  type Graded,
} from '../../src/fundus/quality.ts'
import { predictFundus, predictScreening } from '../../src/fundus/predict.ts'
import { thousandth } from '../told.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/quality.ts'
const CAMERAS = ['drive', 'stare', 'hrf', 'drishti', 'hei-med', 'idrid'] as const
/** Of a set, one photograph in this number is copied. */
const COPIED: Record<string, number> = { drishti: 2, 'hei-med': 4 }
const LABELS = ['good', 'usable', 'reject'] as const

const rawOf = ({ width, height, rgb }: Picture) =>
  sharp(rgb, { raw: { width, height, channels: 3 } })
const shrunk = (picture: Picture, ratio: number) =>
  rawOf(picture).resize(Math.round(ratio * picture.width))
/** Copies of a photograph brought to a field of at most 896 px. */
const COPIES: Record<string, (picture: Picture) => Sharp> = {
  'blurred by 0.2 %': (picture) => rawOf(picture).blur(Math.max(0.3, 0.002 * picture.width)),
  'blurred by 0.5 %': (picture) => rawOf(picture).blur(0.005 * picture.width),
  'blurred by 1.2 %': (picture) => rawOf(picture).blur(0.012 * picture.width),
  'at 0.6 of its light': (picture) => rawOf(picture).linear(0.6, 0),
  'at 0.3 of its light': (picture) => rawOf(picture).linear(0.3, 0),
  'at half its contrast': (picture) => rawOf(picture).linear(0.5, 60),
  'JPEG of quality 15': (picture) => rawOf(picture).jpeg({ quality: 15 }),
  'at 0.45 of its size': (picture) => shrunk(picture, 0.45),
  'at 0.2 of its size': (picture) => shrunk(picture, 0.2),
}
/** Copies that no grader would call good. */
const SPOILED = [
  'blurred by 0.5 %',
  'blurred by 1.2 %',
  'at 0.3 of its light',
  'JPEG of quality 15',
]

interface Sample {
  set: string
  name: string
  copy: string | null
  label: (typeof LABELS)[number] | null
  /** Kept from training and from this fit. */
  kept: boolean
  features: Features
  field: Field
  graded: Graded
  fundus: boolean
}

type Inspected = Pick<Sample, 'features' | 'field' | 'graded' | 'fundus'>

const judgedBy = ({ fundus, features, field, graded }: Inspected, card: Models['quality']) =>
  fundus ? judge(features, field, card, graded) : refused(features, ['not_fundus'])

const { values: asked } = parseArgs({
  options: { write: { type: 'boolean', default: false }, keep: { type: 'string' } },
})
const models = await loadModels(MODELS)

async function inspect(picture: Picture) {
  const whole = { picture, field: fieldOf(picture, models.quality.thresholds) }
  const small = smallOf(whole, models.quality.field_diameter_px)
  const features = featuresOf(small.picture, small.field, models.quality.field_diameter_px)
  const { ungradable, lessThanGood } = await predictScreening(models, { whole, small })
  const { field } = whole
  const fundus = isFundus(await predictFundus(models, picture), features, field, models)
  const inspected = { fundus, features, field, graded: { ungradable, lessThanGood } }
  return { inspected, small: small.picture }
}

type Origin = Pick<Sample, 'set' | 'name' | 'label' | 'kept'>

async function samplesOf(origin: Origin, file: string, copied: boolean): Promise<Sample[]> {
  const bytes = await readFile(join(EYE_DATA, 'fundus', origin.set, 'images', file))
  const { inspected, small } = await inspect(await decode(bytes))
  const samples: Sample[] = [{ ...origin, copy: null, ...inspected }]
  if (!copied || !judgedBy(inspected, models.quality).gradable) return samples
  for (const [copy, of] of Object.entries(COPIES)) {
    // EyePACS photographs are small enough.
    if (copy.includes('size') && origin.label) continue
    const made = await of(small).toBuffer({ resolveWithObject: true })
    const { data, info } = copy.startsWith('JPEG')
      ? await sharp(made.data).raw().toBuffer({ resolveWithObject: true })
      : made
    const { inspected: copyInspected } = await inspect({
      width: info.width,
      height: info.height,
      rgb: data,
    })
    samples.push({ ...origin, copy, ...copyInspected })
  }
  return samples
}

async function sampleAll(): Promise<Sample[]> {
  const samples: Sample[] = []
  const folder = join(EYE_DATA, 'fundus', 'eyepacs224')
  for (const line of (await readFile(join(folder, 'labels.csv'), 'utf8')).split('\n').slice(1)) {
    const [name = '', , quality = ''] = line.trim().split(',')
    const label = quality === '' ? undefined : LABELS[Number(quality)]
    if (!label) continue
    const kept = Number.parseInt(name, 10) % 4 === 0
    const origin = { set: 'eyepacs224', name, label, kept }
    samples.push(...(await samplesOf(origin, name, label === 'good')))
  }
  for (const set of CAMERAS) {
    const apart = await keptAside('screening', set)
    const files = (await readdir(join(EYE_DATA, 'fundus', set, 'images'))).sort()
    for (const [at, file] of files.entries()) {
      const name = file.replace(/\.(jpe?g|png|tiff?)$/i, '')
      const origin = { set, name, label: null, kept: apart.includes(name) }
      samples.push(...(await samplesOf(origin, file, at % (COPIED[set] ?? 1) === 0)))
    }
  }
  return samples
}

const known = asked.keep && (await readFile(asked.keep, 'utf8').catch(() => null))
const samples = known ? (JSON.parse(known) as Sample[]) : await sampleAll()
if (asked.keep && !known) await writeFile(asked.keep, JSON.stringify(samples))
await models.close()

const labelled = samples.filter(({ label }) => label !== null)
const others = samples.filter(({ label }) => label === null)

type Good = Models['quality']['good']
/** The evidence of the model, and whether more of it may count for a good photograph or against one. */
const EVIDENCE: Record<string, 1 | -1> = {
  ungradable_odds: -1,
  less_than_good_odds: -1,
  fine: 1,
  brightness: 1,
  contrast: 1,
  network: 1,
  uneven: -1,
}
const NAMES = Object.keys(EVIDENCE)
const RIDGE = 0.002

const evidenceIn = ({ features, graded }: Sample) => evidenceOfGood(features, graded)

/** Ridge logistic model of 'good'. All groups weigh the same, and each weight keeps its allowed sign. */
function fitted(groups: readonly { good: boolean; some: readonly Sample[] }[]): Good {
  const all = groups.flatMap(({ some }) => some).map(evidenceIn)
  const column = (name: string) => all.map((evidence) => evidence[name] ?? 0)
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length
  const round = (value: number) => Math.round(1e4 * value) / 1e4
  const lines = NAMES.map((name) => {
    const values = column(name)
    const middle = mean(values)
    const spread = Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))
    return { name, mean: round(middle), spread: round(spread) }
  })
  const rows = groups.flatMap(({ good, some }) =>
    some.map((sample) => {
      const evidence = evidenceIn(sample)
      const z = lines.map(({ name, mean: middle, spread }) =>
        Math.min(4, Math.max(-4, ((evidence[name] ?? middle) - middle) / spread)),
      )
      return { z: [1, ...z], y: Number(good), weight: 1 / groups.length / some.length }
    }),
  )
  const w = [0, ...lines.map(() => 0)]
  for (let pass = 0; pass < 20_000; pass++) {
    const slope = w.map((value, k) => (k === 0 ? 0 : RIDGE * value))
    for (const { z, y, weight } of rows) {
      const odds = z.reduce((sum, value, k) => sum + value * (w[k] ?? 0), 0)
      const off = weight * (1 / (1 + Math.exp(-odds)) - y)
      for (let k = 0; k < w.length; k++) slope[k] = (slope[k] ?? 0) + off * (z[k] ?? 0)
    }
    for (let k = 0; k < w.length; k++) {
      const next = (w[k] ?? 0) - 0.5 * (slope[k] ?? 0)
      const sign = EVIDENCE[NAMES[k - 1] ?? '']
      w[k] = sign ? sign * Math.max(0, sign * next) : next
    }
  }
  const features = lines.map(({ name, ...line }, k) => [
    ...[name, { weight: round(w[k + 1] ?? 0), ...line }],
  ])
  return { bias: round(w[0] ?? 0), features: Object.fromEntries(features) as Good['features'] }
}

const learnt = (some: readonly Sample[]) => some.filter(({ kept }) => !kept)
const good = fitted([
  {
    good: true,
    some: learnt(labelled).filter((sample) => sample.label === 'good' && !sample.copy),
  },
  { good: false, some: learnt(labelled).filter((sample) => sample.label !== 'good') },
  { good: true, some: learnt(others).filter((sample) => !sample.copy) },
  { good: false, some: learnt(others).filter((sample) => SPOILED.includes(sample.copy ?? '')) },
])
const card: Models['quality'] = { ...models.quality, good }
const judged = (sample: Sample) => judgedBy(sample, card)
const scores = new Map(samples.map((sample) => [sample, judged(sample).score ?? 0]))
const score = (sample: Sample) => scores.get(sample) ?? 0

const figures: Omit<Figure, 'command'>[] = []
const noteConfidences = (name: string, set: string, value: number | number[], n: number) =>
  figures.push({ name, set, value, n })

/** Area under the ROC curve of the worse against the better, by ranks of pairs. */
function auc(worse: readonly Sample[], better: readonly Sample[], of = score): number {
  let won = 0
  for (const a of worse)
    for (const b of better) won += of(a) < of(b) ? 1 : of(a) === of(b) ? 0.5 : 0
  return thousandth(won / (worse.length * better.length))
}
const quartiles = (some: readonly Sample[]) => {
  const sorted = some.map(score).sort((a, b) => a - b)
  return [0, 0.25, 0.5, 0.75, 1].map((part) =>
    thousandth(sorted[Math.round(part * (sorted.length - 1))] ?? 0),
  )
}

const EYEPACS = 'EyePACS, patients kept from training'
const tried = labelled.filter(({ kept, copy }) => kept && !copy)
const [fine, usable, reject] = LABELS.map((label) =>
  tried.filter((sample) => sample.label === label),
)
if (!fine || !usable || !reject) throw new Error('labels lack')
noteConfidences(
  'AUC of reject against good and usable',
  EYEPACS,
  auc(reject, [...fine, ...usable]),
  tried.length,
)
const byNetwork = (sample: Sample) => -sample.graded.ungradable
const before = auc(reject, [...fine, ...usable], byNetwork)
noteConfidences('the same by the network’s probability of a reject', EYEPACS, before, tried.length)
noteConfidences(
  'AUC of usable against good',
  EYEPACS,
  auc(usable, fine),
  usable.length + fine.length,
)
const byGood = (sample: Sample) => chanceOfGood(evidenceIn(sample), good)
noteConfidences(
  'the same by the chance of good alone',
  EYEPACS,
  auc(usable, fine, byGood),
  usable.length + fine.length,
)
for (const [at, some] of [fine, usable, reject].entries()) {
  const label = LABELS[at] ?? ''
  noteConfidences(
    `${label}: least, quartiles and most of the score`,
    EYEPACS,
    quartiles(some),
    some.length,
  )
  const refused = some.filter((sample) => !judged(sample).gradable).length / some.length
  noteConfidences(`${label}: share refused`, EYEPACS, thousandth(refused), some.length)
}
const photographs = others.filter(({ kept, copy }) => kept && !copy)
for (const set of CAMERAS) {
  const some = photographs.filter((photograph) => photograph.set === set)
  noteConfidences(
    'least, quartiles and most of the score',
    `${set}, kept from training`,
    quartiles(some),
    some.length,
  )
}
for (const copy of Object.keys(COPIES)) {
  const drops = samples.flatMap((sample) => {
    if (sample.copy !== copy || !sample.kept) return []
    const original = samples.find(
      (other) => other.name === sample.name && !other.copy && other.set === sample.set,
    )
    return original ? [score(original) - score(sample)] : []
  })
  const sorted = drops.sort((a, b) => a - b)
  const less = drops.filter((drop) => drop > 0).length / drops.length
  noteConfidences(
    `copy ${copy}: share with a lower score`,
    'kept from training',
    thousandth(less),
    drops.length,
  )
  const median = thousandth(sorted[Math.floor(sorted.length / 2)] ?? 0)
  noteConfidences(
    `copy ${copy}: median fall of the score`,
    'kept from training',
    median,
    drops.length,
  )
}

const say = (line: string) => process.stdout.write(`${line}\n`)
say(JSON.stringify(good, null, 2))
for (const { set, name, value, n } of figures) say(`${set} | ${name}: ${String(value)}, n ${n}`)
for (const set of CAMERAS) {
  const some = others.filter((other) => other.set === set && !other.copy)
  const standard = some.filter((sample) => judged(sample).standard).length
  const refused = some.filter((sample) => !judged(sample).gradable).map(({ name }) => name)
  say(
    `${set}, all: ${quartiles(some).join(' ')}; standard ${standard} of ${some.length}; refused ${refused.join(' ')}`,
  )
}
if (asked.write) await writeFigures('quality', COMMAND, figures, { good })
