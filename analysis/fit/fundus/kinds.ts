/**
 * Measures how well arteries and veins are told apart: `npx tsx analysis/fit/fundus/kinds.ts
 * [--write]`. Prints the share of pixels labelled artery or vein where the right map has the
 * greater value. The maps are those written (8 bits, the photograph's size). It compares the
 * network alone with one kind along each vessel. The constants of `measure/kinds.ts` were chosen
 * with four training and four kept photographs of each set in view. With --write the figures go
 * into the card of the vessels.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure } from '../../src/cards.ts'
import { findField, type Field } from '../../src/field.ts'
import { decode } from '../../src/image.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, keptAside, MODELS } from '../../src/testing/files.ts'
import { fileOf, labelOf } from '../../src/testing/labels.ts'
import { shown } from '../../src/shown.ts'
import { ARTERY, VEIN } from '../../src/fundus/measure/kinds.ts'
import { settledKinds, treeOf } from '../../src/fundus/measure/tree.ts'
import { predictVessels } from '../../src/fundus/predict.ts'
import type { PartMap } from '../../src/geometry/part.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/kinds.ts'
const SETS = ['drive', 'hrf']
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const written: Omit<Figure, 'command'>[] = []
const models = await loadModels(MODELS)

interface Shown {
  width: number
  height: number
  field: Field
}

/** The share of labelled pixels with the right kind. */
function right(truth: Buffer, photograph: Shown, maps: { artery: PartMap; vein: PartMap }): number {
  const [artery, vein] = [shown(maps.artery, photograph).data, shown(maps.vein, photograph).data]
  let [all, hit] = [0, 0]
  for (const [i, kind] of truth.entries()) {
    if (kind !== ARTERY && kind !== VEIN) continue
    const [a, v] = [artery[i] ?? 0, vein[i] ?? 0]
    all++
    if (kind === ARTERY ? a > v : v > a) hit++
  }
  return hit / all
}

for (const set of SETS) {
  const folder = join(EYE_DATA, 'fundus', set)
  const kept = await keptAside('vessels', set)
  const rows: { kept: boolean; alone: number; along: number }[] = []
  for (const file of await readdir(join(folder, 'images'))) {
    const name = file.replace(/\.[^.]+$/, '')
    const picture = await decode(await readFile(join(folder, 'images', file)))
    const field = findField(picture)
    const { mean } = await predictVessels(models, { picture, field })
    const label = await fileOf(set, 'av', name)
    if (!label) continue
    const { data: truth } = await labelOf(label)
    const photograph = { width: picture.width, height: picture.height, field }
    const [alone, along] = [
      right(truth, photograph, mean),
      right(truth, photograph, settledKinds(mean, treeOf(mean))),
    ]
    rows.push({ kept: kept.includes(name), alone, along })
    process.stdout.write(`${set} ${name}: alone ${alone.toFixed(3)}, along ${along.toFixed(3)}\n`)
  }
  for (const part of [true, false]) {
    const some = rows.filter((row) => row.kept === part)
    const mean = (of: 'alone' | 'along') =>
      (some.reduce((sum, row) => sum + row[of], 0) / some.length).toFixed(3)
    const kind = part ? 'kept from training' : 'trained on'
    const of = { set: `${set}, ${part ? kind : 'trained on: no accuracy'}`, n: some.length }
    written.push(
      {
        name: 'artery or vein right in the maps, network alone',
        value: Number(mean('alone')),
        ...of,
      },
      { name: 'artery or vein right in the maps, as written', value: Number(mean('along')), ...of },
    )
    const figures = `network alone ${mean('alone')}, one kind along each vessel ${mean('along')}`
    process.stdout.write(`${set}, ${kind}, ${some.length}: ${figures}\n`)
  }
}
await models.close()
if (asked.write) await writeFigures('vessels', COMMAND, written)
