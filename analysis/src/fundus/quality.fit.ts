/**
 * How `models/quality/card.json` got its score: `npx tsx analysis/src/fundus/quality.fit.ts [EYE_DATA]` prints it.
 * EyePACS photographs labelled good, usable or reject (patients whose number divides by four are kept for validation),
 * and the good ones of the training part once more with blur, little light or little contrast, as rejects.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findField } from '../field.ts'
import { blurred } from '../filters.ts'
import { decode, type Picture } from '../image.ts'
import { featuresOf, type Features } from './features.ts'

const NAMES = ['fine', 'red', 'green', 'uneven', 'network', 'contrast'] as const
const DIAMETER = 224
const RIDGE = 0.02

interface Sample {
  values: number[]
  reject: boolean
  good: boolean
  validation: boolean
  made: boolean
}

type Kind = 'made' | 'reject' | 'rest'
type Fault = 'blur' | 'dark' | 'flat'

function degraded({ width, height, rgb }: Picture, fault: Fault): Picture {
  const out = new Uint8Array(rgb.length)
  for (let c = 0; c < 3; c++) {
    const plane = Float32Array.from({ length: width * height }, (_, i) => rgb[3 * i + c] ?? 0)
    const sigma = { blur: 0.012, dark: 0, flat: 0.15 }[fault] * width
    const soft = sigma ? blurred({ width, height, data: plane }, sigma).data : plane
    for (let i = 0; i < plane.length; i++) {
      const [own, slow] = [plane[i] ?? 0, soft[i] ?? 0]
      // The dark mask stays dark, so that the field is still found.
      const value = {
        blur: slow,
        dark: 0.25 * own,
        flat: own < 12 ? own : slow + 0.2 * (own - slow),
      }
      out[3 * i + c] = Math.round(Math.min(255, Math.max(0, value[fault])))
    }
  }
  return { width, height, rgb: out }
}

function valuesOf(picture: Picture): number[] {
  const features: Features = featuresOf(picture, findField(picture), DIAMETER)
  return NAMES.map((name) => features[name])
}

async function samplesOf(folder: string): Promise<Sample[]> {
  const table = (await readdir(folder)).find((name) => name.endsWith('.csv')) ?? 'labels.csv'
  const samples: Sample[] = []
  for (const line of (await readFile(join(folder, table), 'utf8')).split('\n').slice(1)) {
    const [name = '', , quality = ''] = line.trim().split(',')
    if (quality === '') continue
    const picture = await decode(await readFile(join(folder, 'images', name)))
    const validation = Number.parseInt(name, 10) % 4 === 0
    const [reject, good] = [quality === '2', quality === '0']
    samples.push({ values: valuesOf(picture), reject, good, validation, made: false })
    if (!good) continue
    for (const fault of ['blur', 'dark', 'flat'] as const) {
      const values = valuesOf(degraded(picture, fault))
      samples.push({ values, reject: true, good: false, validation, made: true })
    }
  }
  return samples
}

/** Logistic model of 'not a reject' on standardised values: rejects weigh as much as the rest, a fifth of it the made ones. */
function fit(samples: readonly Sample[]) {
  const n = NAMES.length
  const mean = NAMES.map(
    (_, k) => samples.reduce((s, x) => s + (x.values[k] ?? 0), 0) / samples.length,
  )
  const spread = NAMES.map((_, k) =>
    Math.sqrt(
      samples.reduce((s, x) => s + ((x.values[k] ?? 0) - (mean[k] ?? 0)) ** 2, 0) / samples.length,
    ),
  )
  const kindOf = (x: Sample) => (x.made ? 'made' : x.reject ? 'reject' : 'rest')
  const count = (kind: Kind) => samples.filter((x) => kindOf(x) === kind).length
  const weightOf = {
    made: 0.1 / count('made'),
    reject: 0.4 / count('reject'),
    rest: 0.5 / count('rest'),
  }
  const rows = samples.map((x) => ({
    z: x.values.map((v, k) => clipped((v - (mean[k] ?? 0)) / (spread[k] ?? 1))),
    y: x.reject ? 0 : 1,
    weight: weightOf[kindOf(x)],
  }))
  const weights = NAMES.map(() => 0)
  let bias = 0
  for (let pass = 0; pass < 20_000; pass++) {
    const slope = weights.map((w) => RIDGE * w * 0.1)
    let slopeOfBias = 0
    for (const { z, y, weight } of rows) {
      const fault = weight * (chance(bias, weights, z) - y)
      slopeOfBias += fault
      for (let k = 0; k < n; k++) slope[k] = (slope[k] ?? 0) + fault * (z[k] ?? 0)
    }
    bias -= slopeOfBias
    for (let k = 0; k < n; k++) weights[k] = (weights[k] ?? 0) - (slope[k] ?? 0)
  }
  const score = (x: Sample) =>
    chance(
      bias,
      weights,
      x.values.map((v, k) => clipped((v - (mean[k] ?? 0)) / (spread[k] ?? 1))),
    )
  const round = (value = 0) => Math.round(value * 1e4) / 1e4
  const lines = NAMES.map((name, k) => [
    name,
    { weight: round(weights[k]), mean: round(mean[k]), spread: round(spread[k]) },
  ])
  return { score, card: { bias: round(bias), features: Object.fromEntries(lines) as object } }
}

const clipped = (value: number) => Math.min(4, Math.max(-4, value))

function chance(bias: number, weights: readonly number[], z: readonly number[]): number {
  return 1 / (1 + Math.exp(-z.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), bias)))
}

/** Area under the ROC curve of telling rejects, by ranks of pairs. */
function auc(samples: readonly Sample[], score: (x: Sample) => number): number {
  const bad = samples.filter((x) => x.reject).map(score)
  const rest = samples.filter((x) => !x.reject).map(score)
  let won = 0
  for (const a of bad) for (const b of rest) won += a < b ? 1 : a === b ? 0.5 : 0
  return won / (bad.length * rest.length)
}

const data = process.argv[2] ?? process.env['EYE_DATA'] ?? '../shared/data'
const samples = await samplesOf(join(data, 'fundus', 'eyepacs224'))
const { score, card } = fit(samples.filter((x) => !x.validation))
const parts = {
  training: samples.filter((x) => !x.validation && !x.made),
  validation: samples.filter((x) => x.validation && !x.made),
  'validation, degraded': samples.filter((x) => x.validation && (x.made || x.good)),
}
const lines = Object.entries(parts).map(([name, part]) => {
  const refused = [0.3, 0.4, 0.5, 0.6].map((cut) => {
    const share = (kind: Sample[]) =>
      kind.filter((x) => score(x) < cut).length / Math.max(1, kind.length)
    const of = (choose: (x: Sample) => boolean) => share(part.filter(choose)).toFixed(3)
    return `${cut}: rejects ${of((x) => x.reject)} usable ${of((x) => !x.reject && !x.good)} good ${of((x) => x.good)}`
  })
  return `${name}: n ${part.length}, AUC ${auc(part, score).toFixed(3)}; refused below ${refused.join('; ')}`
})
process.stdout.write(`${JSON.stringify(card, null, 2)}\n${lines.join('\n')}\n`)
