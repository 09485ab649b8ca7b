/**
 * Measures the analysis against drawn eyes that no network learnt from, whose truth is exact: `npx tsx
 * analysis/fit/surface/errors.ts [--first SEED] [--count N] [--write]`. Prints how often presence and kind of staining
 * are right, and for each figure the error that two in three stay within, against the same figure of the truth.
 * The table of figures uses the result as the usual error. With --write the figures go into the card of the network.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SURFACE_FIGURES } from '@mingmou/contract'
import { numbersOf } from '../../src/certainty/numbers.ts'
import type { Figure } from '../../src/cards.ts'
import type { PartMap } from '../../src/geometry/part.ts'
import type { Grey } from '../../src/image.ts'
import { drawSurface, type SurfaceTruth } from '../../src/phantom/surface.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { corneaOf } from '../../src/surface/cornea.ts'
import { figuresOf } from '../../src/surface/figures.ts'
import { measureEye } from '../../src/surface/measure.ts'
import { loadModels } from '../../src/surface/models.ts'
import { isCornea } from '../../src/surface/quality.ts'
import { seeEye, type SeenMaps } from '../../src/surface/see.ts'

const COMMAND = 'npx tsx analysis/fit/surface/errors.ts'
const { values: asked } = parseArgs({
  options: {
    first: { type: 'string', default: '3001' },
    count: { type: 'string', default: '200' },
    write: { type: 'boolean', default: false },
  },
})
const models = await loadModels(join(import.meta.dirname, '../../../models/surface'))

const asMap = (mask: Grey<Uint8Array>): PartMap => ({
  ...mask,
  data: Float32Array.from(mask.data),
  box: { x: 0, y: 0, width: mask.width, height: mask.height },
  ratio: 1,
})
const truthMaps = ({ opening, patch, dots }: SurfaceTruth): SeenMaps => ({
  cornea: asMap(opening),
  opening: asMap(opening),
  patch: asMap(patch),
  dots: asMap(dots),
})

const errors = new Map<string, number[]>()
const hits = new Map<string, boolean[]>()
const confusion = new Map<string, number>()
const right = { presence: [] as boolean[], none: [] as boolean[], kind: [] as boolean[] }
let [withoutCornea, open] = [0, 0]
for (let seed = Number(asked.first); seed < Number(asked.first) + Number(asked.count); seed++) {
  const { image, truth } = drawSurface(seed, { width: 640 })
  const seen = await seeEye(models, image)
  const cornea = corneaOf(seen.cornea)
  if (!cornea || !isCornea(cornea, seen)) {
    withoutCornea++
    continue
  }
  const found = measureEye(seen, cornea)
  // The same rules applied to the true masks: a patch of which the lids leave little is none.
  const real = figuresOf(truthMaps(truth), truth.cornea)
  if (found.lesion_bool === null) {
    open++
    continue
  }
  right.presence.push(found.lesion_bool === real.lesion_bool)
  if (!real.lesion_bool) right.none.push(!found.lesion_bool)
  right.kind.push(found.lesion_type === real.lesion_type)
  const pair = `${real.lesion_type ?? ''} called ${found.lesion_type ?? ''}`
  confusion.set(pair, (confusion.get(pair) ?? 0) + 1)
  const measured = new Map(numbersOf(found))
  for (const [name, one] of numbersOf(real)) {
    const { error } = SURFACE_FIGURES.at(name)
    const value = measured.get(name)
    if (!error && value !== undefined) hits.set(name, [...(hits.get(name) ?? []), value === one])
    if (!error || value === undefined || (error.relative && one === 0)) continue
    errors.set(name, [...(errors.get(name) ?? []), error.relative ? value / one - 1 : value - one])
  }
}
await models.close()

const print = (line: string) => process.stdout.write(`${line}\n`)
const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length
const thousandth = (value: number) => Math.round(1000 * value) / 1000
const share = (each: readonly boolean[]) => thousandth(mean(each.map(Number)))
const SET = `drawn eyes ${asked.first} and on, never learnt from`
const written: Omit<Figure, 'command'>[] = [
  { name: 'staining_presence', set: SET, value: share(right.presence), n: right.presence.length },
  { name: 'staining_none', set: SET, value: share(right.none), n: right.none.length },
  {
    name: 'staining_told',
    set: SET,
    value: thousandth(right.kind.length / Number(asked.count)),
    n: Number(asked.count),
  },
  { name: 'staining_kind', set: SET, value: share(right.kind), n: right.kind.length },
]
for (const { name, value, n } of written) print(`${name} ${String(value)} of ${String(n)}`)
print(`without a cornea: ${String(withoutCornea)}, staining not told: ${String(open)}`)
for (const [pair, n] of [...confusion].toSorted()) print(`  ${pair}: ${String(n)}`)
for (const [name, all] of hits) {
  print(`${name.padEnd(26)} right in ${String(share(all))}, n ${String(all.length)}`)
  written.push({ name: `${name}_right`, set: SET, value: share(all), n: all.length })
}
for (const [name, all] of errors) {
  const sizes = all.map(Math.abs).toSorted((a, b) => a - b)
  const below = (part: number) => sizes[Math.floor(part * sizes.length)] ?? 0
  print(
    `${name.padEnd(26)} two in three within ${below(0.68).toFixed(3)}, half ${below(0.5).toFixed(3)}, mean ${mean(all).toFixed(3)}, n ${String(all.length)}`,
  )
  written.push({ name: `${name}_error`, set: SET, value: thousandth(below(0.68)), n: all.length })
}
if (asked.write) await writeFigures('surface', COMMAND, written)
