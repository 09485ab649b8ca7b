/**
 * Measures the joined model of the stage, `models/fundus/grading`: `npx tsx
 * analysis/fit/fundus/grading.ts --signs`, `python3 -m training.tasks.grading`, then `npx tsx
 * analysis/fit/fundus/grading.ts [--write]`. The first writes the signs of each photograph
 * that `grading-rows.ts` left, the second fits the model to them. The last takes for each
 * photograph the model that was fitted without its part: a fifth of IDRiD, or a whole other camera.
 * With --write the figures go into the card. Do all of it again when the lesion or the screening
 * network is replaced.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { readCard, type Figure } from '../../src/cards.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { MODELS, sha256 } from '../../src/testing/files.ts'
import { ROWS, rowsOf, truths, type Row, type Truth } from '../../src/testing/grading-rows.ts'
import { aucOf, wilson } from '@mingmou/contract'
import { GradingCard } from '../../src/fundus/cards.ts'
import { gradeOf, referableOf } from '../../src/fundus/grade.ts'
import { ofEach } from '../../src/fundus/measure/lesions.ts'
import { SIGNS, signsOf, type Stages } from '../../src/fundus/signs.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/grading.ts'
const FOLDS = 5
const { values: asked } = parseArgs({
  options: {
    signs: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const beside = (file: string) => join(dirname(ROWS), file)
const say = (line: string) => process.stdout.write(`${line}\n`)
const keyOf = ({ set, name, view }: Row) => `${set} ${name} ${view}`
const spotsOf = ({ spots }: Row) =>
  ofEach((kind) => spots[kind].map((spot) => ({ ...spot, pixels: [] })))

const truthOf = await truths()
const known = (await rowsOf())
  .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  .flatMap((row) => {
    const truth = truthOf(row)
    return truth && row.quality.gradable ? [{ row, truth }] : []
  })

if (asked.signs) {
  const lines = known.map(({ row, truth: { least, most, unseen } }) => {
    const fold = parseInt(sha256(Buffer.from(row.name)).slice(0, 8), 16) % FOLDS
    const part = row.set === 'idrid-grading' ? `idrid ${fold}` : row.set
    const signs = signsOf(spotsOf(row), row.field.area, row.retinopathy[1] ?? 0)
    const numbers = SIGNS.map((sign) => signs[sign].toFixed(4))
    return [keyOf(row), row.set, part, least, most, Number(unseen), ...numbers].join(',')
  })
  const names = ['photograph', 'set', 'part', 'least', 'most', 'unseen', ...SIGNS]
  await writeFile(beside('signs.csv'), `${[names.join(','), ...lines].join('\n')}\n`)
  process.exit()
}

const { card } = await readCard(MODELS, 'grading', GradingCard)
const chances = new Map(
  (await readFile(beside('left-out.csv'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(','))
    .map(([name = '', ...stages]) => [name, stages.map(Number) as unknown as Stages]),
)

interface Told {
  row: Row
  truth: Truth
  stages: Stages
  stage: number | null
  oedema: boolean | null
}
const told = known.flatMap(({ row, truth }): Told[] => {
  const stages = chances.get(keyOf(row))
  if (!stages) return []
  const { fovea, discDiameter, field, quality } = row
  const macula = fovea && discDiameter !== null ? { fovea, discDiameter } : null
  const blurred = quality.reasons.includes('blurred')
  const judged = { stages, network: row.retinopathy[1] ?? 0 }
  const found = gradeOf(spotsOf(row), fovea ?? field.centre, macula, judged, card, blurred)
  return [{ row, truth, stages, stage: found.stage, oedema: found.dr.macular_oedema }]
})

const figures: Omit<Figure, 'command'>[] = []
const round = (value: number) => Math.round(1000 * value) / 1000
function share(
  name: string,
  set: string,
  some: readonly Told[],
  is: (photograph: Told) => boolean,
) {
  const [hits, n] = [some.filter(is).length, some.length]
  if (n > 0) figures.push({ name, set, value: round(hits / n), n, interval95: wilson(hits, n) })
}
const isReferable = ({ truth }: Told) => truth.least >= 2
const chanceOf = ({ stages }: Told) => referableOf(stages)

const idrid = told.filter(
  ({ row, truth }) => row.set === 'idrid-grading' && row.view === 'whole' && truth.unseen,
)
const IDRID = 'IDRiD grading, fifths left out'
const [ill, well] = [
  idrid.filter(isReferable),
  idrid.filter((photograph) => !isReferable(photograph)),
]
figures.push({
  name: 'referable: AUC',
  set: IDRID,
  ...aucOf(ill.map(chanceOf), well.map(chanceOf)),
  n: idrid.length,
  positive: ill.length,
})
const staged = idrid.filter(({ stage }) => stage !== null)
share('a stage is told', IDRID, idrid, ({ stage }) => stage !== null)
share('the stage told is right', IDRID, staged, ({ stage, truth }) => stage === truth.least)
/** Photographs of each stage in the graded set. */
const GRADED = [132, 20, 123, 66, 46]
const mean = (of: (photograph: Told) => boolean) =>
  GRADED.reduce((sum, photographs, stage) => {
    const some = staged.filter(({ truth }) => truth.least === stage)
    return sum + (photographs * some.filter(of).length) / Math.max(1, some.length)
  }, 0) / GRADED.reduce((a, b) => a + b)
