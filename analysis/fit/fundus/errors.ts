/**
 * Measures the error of the vessels' figures against human labels measured in the same way: `npx
 * tsx analysis/fit/fundus/errors.ts [--write]`. Prints root mean square and mean of the
 * relative differences. The photographs are those of DRIVE and HRF kept from training; discs are
 * marked by eye. `confidence.ts` uses the result as the usual error. With --write the figures go
 * into the card of the vessels.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Figure } from '../../src/cards.ts'
import type { Spot } from '../../src/geometry/circle.ts'
import { findField } from '../../src/field.ts'
import { decode } from '../../src/image.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { keptAside, MODELS, TRAINING } from '../../src/testing/files.ts'
import { fileOf, labelOf, mapOf } from '../../src/testing/labels.ts'
import { Ledger } from '../../src/certainty/ledger.ts'
import { ARTERY, VEIN } from '../../src/fundus/measure/kinds.ts'
import { measureRetina, type DiscPlace } from '../../src/fundus/measure/retina.ts'
import { treeOf } from '../../src/fundus/measure/tree.ts'
import { predictVessels } from '../../src/fundus/predict.ts'
import type { VesselMaps } from '../../src/fundus/predictions.ts'
import { numbersOf } from '../../src/certainty/numbers.ts'
import { mean, thousandth } from '../told.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/errors.ts'
const SET = 'drive and hrf, kept from training'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const models = await loadModels(MODELS)
const marks = await readFile(join(TRAINING, 'annotations', 'landmarks.csv'), 'utf8')

function discOf(set: string, name: string): DiscPlace | null {
  const row = marks.split('\n').find((line) => line.startsWith(`${set},${name},`))
  const [, , , , x, y, , height] = row?.split(',').map(Number) ?? []
  return x && y && height ? { centre: [x, y] satisfies Spot, height } : null
}

const differences = new Map<string, number[]>()
for (const set of ['drive', 'hrf'])
  for (const name of await keptAside('vessels', set)) {
    const [image, kinds, plain] = await Promise.all([
      fileOf(set, 'images', name),
      fileOf(set, 'av', name),
      fileOf(set, 'vessels', name),
    ])
    if (!image || !kinds) continue
    const picture = await decode(image)
    const field = findField(picture)
    const predicted = (await predictVessels(models, { picture, field })).mean
    const av = await labelOf(kinds)
    const whole = plain ? await labelOf(plain) : av
    const label: VesselMaps = {
      inside: predicted.inside,
      vessel: mapOf(predicted, whole, (value) => value > (plain ? 127 : 0)),
      artery: mapOf(predicted, av, (value) => value === ARTERY),
      vein: mapOf(predicted, av, (value) => value === VEIN),
    }
    const around = { disc: discOf(set, name), eye: 'OD' as const }
    const figuresOf = (maps: VesselMaps) =>
      numbersOf(
        measureRetina(maps, treeOf(maps), field.diameter, around, new Ledger()) ?? {},
        'vessel',
      )
    const truth = new Map(figuresOf(label))
    for (const [figure, value] of figuresOf(predicted)) {
      const right = truth.get(figure)
      if (right) differences.set(figure, [...(differences.get(figure) ?? []), value / right - 1])
    }
  }
await models.close()

const written: Omit<Figure, 'command'>[] = []
const percent = (value: number) => `${(100 * value).toFixed(1)} %`
for (const [figure, all] of differences) {
  const usual = Math.sqrt(mean(all.map((error) => error ** 2)))
  process.stdout.write(
    `${figure}: ${percent(usual)}, mean ${percent(mean(all))}, n ${all.length}\n`,
  )
  const of = { set: SET, n: all.length }
  written.push(
    { name: `${figure}: relative error, root mean square`, value: thousandth(usual), ...of },
    { name: `${figure}: relative error, mean`, value: thousandth(mean(all)), ...of },
  )
}
if (asked.write) await writeFigures('vessels', COMMAND, written)
