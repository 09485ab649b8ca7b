/**
 * Measures what spoiling a scan does to the features of its quality and to its density:
 * `npx tsx analysis/fit/octa/quality.ts [--each N] [--keep FILE] [--write]`, of N scans of each set that were kept from
 * training. A scan is blurred, darkened, given lines of motion and banded in steps. Prints for each step the median of
 * every feature, the root mean square of the change of density in points, and the score. FILE keeps the features of each
 * scan. With --write the figures go into the card of the network. The marks of `models/octa/measures/card.json` rest on it.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure } from '../../src/cards.ts'
import { decode, type Picture } from '../../src/image.ts'
import { randomFrom } from '../../src/random.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, keptAside } from '../../src/testing/files.ts'
import { appearanceOf } from '../../src/octa/analyse.ts'
import { featuresOf } from '../../src/octa/features.ts'
import { figuresOf, partsOf } from '../../src/octa/measure.ts'
import { loadModels } from '../../src/octa/models.ts'
import { isScan, judge } from '../../src/octa/quality.ts'
import { seeScan } from '../../src/octa/see.ts'
import { SPOILS } from '../../src/octa/spoil.ts'

const COMMAND = 'npx tsx analysis/fit/octa/quality.ts'
const { values: asked } = parseArgs({
  options: {
    each: { type: 'string', default: '6' },
    keep: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
})
const models = await loadModels(join(import.meta.dirname, '../../../models/octa'))
const SETS = [
  { set: 'octa500-3mm', scan: 3 },
  { set: 'octa500-6mm', scan: 6 },
  { set: 'rossa', scan: 3 },
  { set: 'synthetic', scan: 3 },
] as const

const FEATURES = ['sharp', 'signal', 'brightness', 'motion', 'banding'] as const
type Sample = Record<(typeof FEATURES)[number], number> & {
  density: number
  score: number
  scan: boolean
}

async function sampleOf(picture: Picture, scan: 3 | 6): Promise<Sample> {
  const features = featuresOf(picture)
  const seen = await seeScan(models, picture, scan)
  const parts = partsOf(seen, scan)
  const appearance = appearanceOf(seen, parts, picture)
  return {
    sharp: features.fine,
    signal: appearance.signal,
    brightness: features.brightness,
    motion: features.rows,
    banding: features.banding,
    density: figuresOf(parts, seen, scan).vessel?.density.whole ?? 0,
    score:
      judge(features, appearance, { side: Math.max(picture.width, picture.height), scan }).score ??
      0,
    scan: isScan(features, appearance),
  }
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const all: { set: string; name: string; step: string; sample: Sample; off: number }[] = []
for (const { set, scan } of SETS) {
  const folder = join(EYE_DATA, 'octa', set, 'images')
  const files = await readdir(folder)
  for (const name of (await keptAside('octa', set)).slice(0, Number(asked.each))) {
    const file = files.find((entry) => entry.startsWith(`${name}.`))
    if (file === undefined) throw new Error(`${set} has no ${name}`)
    const picture = await decode(await readFile(join(folder, file)))
    const own = await sampleOf(picture, scan)
    for (const { step, spoil } of [{ step: 'as it is', spoil: null }, ...SPOILS]) {
      const sample = spoil ? await sampleOf(spoil(picture, scan, randomFrom(7)), scan) : own
      all.push({ set, name, step, sample, off: sample.density - own.density })
    }
  }
}
await models.close()
if (asked.keep !== undefined) await writeFile(asked.keep, JSON.stringify(all))

const written: Omit<Figure, 'command'>[] = []
for (const step of new Set(all.map((scan) => scan.step))) {
  const those = all.filter((scan) => scan.step === step)
  const of = (pick: (sample: Sample) => number) => median(those.map(({ sample }) => pick(sample)))
  const off = Math.sqrt(those.reduce((sum, scan) => sum + scan.off ** 2, 0) / those.length)
  const features = FEATURES.map(
    (name) => `${name} ${of((sample) => sample[name]).toFixed(2)}`,
  ).join(' ')
  const [score, n] = [of((sample) => sample.score), those.length]
  const scans = those.filter(({ sample }) => sample.scan).length
  process.stdout.write(
    `${step.padEnd(28)} ${features} density off ${off.toFixed(1)} score ${score.toFixed(2)} scans ${scans} of ${n}\n`,
  )
  const spoiled = { set: `scans kept from training, ${step}`, n }
  written.push(
    { name: 'quality_score_median', value: Math.round(100 * score) / 100, ...spoiled },
    { name: 'density_off_rms_points', value: Math.round(10 * off) / 10, ...spoiled },
  )
}
if (asked.write) await writeFigures('octa', COMMAND, written)
