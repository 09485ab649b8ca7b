/**
 * Fits the numbers of `models/fundus/grading/card.json`: `npx tsx
 * analysis/src/fundus/grading.fit.ts [--write] [--keep FILE]`. They are fitted on photographs from
 * the training of the lesion and screening networks. Prints the stages of the photographs kept from
 * it. With --write the numbers go into the card. FILE keeps the answers of the networks for the
 * next run. Run it again when one of these networks is replaced.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { LESIONS, type Lesion } from '@mingmou/contract'
import type { Figure } from '../cards.ts'
import type { Spot } from '../geometry/circle.ts'
import { findField } from '../field.ts'
import { decode } from '../image.ts'
import { loadModels, type Models } from './models.ts'
import { writeFigures } from '../testing/card-figures.ts'
import { EYE_DATA, keptAside, MODELS } from '../testing/files.ts'
import { lesionRulesOf } from './analyse.ts'
import { smallOf } from './features.ts'
import { evidenceOf, gradeOf, logOdds, referableBy } from './grade.ts'
import { shapeOf } from './measure/disc.ts'
import { findSpots, ofEach, type FoundLesions } from './measure/lesions.ts'
import { predictScreening, predictLandmarks, predictLesions } from './predict.ts'

const COMMAND = 'npx tsx analysis/src/fundus/grading.fit.ts'
/** Normal by the list of the set, and DRIVE's three with a named disease. */
const STARE_NORMAL = [
  '0077',
  '0081',
  '0082',
  '0162',
  '0163',
  '0235',
  '0236',
  '0239',
  '0240',
  '0255',
]
const DRIVE_DISEASED = ['25', '26', '32']
/** Share of photographs without retinopathy whose evidence is called usual. */
const USUAL = 0.9
const RIDGE = 0.5

const exudates = new Set(
  (await readFile(join(EYE_DATA, 'fundus', 'hei-med', 'labels.csv'), 'utf8'))
    .split('\n')
    .map((line) => line.split(','))
    .filter((row) => Number(row[3]) > 0)
    .map(([name]) => name),
)

/** `healthy`: no retinopathy. `none`: diabetic and without exudates, never graded. `dr`: grade 2 or more by its lesions. */
type Truth = 'healthy' | 'none' | 'dr'
const TRUTHS: Record<string, (name: string) => Truth | null> = {
  drive: (name) => (DRIVE_DISEASED.includes(name) ? null : 'healthy'),
  stare: (name) => (STARE_NORMAL.includes(name.slice(2)) ? 'healthy' : null),
  hrf: (name) => (name.endsWith('dr') ? 'dr' : 'healthy'),
  drishti: () => 'healthy',
  'hei-med': (name) => (exudates.has(name) ? 'dr' : 'none'),
  idrid: () => 'dr',
}

interface Sample {
  set: string
  name: string
  truth: Truth
  kept: boolean
  spots: FoundLesions
  middle: Spot
  screening: number
}

const { values: asked } = parseArgs({
  options: { write: { type: 'boolean', default: false }, keep: { type: 'string' } },
})
const models = await loadModels(MODELS)
const rules = lesionRulesOf(models)

async function sampleOf(set: string, file: string, truth: Truth, kept: boolean): Promise<Sample> {
  const picture = await decode(await readFile(join(EYE_DATA, 'fundus', set, 'images', file)))
  const whole = { picture, field: findField(picture) }
  const small = smallOf(whole, models.quality.field_diameter_px)
  const { referable: screening } = await predictScreening(models, { whole, small })
  const near = await predictLandmarks(models, { whole, small })
  const { mean } = await predictLesions(models, whole)
  const disc = near.disc && shapeOf(near.disc.mean)
  const spots = findSpots(mean, rules, disc?.disc ?? null)
  const { centre: middle } = whole.field
  return { set, name: file, truth, kept, spots, middle, screening }
}

async function samplesOf(): Promise<Sample[]> {
  const samples: Sample[] = []
  for (const [set, truthOf] of Object.entries(TRUTHS)) {
    const kept = [...(await keptAside('lesions', set)), ...(await keptAside('screening', set))]
    for (const file of (await readdir(join(EYE_DATA, 'fundus', set, 'images'))).sort()) {
      const name = file.replace(/\.(jpe?g|png|tiff?)$/i, '')
      const truth = truthOf(name)
      if (truth) samples.push(await sampleOf(set, file, truth, kept.includes(name)))
    }
  }
  return samples
}

const round = (value: number) => Math.round(100 * value) / 100

/** Ridge logistic model of 'dr'. Every set and truth weighs as the root of its number. */
function fitted(samples: readonly Sample[]) {
  const groups = new Map<string, number>()
  const group = ({ set, truth }: Sample) => `${set} ${truth}`
  for (const one of samples) groups.set(group(one), (groups.get(group(one)) ?? 0) + 1)
  const rows = samples.map((one) => {
    const evidence = evidenceOf(one.spots)
    const x = [1, logOdds(one.screening), ...LESIONS.map((kind) => Math.log1p(evidence[kind]))]
    return { x, y: Number(one.truth === 'dr'), weight: 1 / Math.sqrt(groups.get(group(one)) ?? 1) }
  })
  const all = rows.reduce((sum, { weight }) => sum + weight, 0) / rows.length
  const w = [0, 0, 0, 0, 0, 0]
  for (let pass = 0; pass < 40_000; pass++) {
    const slope = w.map((value, k) => (k === 0 ? 0 : (RIDGE * value) / rows.length))
    for (const { x, y, weight } of rows) {
      const odds = x.reduce((sum, value, k) => sum + value * (w[k] ?? 0), 0)
      const off = ((weight / all) * (1 / (1 + Math.exp(-odds)) - y)) / rows.length
      for (let k = 0; k < w.length; k++) slope[k] = (slope[k] ?? 0) + off * (x[k] ?? 0)
    }
    // No lesion counts against retinopathy.
    for (let k = 0; k < w.length; k++) {
      const next = (w[k] ?? 0) - 0.1 * (slope[k] ?? 0)
      w[k] = k === 0 ? next : Math.max(0, next)
    }
  }
  const at = (k: number) => round(w[k] ?? 0)
  const weights = ofEach((kind: Lesion) => at(2 + LESIONS.indexOf(kind)))
  return { bias: at(0), screening: at(1), ...weights }
}

