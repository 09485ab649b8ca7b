/**
 * Measures how many microaneurysms are found in fields of several sizes: `npx tsx
 * analysis/fit/fundus/sizes-marks.ts [--write]`, by the marks of experts in DIARETDB1, whose camera no
 * network learnt from. `sizes.ts` says what becomes of the stage. With --write the figures go into
 * the card of the grading.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { Figure } from '../../src/cards.ts'
import type { Spot } from '../../src/geometry/circle.ts'
import { blobsOf } from '../../src/geometry/blobs.ts'
import { decode } from '../../src/image.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS, sha256 } from '../../src/testing/files.ts'
import { fileOf, labelOf } from '../../src/testing/labels.ts'
import { wilson } from '@mingmou/contract'
import { lesionRulesOf } from '../../src/fundus/analyse.ts'
import { findSpots, lesionsOf } from '../../src/fundus/measure/lesions.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { predictLesions } from '../../src/fundus/predict.ts'
import { fieldOf } from '../../src/fundus/quality.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/sizes-marks.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const SET = 'diaretdb1'
const SIZES = [224, 400, 550, 700, 850, 1000, 1300]
const PHOTOGRAPHS = 20
/** Grey 63 an expert: two of four agree from 126 on. */
const AGREED = 126
/** A spot this near to the middle of a mark is the mark's, as a share of the field. */
const NEAR = 0.008

/** The middles of the marks, px of the photograph. The labels are half as large. */
async function marksOf(name: string, width: number): Promise<Spot[]> {
  const file = await fileOf(SET, 'agreement', `${name}_MA`)
  if (!file) return []
  const label = await labelOf(file)
  const data = Float32Array.from(label.data, (grey) => (grey >= AGREED ? 1 : 0))
  const map = { data, width: label.width, height: data.length / label.width }
  const ratio = width / label.width
  return blobsOf(map, 1).map(({ centre: [x, y] }) => [(x + 0.5) * ratio, (y + 0.5) * ratio])
}

const models = await loadModels(MODELS, { threads: 1 })
const rules = lesionRulesOf(models)

/** The photograph with a field of this size, its red lesions by what counts, and its marks. */
async function foundAt(name: string, size: number) {
  const bytes = await fileOf(SET, 'images', name)
  if (!bytes) throw new Error(`no photograph ${name}`)
  const taken = await decode(bytes)
  const ratio = size / fieldOf(taken, models.quality.thresholds).diameter
  const raw = { width: taken.width, height: taken.height, channels: 3 } as const
  const reduced = sharp(taken.rgb, { raw }).resize(Math.round(taken.width * ratio))
  const picture = await decode(await reduced.jpeg({ quality: 90 }).toBuffer())
  const field = fieldOf(picture, models.quality.thresholds)
  const { mean } = await predictLesions(models, { picture, field })
  const { microaneurysms, haemorrhages } = lesionsOf(findSpots(mean, rules, null))
  const red = [...microaneurysms, ...haemorrhages]
  const marks = await marksOf(name, picture.width)
  const isFound = ([x, y]: Spot) =>
    red.some(({ centre }) => Math.hypot(centre[0] - x, centre[1] - y) <= NEAR * size)
  return { marks: marks.length, found: marks.filter(isFound).length }
}

const table = await readFile(join(EYE_DATA, 'fundus', SET, 'labels.csv'), 'utf8')
const names = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','))
  .flatMap(([file = '', grey]) => (Number(grey) >= AGREED ? [file.replace('.png', '')] : []))
const keyOf = (name: string) => sha256(Buffer.from(name))
const chosen = names.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)).slice(0, PHOTOGRAPHS)
const figures: Omit<Figure, 'command'>[] = []
for (const size of SIZES) {
  let [marks, found] = [0, 0]
  for (const name of chosen) {
    const counted = await foundAt(name, size)
    marks += counted.marks
    found += counted.found
  }
  const value = Math.round((1000 * found) / marks) / 1000
  figures.push({
    name: `field ${size} px across: microaneurysms of two experts found`,
    set: `DIARETDB1, ${chosen.length} photographs of a camera no network learnt from`,
    value,
    n: marks,
    interval95: wilson(found, marks),
  })
  process.stdout.write(`field ${size} px: ${found} of ${marks} marks found (${value})\n`)
}
await models.close()
if (asked.write) await writeFigures('grading', COMMAND, figures)
