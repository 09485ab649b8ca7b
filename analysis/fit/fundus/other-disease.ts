/**
 * Prints what the product suspects of the eyes of ODIR-5K that no network of other disease learnt, by each word of their
 * readers: `npx tsx analysis/fit/fundus/other-disease.ts [--most N]`. It can be stopped and goes on where it was. An eye of
 * several words counts for each.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { OtherDisease } from '@mingmou/contract'
import { EYE_DATA, MODELS, TRAINING } from '../../src/testing/files.ts'
import { fileOf } from '../../src/testing/labels.ts'
import { keptRows } from '../../src/testing/kept-rows.ts'
import { lookAt } from '../../src/fundus/assess.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { predictOtherDisease } from '../../src/fundus/other-disease.ts'
import { decode } from '../../src/image.ts'
import { print } from '../told.ts'

const SET = 'odir400'
/** A patient whose number divides by this is kept from training: `training/data/other_disease.py`. */
const KEPT = 5
const { values: asked } = parseArgs({ options: { most: { type: 'string', default: '1000' } } })

interface Row {
  name: string
  /** null where the picture is not judged. */
  told: OtherDisease | null
}

const table = await readFile(join(EYE_DATA, 'fundus', SET, 'labels.csv'), 'utf8')
const [head = '', ...lines] = table.trim().split(/\r?\n/)
const column = (line: string, name: string) => line.split(',')[head.split(',').indexOf(name)] ?? ''
const eyes = lines
  .filter((line) => Number(column(line, 'patient')) % KEPT === 0)
  .map((line) => ({
    name: column(line, 'file').replace(/\.\w+$/, ''),
    words: column(line, 'keywords')
      .split(';')
      .map((word) => word.trim()),
  }))

const models = await loadModels(MODELS, { threads: 1 })
const { rows, keep } = await keptRows<Row>(
  join(
    TRAINING,
    '.runs',
    'other_disease',
    `told-${models.other_disease.card.sha256.slice(0, 8)}.jsonl`,
  ),
)
const open = eyes.filter(({ name }) => !rows.some((row) => row.name === name))
for (const { name } of open.slice(0, Number(asked.most))) {
  const bytes = await fileOf(SET, 'images', name)
  if (!bytes) throw new Error(`no photograph ${name}`)
  const { sources, reasons } = await lookAt(models, await decode(bytes))
  const told = reasons.length > 0 ? null : await predictOtherDisease(models, sources)
  await keep({ name, told })
}
await models.close()

print(
  `${rows.length} of ${eyes.length} eyes, ${rows.filter(({ told }) => told === null).length} not judged`,
)
print('word: eyes; suspected; scars; kinds named')
const words = [...new Set(eyes.flatMap((eye) => eye.words))]
const of = (word: string) => {
  const names = new Set(eyes.filter((eye) => eye.words.includes(word)).map(({ name }) => name))
  return rows.filter(({ name }) => names.has(name))
}
for (const word of words.toSorted((a, b) => of(b).length - of(a).length)) {
  const some = of(word)
  const kinds = some.flatMap(({ told }) => told?.kinds ?? [])
  const counted = [...new Set(kinds)].map(
    (kind) => `${kind} ${kinds.filter((one) => one === kind).length}`,
  )
  const suspected = some.filter(({ told }) => told?.suspected).length
  const scars = some.filter(({ told }) => told?.scars).length
  print(`${word}: ${some.length}; ${suspected}; ${scars}; ${counted.join(', ')}`)
}
