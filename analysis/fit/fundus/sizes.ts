/**
 * Measures from how many px across the field a photograph tells stage 0 rightly: `npx tsx
 * analysis/fit/fundus/sizes.ts [--most N] [--write]`. Graded photographs that no network learnt from are
 * reduced to several sizes, and each is staged as the product does it, but for the bound of size: how many
 * of each stage are told 0, 1, 2 or more, and none. It can be stopped and goes on where it was, as long as
 * the networks are the same; `--most` bounds the analyses of one run. With --write the figures go into the
 * card of the grading.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import type { Figure } from '../../src/cards.ts'
import { findField } from '../../src/field.ts'
import { decode } from '../../src/image.ts'
import { Ledger } from '../../src/certainty/ledger.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS, sha256 } from '../../src/testing/files.ts'
import { truths } from '../../src/testing/grading-rows.ts'
import { keptRows } from '../../src/testing/kept-rows.ts'
import { fileOf } from '../../src/testing/labels.ts'
import { lesionRulesOf } from '../../src/fundus/analyse.ts'
import { assess, sourcesOf } from '../../src/fundus/assess.ts'
import { gradeOf } from '../../src/fundus/grade.ts'
import { findSpots } from '../../src/fundus/measure/lesions.ts'
import { findPlaces } from '../../src/fundus/measure/places.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { predictLandmarks, predictLesions, predictReferable } from '../../src/fundus/predict.ts'
import { signsOf, stagesBy } from '../../src/fundus/signs.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/sizes.ts'
const { values: asked } = parseArgs({
  options: {
    most: { type: 'string', default: '2000' },
    write: { type: 'boolean', default: false },
  },
})
/** Diameters of the field, px; null: as it came. A photograph is not enlarged. */
const SIZES = [224, 512, 700, 1000, 1300, null] as const
/** How many photographs of each stage, in the order of a hash. */
const IDRID = [20, 10, 24, 6, 6]
/** Of DIARETDB1, without and with lesions that two of four experts saw. */
const DIARETDB1 = [5, 15] as const
const OTHER = 'diaretdb1'

interface Row {
  set: string
  name: string
  /** The stage as graded; of DIARETDB1 0 or 1 by lesions alone, and 2 for more. */
  truth: number
  size: number | null
  /** The diameter of its field, px. */
  field: number
  gradable: boolean
  stage: number | null
  oedema: boolean | null
}

