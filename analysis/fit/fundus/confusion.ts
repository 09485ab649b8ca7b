/**
 * Prints what a user is told of 100 graded photographs, stage by stage: `npx tsx
 * analysis/fit/fundus/confusion.ts [--most N] [--write]`. Neither lesion nor screening network learnt
 * from them; the few weights that join both did, and `grading.ts` leaves them out. It can be stopped
 * and goes on where it was; `--most` bounds the photographs of one run. With --write the figures go into
 * the card of the grading.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { FundusFindings } from '@mingmou/contract'
import type { Figure } from '../../src/cards.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS, sha256 } from '../../src/testing/files.ts'
import { truths } from '../../src/testing/grading-rows.ts'
import { fileOf } from '../../src/testing/labels.ts'
import { keptRows } from '../../src/testing/kept-rows.ts'
import { analyseFundus } from '../../src/fundus/analyse.ts'
import { loadModels } from '../../src/fundus/models.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/confusion.ts'
const { values: asked } = parseArgs({
  options: { most: { type: 'string', default: '100' }, write: { type: 'boolean', default: false } },
})
const PHOTOGRAPHS = 100
const SET = 'idrid-grading'

interface Row {
  name: string
  truth: number
  told: FundusFindings['dr_grade']
  /** Why no stage is told. */
  reason: string | null
}

const truthOf = await truths()
const table = await readFile(join(EYE_DATA, 'fundus', SET, 'labels.csv'), 'utf8')
const keyOf = (name: string) => sha256(Buffer.from(name))
const chosen = table
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split(',')[0] ?? '')
  .filter((name) => truthOf({ set: SET, name })?.unseen)
  .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  .slice(0, PHOTOGRAPHS)

const models = await loadModels(MODELS, { threads: 1 })
const { rows, keep } = await keptRows<Row>('confusion', models.versions)
const open = chosen.filter((name) => !rows.some((row) => row.name === name))
for (const name of open.slice(0, Number(asked.most))) {
  const bytes = await fileOf(SET, 'images', name)
  if (!bytes) throw new Error(`no photograph ${name}`)
  const { findings } = await analyseFundus(bytes, models)
  const { dr_grade: told, not_measured } = findings
  const reason = told === null ? (not_measured['dr_grade'] ?? null) : null
  await keep({ name, truth: truthOf({ set: SET, name })?.least ?? 0, told, reason })
}
await models.close()

const figures: Omit<Figure, 'command'>[] = []
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`${rows.length} of ${PHOTOGRAPHS} photographs`)
for (const truth of [0, 1, 2, 3, 4]) {
  const some = rows.filter((row) => row.truth === truth)
  if (some.length === 0) continue
  const counts = [0, 1, 2, 3, null].map((stage) => some.filter(({ told }) => told === stage).length)
  const reasons = new Map<string, number>()
  for (const { reason } of some) if (reason) reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
  const why = [...reasons].map(([reason, n]) => `${reason} ${n}`).join(', ')
  figures.push({
    name: `stage ${truth}: photographs told 0, 1, 2, 3 and to be reviewed without a stage`,
    set: 'IDRiD grading, as a user gets it: learnt by no network, joined by weights that saw them',
    value: counts,
    n: some.length,
  })
  say(`stage ${truth}: ${counts.join(' ')}${why && ` (${why})`}, n ${some.length}`)
}
if (asked.write && rows.length === PHOTOGRAPHS) await writeFigures('grading', COMMAND, figures)
