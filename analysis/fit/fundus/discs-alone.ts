/**
 * How well disc and cup are measured in photographs of the disc alone that training keeps aside (RIM-ONE, `training/configs/disc_alone.json`),
 * and how often a part of a field without a disc is taken for one: `npx tsx analysis/fit/fundus/discs-alone.ts [--write]`.
 * Parts are squares of the photographs of HRF, and of every third of DIARETDB1, a camera that no network learnt from: a quarter
 * of their height, on the side away from the disc. Prints every photograph
 * of the disc, the worst first. With --write the figures go into the card of the network.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { z } from 'zod'
import type { Figure } from '../../src/cards.ts'
import { analyseFundus } from '../../src/fundus/analyse.ts'
import { lookAt } from '../../src/fundus/assess.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { predictLandmarks } from '../../src/fundus/predict.ts'
import { decode, decodeGrey } from '../../src/image.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS, TRAINING } from '../../src/testing/files.ts'
import { mean, print, thousandth } from '../told.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/discs-alone.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const FOLDER = join(EYE_DATA, 'fundus', 'rim-one')
const models = await loadModels(MODELS)

const Config = z.object({ validation: z.object({ 'rim-one': z.number() }) })
const { validation } = Config.parse(
  JSON.parse(await readFile(join(TRAINING, 'configs', 'disc_alone.json'), 'utf8')),
)
/** Of each hospital the patients whose number divides by that of the configuration. */
const sick = new Set(
  (await readFile(join(FOLDER, 'labels.csv'), 'utf8'))
    .split('\n')
    .flatMap((line) => (line.includes(',glaucoma,') ? [line.split('.')[0] ?? ''] : [])),
)
const kept = (await readdir(join(FOLDER, 'images')))
  .map((file) => file.replace(/\.\w+$/u, ''))
  .filter(
    (name) => Number(name.replace(/^r\d_/u, '').replace(/\D/gu, '')) % validation['rim-one'] === 0,
  )

/** Rows that a mask reaches. */
async function heightOf(name: string, label: 'disc' | 'cup'): Promise<number> {
  const { width, height, data } = await decodeGrey(
    await readFile(join(FOLDER, 'masks', `${name}_${label}.png`)),
  )
  const rows = Array.from({ length: height }, (_, y) => data.subarray(y * width, (y + 1) * width))
  return rows.filter((row) => row.some((value) => value > 127)).length
}

const cases = []
for (const name of kept) {
  const { findings } = await analyseFundus(
    await readFile(join(FOLDER, 'images', `${name}.jpg`)),
    models,
  )
  const [disc, cup] = [await heightOf(name, 'disc'), await heightOf(name, 'cup')]
  cases.push({
    name,
    named: findings.quality.reasons.includes('disc_alone'),
    height: findings.disc ? findings.disc.disc.height / disc : null,
    ratio: findings.vcdr,
    truth: cup / disc,
    glaucoma: sick.has(name),
    why: findings.not_measured['vcdr'] ?? '',
  })
}

/** How many parts without a disc there were, and how many of them were taken for one. */
async function partsOf(set: string, every: number): Promise<{ parts: number; taken: number }> {
  const folder = join(EYE_DATA, 'fundus', set, 'images')
  let [parts, taken] = [0, 0]
  for (const file of (await readdir(folder)).filter((_, at) => at % every === 0)) {
    const bytes = await readFile(join(folder, file))
    const { width, height } = await sharp(bytes).metadata()
    const { sources } = await lookAt(models, await decode(bytes))
    const { landmarks } = await predictLandmarks(models, sources)
    const at = landmarks.mean.disc.data.indexOf(Math.max(...landmarks.mean.disc.data))
    const isLeft = at % landmarks.mean.disc.width < landmarks.mean.disc.width / 2
    const side = Math.round(height / 4)
    for (const x of isLeft ? [0.5, 0.65] : [0.2, 0.35])
      for (const y of [0.25, 0.45, 0.6]) {
        const box = {
          left: Math.round(x * width),
          top: Math.round(y * height),
          width: side,
          height: side,
        }
        const part = await lookAt(
          models,
          await decode(await sharp(bytes).extract(box).png().toBuffer()),
        )
        parts++
        if ((await predictLandmarks(models, part.sources)).disc?.mean.alone) taken++
      }
  }
  return { parts, taken }
}
const outside = [
  { of: 'HRF', ...(await partsOf('hrf', 1)) },
  { of: 'DIARETDB1', ...(await partsOf('diaretdb1', 3)) },
]
await models.close()

const errorOf = ({ ratio, truth }: { ratio: number | null; truth: number }) =>
  ratio === null ? Infinity : Math.abs(ratio - truth)
for (const photograph of cases.toSorted((a, b) => errorOf(b) - errorOf(a)))
  print(
    `${photograph.name} ${photograph.named ? 'named' : 'not named'}, disc ${photograph.height?.toFixed(2) ?? '-'} times as high, ratio ${photograph.ratio?.toFixed(2) ?? photograph.why} for ${photograph.truth.toFixed(2)}`,
  )
const figures: Omit<Figure, 'command'>[] = []
function state(name: string, value: number, set: string, n: number) {
  figures.push({ name, set, value: thousandth(value), n })
  print(`${name}: ${value.toFixed(3)} of ${n}`)
}
const RIM = 'RIM-ONE, kept from training'
const told = cases.filter(({ ratio }) => ratio !== null)
const part = (of: readonly unknown[]) => of.length / cases.length
state('disc_alone_named', part(cases.filter(({ named }) => named)), RIM, cases.length)
state('disc_alone_outlined', part(cases.filter(({ height }) => height !== null)), RIM, cases.length)
state('disc_alone_ratio_told', part(told), RIM, cases.length)
state('disc_alone_ratio_error', mean(told.map(errorOf)), RIM, told.length)
const wins = told
  .filter(({ glaucoma }) => glaucoma)
  .flatMap((a) =>
    told
      .filter(({ glaucoma }) => !glaucoma)
      .map((b) => (Math.sign((a.ratio ?? 0) - (b.ratio ?? 0)) + 1) / 2),
  )
state('disc_alone_glaucoma_auc', mean(wins), RIM, told.length)
for (const { of, parts, taken } of outside)
  state('disc_alone_of_other_parts', taken / parts, `parts of ${of} without a disc`, parts)
if (asked.write) await writeFigures('disc_alone', COMMAND, figures)
