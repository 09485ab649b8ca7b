/**
 * How well ulcers are found in the real photographs that training keeps aside (`training/configs/surface.json`), as the product shows them: the map of
 * staining on the cornea, cut where it counts, beside the mask; and the outline of the cornea beside the one marked by eye.
 * `npx tsx analysis/fit/surface/ulcers.ts [--write]`. A photograph of which nothing is shown counts as one in which
 * nothing is found. Prints every photograph, the worst first. With --write the figures go into the card of the network.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { SurfaceFindings } from '@mingmou/contract'
import type { Figure } from '../../src/cards.ts'
import { decodeGrey, type Grey } from '../../src/image.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { MODELS_OF_ALL } from '../../src/testing/files.ts'
import { analyseSurface } from '../../src/surface/analyse.ts'
import type { Ellipse } from '../../src/surface/cornea.ts'
import { loadModels } from '../../src/surface/models.ts'
import { print } from '../told.ts'
import { FOLDER, KEPT, MARKS, overlapOf, overlapOfEllipses, type Overlap } from './sustech.ts'

const COMMAND = 'npx tsx analysis/fit/surface/ulcers.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const models = await loadModels(join(MODELS_OF_ALL, 'surface'))

/** The outline that is shown beside the marked one. */
function corneaOverlap(cornea: SurfaceFindings['cornea'], mark: Ellipse, size: Grey): Overlap {
  const [x, y] = cornea?.centre ?? [0, 0]
  const [rx, ry] = cornea?.radii ?? [1e-6, 1e-6]
  return overlapOfEllipses({ x, y, rx, ry }, mark, size)
}

interface Case {
  id: string
  trust: string
  ulcer: Overlap
  cornea: Overlap | null
}

const cases: Case[] = []
for (const id of KEPT) {
  const bytes = await readFile(join(FOLDER, 'images', `${id}.jpg`))
  const truth = await decodeGrey(await readFile(join(FOLDER, 'ulcer', `${id}.png`)))
  const { findings, maps } = await analyseSurface(bytes, models)
  const png = await maps.find(({ name }) => name === 'lesion')?.encode()
  const found = png ? (await decodeGrey(png)).data : new Uint8Array(truth.data.length)
  const mark = MARKS.get(id)
  const size = { width: truth.width, height: truth.height, data: new Float32Array() }
  cases.push({
    id,
    trust: findings.outline?.trust ?? 'no cornea',
    ulcer: overlapOf(
      truth.data.length,
      (at) => (found[at] ?? 0) >= 128,
      (at) => (truth.data[at] ?? 0) >= 128,
    ),
    cornea: mark ? corneaOverlap(findings.cornea, mark, size) : null,
  })
}
await models.close()

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const at = (values: readonly number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(part * values.length)] ?? 0

for (const { id, trust, ulcer, cornea } of cases.toSorted((a, b) => a.ulcer.dice - b.ulcer.dice))
  print(
    `${id} ulcer ${ulcer.dice.toFixed(3)}, area ${ulcer.ratio.toFixed(2)} times; cornea ${cornea?.dice.toFixed(3) ?? '-'}, ${trust}`,
  )
const errors = cases.map(({ ulcer }) => Math.abs(ulcer.ratio - 1))
const corneas = cases.flatMap(({ cornea }) => (cornea ? [cornea] : []))
const figures: Omit<Figure, 'command'>[] = []
function state(name: string, value: number, n: number) {
  const set = 'real ulcers, kept from training'
  figures.push({ name, set, value: Math.round(1000 * value) / 1000, n })
  print(`${name}: ${value.toFixed(3)} of ${String(n)}`)
}
const n = cases.length
state('shown_ulcer_dice', mean(cases.map(({ ulcer }) => ulcer.dice)), n)
state('shown_ulcer_area_error_median', at(errors, 0.5), n)
state('shown_ulcer_area_error_90th', at(errors, 0.9), n)
state('shown_ulcer_none', mean(cases.map(({ ulcer }) => Number(ulcer.ratio === 0))), n)
state('shown_cornea_dice', mean(corneas.map(({ dice }) => dice)), corneas.length)
state(
  'shown_cornea_area_error_median',
  at(
    corneas.map(({ ratio }) => Math.abs(ratio - 1)),
    0.5,
  ),
  corneas.length,
)
if (asked.write) await writeFigures('surface', COMMAND, figures)
