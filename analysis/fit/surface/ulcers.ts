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
import { z } from 'zod'
import type { Figure } from '../../src/cards.ts'
import { decodeGrey, type Grey } from '../../src/image.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS_OF_ALL, TRAINING } from '../../src/testing/files.ts'
import { analyseSurface } from '../../src/surface/analyse.ts'
import { fromMiddle, type Ellipse } from '../../src/surface/cornea.ts'
import { loadModels } from '../../src/surface/models.ts'
import { print } from '../told.ts'

const COMMAND = 'npx tsx analysis/fit/surface/ulcers.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })
const FOLDER = join(EYE_DATA, 'surface', 'sustech')
const models = await loadModels(join(MODELS_OF_ALL, 'surface'))

const rowsOf = async (path: string) =>
  (await readFile(path, 'utf8')).split('\n').map((line) => line.split(','))

const Config = z.object({ validation: z.object({ sustech: z.array(z.number()) }) })
const { validation } = Config.parse(
  JSON.parse(await readFile(join(TRAINING, 'configs', 'surface.json'), 'utf8')),
)
/** Numbers with the tens of the configuration, less those of eyes that stand in a panel too. */
const kept = (await rowsOf(join(FOLDER, 'labels.csv'))).flatMap(([id = '', inPanel]) =>
  inPanel === '0' && validation.sustech.includes(Math.floor(Number(id) / 10) % 10) ? [id] : [],
)

const marks = new Map(
  (await rowsOf(join(TRAINING, 'annotations', 'corneas.csv')))
    .filter(([set]) => set === 'sustech')
    .map(([, id, ...numbers]): [string, Ellipse] => {
      const [x = 0, y = 0, rx = 0, ry = 0] = numbers.map(Number)
      return [id ?? '', { x, y, rx, ry }]
    }),
)

interface Overlap {
  dice: number
  /** Of the area found over the true one. */
  ratio: number
}

function overlapOf(length: number, found: (at: number) => boolean, truth: (at: number) => boolean) {
  let [both, one, other] = [0, 0, 0]
  for (let at = 0; at < length; at++) {
    const [a, b] = [found(at), truth(at)]
    if (a) one++
    if (b) other++
    if (a && b) both++
  }
  return { dice: (2 * both) / Math.max(1, one + other), ratio: one / Math.max(1, other) }
}

/** The outline that is shown beside the marked one. */
function corneaOverlap(cornea: SurfaceFindings['cornea'], mark: Ellipse, size: Grey): Overlap {
  const [x, y] = cornea?.centre ?? [0, 0]
  const [rx, ry] = cornea?.radii ?? [1e-6, 1e-6]
  const within = (ellipse: Ellipse) => (at: number) =>
    fromMiddle(ellipse, at % size.width, Math.floor(at / size.width)) <= 1
  return overlapOf(size.width * size.height, within({ x, y, rx, ry }), within(mark))
}

interface Case {
  id: string
  trust: string
  ulcer: Overlap
  cornea: Overlap | null
}

const cases: Case[] = []
for (const id of kept) {
  const bytes = await readFile(join(FOLDER, 'images', `${id}.jpg`))
  const truth = await decodeGrey(await readFile(join(FOLDER, 'ulcer', `${id}.png`)))
  const { findings, maps } = await analyseSurface(bytes, models)
  const png = await maps.find(({ name }) => name === 'lesion')?.encode()
  const found = png ? (await decodeGrey(png)).data : new Uint8Array(truth.data.length)
  const mark = marks.get(id)
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
