/**
 * Prints what the product suspects of the eyes of ODIR-5K that no network of other disease learnt, by each word of their
 * readers: `npx tsx analysis/fit/fundus/other-disease.ts [--most N] [--write]`. It can be stopped and goes on where it was.
 * An eye of several words counts for each. With --write the table goes into the card of the network.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { OTHER_KINDS, type OtherDisease } from '@mingmou/contract'
import type { Figure } from '../../src/cards.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS } from '../../src/testing/files.ts'
import { fileOf } from '../../src/testing/labels.ts'
import { keptRows } from '../../src/testing/kept-rows.ts'
import { analyseFundus } from '../../src/fundus/analyse.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { print } from '../told.ts'

const SET = 'odir400'
/** A patient whose number divides by this is kept from training: `training/data/other_disease.py`. */
const KEPT = 5
const COMMAND = 'npx tsx analysis/fit/fundus/other-disease.ts'
const { values: asked } = parseArgs({
  options: {
    most: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: false },
  },
})

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
const { rows, keep } = await keptRows<Row>('other_disease', models.versions)
const open = eyes.filter(({ name }) => !rows.some((row) => row.name === name))
for (const { name } of open.slice(0, Number(asked.most))) {
  const bytes = await fileOf(SET, 'images', name)
  if (!bytes) throw new Error(`no photograph ${name}`)
  const { findings } = await analyseFundus(bytes, models)
  await keep({ name, told: findings.other_disease ?? null })
}
await models.close()

/** The columns of the table: what is told of an eye. */
const TOLD: readonly (readonly [string, (told: OtherDisease | null) => boolean])[] = [
  ['suspected', (told) => told?.suspected === true],
  ['scars', (told) => told?.scars === true],
  ['neither', (told) => told !== null && !told.suspected && !told.scars],
  ['not judged', (told) => told === null],
  ...OTHER_KINDS.filter((kind) => models.other_disease.card.cuts.kinds[kind] !== undefined).map(
    (kind) =>
      [
        kind.replaceAll('_', ' '),
        (told: OtherDisease | null) => told?.kinds.includes(kind) === true,
      ] as const,
  ),
]
const columns = TOLD.map(([name]) => name).join(', ')
print(`${rows.length} of ${eyes.length} eyes`)
print(`eyes with each word; ${columns}`)
const words = [...new Set(eyes.flatMap((eye) => eye.words))]
const of = (word: string) => {
  const names = new Set(eyes.filter((eye) => eye.words.includes(word)).map(({ name }) => name))
  return rows.filter(({ name }) => names.has(name))
}
const figures = words
  .toSorted((a, b) => of(b).length - of(a).length || (a < b ? -1 : 1))
  .map((word): Omit<Figure, 'command'> => {
    const some = of(word)
    const value = TOLD.map(([, is]) => some.filter(({ told }) => is(told)).length)
    print(`${word}: ${some.length}; ${value.join(', ')}`)
    return {
      name: `"${word}": ${columns}`,
      set: 'ODIR-5K, patients kept from training',
      value,
      n: some.length,
    }
  })
if (asked.write && rows.length === eyes.length)
  await writeFigures('other_disease', COMMAND, figures)