function usualOf(samples: readonly Sample[]) {
  const healthy = samples.filter(({ truth }) => truth === 'healthy')
  return ofEach((kind) => {
    const sorted = healthy.map(({ spots }) => evidenceOf(spots)[kind]).sort((a, b) => a - b)
    return round(sorted[Math.floor(USUAL * sorted.length)] ?? 0)
  })
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const known = asked.keep && (await readFile(asked.keep, 'utf8').catch(() => null))
const samples = known ? (JSON.parse(known) as Sample[]) : await samplesOf()
if (asked.keep && !known) await writeFile(asked.keep, JSON.stringify(samples))
await models.close()
const trained = samples.filter(({ kept }) => !kept)
const grading: Models['grading'] = {
  ...models.grading,
  usual: usualOf(trained),
  referable: fitted(trained),
}
const { usual, referable } = grading
say(JSON.stringify({ usual, referable }, null, 2))

const chanceOf = ({ spots, screening }: Sample) =>
  referableBy(evidenceOf(spots), screening, referable)
const stageOf = (one: Sample) =>
  gradeOf(one.spots, one.middle, null, chanceOf(one), grading, false).stage ?? 'none'
/** How often kept photographs of a probability had retinopathy. */
const STEPS = [0, 0.1, 0.2, 0.4, 0.6, 0.8, 0.95, 1]
grading.calibration_curve = STEPS.slice(1).flatMap((to, i) => {
  const some = samples.filter((one) => {
    const chance = chanceOf(one)
    return one.kept && chance >= (STEPS[i] ?? 0) && (chance < to || to === 1)
  })
  const mean = (of: (one: Sample) => number) =>
    Number((some.reduce((sum, one) => sum + of(one), 0) / some.length).toFixed(3))
  const dr = (one: Sample) => Number(one.truth === 'dr')
  const row = { label: 'referable', predicted: mean(chanceOf), observed: mean(dr), n: some.length }
  return some.length > 0 ? [row] : []
})
say(JSON.stringify(grading.calibration_curve))
const share = (some: readonly Sample[], when: (one: Sample) => boolean) => some.filter(when).length

const WORDS = {
  healthy: 'without retinopathy',
  none: 'HEI-MED without exudates, never graded',
  dr: 'with retinopathy',
} as const
const figures: Omit<Figure, 'command'>[] = []
for (const kept of [true, false]) {
  const set = kept ? 'kept from training' : 'fitted on: no accuracy'
  const part = samples.filter((one) => one.kept === kept)
  const [dr, rest] = [part.filter((s) => s.truth === 'dr'), part.filter((s) => s.truth !== 'dr')]
  const auc = (of: (one: Sample) => number) => {
    const won = dr.flatMap((a) => rest.map((b) => (of(a) > of(b) ? 1 : of(a) === of(b) ? 0.5 : 0)))
    return (won.reduce((sum: number, one) => sum + one, 0) / won.length).toFixed(3)
  }
  const whole = { set, n: part.length, positive: dr.length }
  figures.push(
    { name: 'retinopathy: AUC, joined', value: Number(auc(chanceOf)), ...whole },
    {
      ...{ name: 'retinopathy: AUC, screening network alone', ...whole },
      value: Number(auc((one) => one.screening)),
    },
  )
  const both = `joined ${auc(chanceOf)}, screening network alone ${auc((one) => one.screening)}`
  say(`${kept ? 'Kept from training' : 'Fitted on'}: AUC of dr against the rest ${both}`)
  for (const truth of ['healthy', 'none', 'dr'] as const) {
    const some = part.filter((one) => one.truth === truth)
    const stages = ([0, 1, 2, 3, 'none'] as const).map(
      (stage) => `${stage}: ${share(some, (one) => stageOf(one) === stage)}`,
    )
    figures.push({
      name: `${WORDS[truth]}: photographs of stage 0, 1, 2, 3 and without one`,
      set,
      value: ([0, 1, 2, 3, 'none'] as const).map((stage) =>
        share(some, (one) => stageOf(one) === stage),
      ),
      n: some.length,
    })
    say(`  ${truth}, ${some.length}: stage ${stages.join(', ')}`)
  }
  for (const one of part)
    if (stageOf(one) === 'none' || (one.truth === 'dr') !== [2, 3].includes(Number(stageOf(one))))
      say(`    ${one.set} ${one.name} ${one.truth}: ${chanceOf(one).toFixed(2)}, ${stageOf(one)}`)
}

if (asked.write) {
  const { calibration_curve } = grading
  await writeFigures('grading', COMMAND, figures, { usual, referable, calibration_curve })
}
