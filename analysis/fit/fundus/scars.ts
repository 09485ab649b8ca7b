/**
 * How well the map of laser scars lies where a person outlined them, in the photographs that training keeps aside (set `laser`,
 * `training/configs/other_disease.json`): `npx tsx analysis/fit/fundus/scars.ts [--write]`. The maps are those that a user is
 * shown. Of the outlined scars the share that the map touches is counted, and of the parts of the map those that touch a scar:
 * the map has cells of a 48th of the field, so several scars may lie in one part. Prints every photograph; with --write the
 * figures go into the card of the network.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { analyseFundus } from '../../src/fundus/analyse.ts'
import { loadModels } from '../../src/fundus/models.ts'
import { blobsOf } from '../../src/geometry/blobs.ts'
import { decodeGrey, type Grey } from '../../src/image.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, keptAside, MODELS } from '../../src/testing/files.ts'
import { mean, print, thousandth } from '../told.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/scars.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const FOLDER = join(EYE_DATA, 'fundus', 'laser')
const models = await loadModels(MODELS)

/** 1 where a grey image reaches the middle of its range. */
const litIn = ({ width, height, data }: Grey<Uint8Array>): Grey => ({
  width,
  height,
  data: Float32Array.from(data, (value) => (value > 127 ? 1 : 0)),
})

/** How many connected parts of one map there are, and how many of them touch the other one. */
function touching(map: Grey, other: Grey): { parts: number; touch: number } {
  const parts = blobsOf(map, 0.5)
  const touch = parts.filter(({ pixels }) => pixels.some((at) => other.data[at] === 1))
  return { parts: parts.length, touch: touch.length }
}

const rows: { scars: number; found: number; parts: number; right: number }[] = []
const kept = await keptAside('other_disease', 'laser')
for (const name of kept) {
  const bytes = await readFile(join(FOLDER, 'images', `${name}.jpg`))
  const { maps } = await analyseFundus(bytes, models)
  const map = maps.find((map) => map.name === 'laser_scars')
  if (!map) {
    print(`${name}: no scars told`)
    continue
  }
  const drawn = litIn(await decodeGrey(await map.encode()))
  const outlined = litIn(await decodeGrey(await readFile(join(FOLDER, 'masks', `${name}.png`))))
  const { parts: scars, touch: found } = touching(outlined, drawn)
  const { parts, touch: right } = touching(drawn, outlined)
  rows.push({ scars, found, parts, right })
  print(`${name}: ${found} of ${scars} scars, ${right} of ${parts} parts of the map on a scar`)
}
await models.close()

const figures = [
  {
    name: 'scars of an eye that the map touches',
    values: rows.map((row) => row.found / row.scars),
  },
  {
    name: 'parts of the map of an eye that touch a scar',
    values: rows.map((row) => row.right / row.parts),
  },
].map(({ name, values }) => ({
  name,
  set: 'laser scars, kept from training',
  value: thousandth(mean(values)),
  n: values.length,
}))
for (const { name, value, n } of figures) print(`${name}: ${value} of ${n}`)
if (asked.write) await writeFigures('other_disease', COMMAND, figures)