const tableOf = async (set: string) =>
  (await readFile(join(EYE_DATA, 'fundus', set, 'labels.csv'), 'utf8'))
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(','))
const mixed = (names: readonly string[]) => {
  const keyOf = (name: string) => sha256(Buffer.from(name))
  return [...names].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

async function photographs(): Promise<Pick<Row, 'set' | 'name' | 'truth'>[]> {
  const truthOf = await truths()
  const set = 'idrid-grading'
  const graded = (await tableOf(set)).map(([name = '']) => name)
  const idrid = IDRID.flatMap((most, truth) =>
    mixed(graded.filter((name) => isUnseen(truthOf({ set, name }), truth)))
      .slice(0, most)
      .map((name) => ({ set, name, truth })),
  )
  const marked = (await tableOf(OTHER)).map(([file = '', ...greys]) => {
    const [ma = 0, , he = 0, , ex = 0, , se = 0] = greys.map(Number)
    return { name: file.replace('.png', ''), truth: stageBy([ma, he, ex, se]) }
  })
  const of = (is: (truth: number) => boolean, most: number) =>
    mixed(marked.filter(({ truth }) => truth !== null && is(truth)).map(({ name }) => name))
      .slice(0, most)
      .map((name) => ({
        set: OTHER,
        name,
        truth: marked.find((photograph) => photograph.name === name)?.truth ?? 0,
      }))
  return [...idrid, ...of((truth) => truth === 0, DIARETDB1[0]), ...of((t) => t > 0, DIARETDB1[1])]
}

const isUnseen = (
  truth: Awaited<ReturnType<Awaited<ReturnType<typeof truths>>>>,
  stage: number,
): boolean => truth !== null && truth.unseen && truth.least === stage

/** Grey 63 an expert: two of four agree from 126 on. null where only one saw a lesion. */
function stageBy([ma = 0, ...more]: readonly number[]): 0 | 1 | 2 | null {
  if (more.some((grey) => grey >= 126)) return 2
  if (ma >= 126) return 1
  return [ma, ...more].some((grey) => grey > 0) ? null : 0
}

const models = await loadModels(MODELS, { threads: 1 })
const rules = lesionRulesOf(models)
async function stageAt(set: string, name: string, size: number | null) {
  const bytes = await fileOf(set, 'images', name)
  if (!bytes) throw new Error(`no photograph ${set}/${name}`)
  const taken = await decode(bytes)
  const { diameter } = findField(taken)
  const ratio = (size ?? diameter) / diameter
  if (ratio > 1) return null
  const raw = { width: taken.width, height: taken.height, channels: 3 } as const
  const reduced = sharp(taken.rgb, { raw }).resize(Math.round(taken.width * ratio))
  const picture = await decode(await reduced.jpeg({ quality: 90 }).toBuffer())
  const sources = sourcesOf(models, picture)
  const { quality } = await assess(models, sources)
  const { field } = sources.whole
  const near = await predictLandmarks(models, sources)
  const { mean: lesions } = await predictLesions(models, sources.whole)
  const network = await predictReferable(models, sources, 2)
  const shown = {
    field,
    landmarks: near.landmarks.mean,
    disc: near.disc?.mean ?? null,
    views: { landmarks: near.landmarks.views, disc: near.disc?.views ?? [] },
  }
  const { fovea, shape, discHeight } = findPlaces(shown, undefined, new Ledger())
  const spots = findSpots(lesions, rules, shape?.disc ?? null)
  const stages = stagesBy(signsOf(spots, field.area, network), models.grading.stages)
  const macula = fovea && discHeight !== null ? { fovea, discDiameter: discHeight } : null
  const blurred = quality.reasons.includes('blurred')
  const middle = fovea ?? field.centre
  const { stage, dr } = gradeOf(spots, middle, macula, { stages, network }, models.grading, blurred)
  const across = Math.round(diameter * ratio)
  return { field: across, gradable: quality.gradable, stage, oedema: dr.macular_oedema }
}

const { rows, keep } = await keptRows<Row>('sizes', models.versions)
let left = Number(asked.most)
for (const photograph of mixed((await photographs()).map((given) => JSON.stringify(given))))
  for (const size of SIZES) {
    const { set, name, truth } = JSON.parse(photograph) as Row
    if (left <= 0) break
    if (rows.some((row) => row.set === set && row.name === name && row.size === size)) continue
    left--
    const read = await stageAt(set, name, size)
    if (read) await keep({ set, name, truth, size, ...read })
  }
await models.close()

const IDRID_WORDS = 'IDRiD grading, learnt by no network'
const OTHER_WORDS = 'DIARETDB1, a camera no network learnt from'
const GROUPS = [
  ['idrid-grading', IDRID_WORDS, 'stage 0', [0]],
  ['idrid-grading', IDRID_WORDS, 'stage 1', [1]],
  ['idrid-grading', IDRID_WORDS, 'stage 2 and more', [2, 3, 4]],
  [OTHER, OTHER_WORDS, 'no lesion seen by an expert', [0]],
  [OTHER, OTHER_WORDS, 'microaneurysms alone seen by two experts', [1]],
  [OTHER, OTHER_WORDS, 'more than microaneurysms seen by two experts', [2]],
] as const
const TOLD = 'photographs told 0, 1, 2 or more, and no stage, were there no bound of size'

const countsOf = (some: readonly Row[]) => {
  const told = some.map(({ gradable, stage }) => (gradable ? stage : null))
  const is = (fits: (stage: number) => boolean) =>
    told.filter((stage) => stage !== null && fits(stage)).length
  const staged = [is((stage) => stage === 0), is((stage) => stage === 1), is((stage) => stage > 1)]
  return [...staged, told.filter((stage) => stage === null).length]
}

const figures: Omit<Figure, 'command'>[] = GROUPS.flatMap(([set, words, name, stages]) =>
  SIZES.flatMap((size) => {
    const is = (truth: number) => (stages as readonly number[]).includes(truth)
    const some = rows.filter((row) => row.set === set && row.size === size && is(row.truth))
    if (some.length === 0) return []
    const fields = some.map(({ field }) => field)
    const [least, most] = [Math.min(...fields), Math.max(...fields)]
    const across = size === null ? `as it came, ${least} to ${most} px` : `${size} px across`
    const value = countsOf(some)
    return [{ name: `${name}, field ${across}: ${TOLD}`, set: words, value, n: some.length }]
  }),
)
for (const { set, name, value, n } of figures)
  process.stdout.write(`${set} | ${name}: ${String(value)}, n ${n}\n`)
if (asked.write) await writeFigures('grading', COMMAND, figures)