figures.push({
  name: 'the stage told is right, each stage as frequent as in the set',
  set: IDRID,
  value: round(mean(({ stage, truth }) => stage === truth.least)),
  n: staged.length,
})
share(
  'the stage told is right or next to it',
  IDRID,
  staged,
  ({ stage, truth }) => Math.abs((stage ?? 9) - truth.least) <= 1,
)
const high = ({ stage }: Told) => stage !== null && stage >= 2
const low = ({ stage }: Told) => stage !== null && stage < 2
share('referable: told stage 2 or more', IDRID, ill, high)
share('referable: told stage 0 or 1', IDRID, ill, low)
share('not referable: told stage 0 or 1', IDRID, well, low)
share(
  'stage 0: told stage 2 or more',
  IDRID,
  idrid.filter(({ truth }) => truth.most === 0),
  high,
)
const COUNTS = 'photographs told 0, 1, 2, 3, 4 and without a stage'
const counts = (some: readonly Told[]) =>
  [0, 1, 2, 3, 4, null].map(
    (stage) => some.filter((photograph) => photograph.stage === stage).length,
  )
for (const stage of [0, 1, 2, 3, 4]) {
  const some = idrid.filter(({ truth }) => truth.least === stage)
  figures.push({
    name: `stage ${stage}: ${COUNTS}`,
    set: IDRID,
    value: counts(some),
    n: some.length,
  })
}
const swollen = idrid.filter(({ truth }) => truth.oedema === 2)
const dry = idrid.filter(({ truth }) => truth.oedema !== null && truth.oedema < 2)
share('oedema of risk 2: suspected', IDRID, swollen, ({ oedema }) => oedema === true)
share('oedema of risk 0 or 1: not suspected', IDRID, dry, ({ oedema }) => oedema === false)
share('oedema: suspected or not', IDRID, idrid, ({ oedema }) => oedema !== null)

const OTHERS = ['drishti', 'drive', 'hei-med', 'hrf', 'stare']
for (const view of [...new Set(told.map(({ row }) => row.view))].sort())
  for (const set of OTHERS)
    for (const unseen of [true, false])
      for (const ofIll of [false, true]) {
        const some = told.filter(
          (photograph) =>
            photograph.row.set === set &&
            photograph.row.view === view &&
            photograph.truth.unseen === unseen &&
            isReferable(photograph) === ofIll,
        )
        if (some.length === 0) continue
        const of = ofIll ? 'with retinopathy' : 'without referable retinopathy'
        const look = view === 'whole' ? '' : `, changed: ${view}`
        const learnt = unseen ? 'kept from training' : 'learnt by a network: too good'
        figures.push({
          name: `${of}: ${COUNTS}`,
          set: `${set}, left out${look}, ${learnt}`,
          value: counts(some),
          n: some.length,
        })
      }

/** How often photographs of a probability were referable. */
const STEPS = [0, 0.05, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.9, 0.95, 1]
const curve = STEPS.slice(1).flatMap((to, i) => {
  const some = idrid.filter(
    (photograph) =>
      chanceOf(photograph) >= (STEPS[i] ?? 0) && (chanceOf(photograph) < to || to === 1),
  )
  const average = (of: (photograph: Told) => number) =>
    round(some.reduce((sum, photograph) => sum + of(photograph), 0) / some.length)
  const observed = average((photograph) => Number(isReferable(photograph)))
  return some.length > 0
    ? [{ label: 'referable', predicted: average(chanceOf), observed, n: some.length }]
    : []
})
const off = curve.reduce((sum, step) => sum + step.n * Math.abs(step.predicted - step.observed), 0)
figures.push({
  name: 'referable: expected calibration error',
  set: IDRID,
  value: round(off / idrid.length),
  n: idrid.length,
})

for (const { set, name, value, n, interval95 } of figures)
  say(`${set} | ${name}: ${String(value)}${interval95 ? ` (${interval95.join('-')})` : ''}, n ${n}`)
if (asked.write) await writeFigures('grading', COMMAND, figures, { calibration_curve: curve })
