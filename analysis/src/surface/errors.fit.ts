/**
 * Measures the analysis against drawn eyes that no network learnt from, whose truth is exact: `npx tsx
 * analysis/src/surface/errors.fit.ts [--first SEED] [--count N] [--write]`. Prints how often presence and kind of staining
 * are right, and for each figure the root mean square and the mean of its errors against the same figure of the truth.
 * The table of figures uses the result as the usual error. With --write the figures go into the card of the network.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SURFACE_FIGURES, type LesionType } from '@mingmou/contract'
import { numbersOf } from '../certainty/numbers.ts'
import type { Figure } from '../cards.ts'
import type { PartMap } from '../geometry/part.ts'
import type { Grey } from '../image.ts'
import { drawSurface, type SurfaceTruth } from '../phantom/surface.ts'
import type { Staining } from '../phantom/staining.ts'
import { writeFigures } from '../testing/card-figures.ts'
import { corneaOf } from './cornea.ts'
import { figuresOf } from './measure.ts'
import { loadModels } from './models.ts'
import { isCornea } from './quality.ts'
import { seeEye, type SeenMaps } from './see.ts'

const COMMAND = 'npx tsx analysis/src/surface/errors.fit.ts'
const { values: asked } = parseArgs({
  options: {
    first: { type: 'string', default: '3001' },
    count: { type: 'string', default: '240' },
    write: { type: 'boolean', default: false },
  },
})
const KINDS: Readonly<Record<Staining, LesionType>> = {
  none: 'none',
  micro: 'micro_punctate',
  macro: 'macro_punctate',
  coalescent: 'coalescent',
  patch: 'patch',
  mixed: 'patch',
}
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
const confusion = new Map<string, number>()
const right = { presence: [] as boolean[], healthy: [] as boolean[], kind: [] as boolean[] }
let withoutCornea = 0
for (let seed = Number(asked.first); seed < Number(asked.first) + Number(asked.count); seed++) {
  const { image, truth } = drawSurface(seed, { width: 640 })
  const seen = await seeEye(models, image)
  const cornea = corneaOf(seen.cornea)
  if (!cornea || !isCornea(cornea, seen)) {
    withoutCornea++
    continue
  }
  const found = figuresOf(seen, cornea)
  const real = figuresOf(truthMaps(truth), truth.cornea)
  const drawn = real.lesion_bool ? KINDS[truth.staining] : 'none'
  // A patch of which the lids leave less than a millimetre is none by the rule.
  const kind = drawn === 'patch' && (real.staining?.largest ?? 0) < 1 ? real.lesion_type : drawn
  right.presence.push(found.lesion_bool === real.lesion_bool)
  if (truth.staining === 'none') right.healthy.push(found.lesion_bool === false)
  right.kind.push(found.lesion_type === kind)
  const pair = `${kind ?? ''} called ${found.lesion_type ?? ''}`
  confusion.set(pair, (confusion.get(pair) ?? 0) + 1)
  const truths = new Map(numbersOf(real))
  for (const [name, value] of numbersOf(found)) {
    const error = SURFACE_FIGURES.at(name).error
    const one = truths.get(name)
    if (!error || one === undefined || (error.relative && one === 0)) continue
    errors.set(name, [...(errors.get(name) ?? []), error.relative ? value / one - 1 : value - one])
  }
}
await models.close()

const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length
const thousandth = (value: number) => Math.round(1000 * value) / 1000
const share = (each: readonly boolean[]) => thousandth(mean(each.map(Number)))
const SET = `drawn eyes ${asked.first} and on, never learnt from`
const written: Omit<Figure, 'command'>[] = [
  { name: 'staining_presence', set: SET, value: share(right.presence), n: right.presence.length },
  { name: 'staining_none', set: SET, value: share(right.healthy), n: right.healthy.length },
  { name: 'staining_kind', set: SET, value: share(right.kind), n: right.kind.length },
]
for (const { name, value, n } of written) console.log(`${name} ${String(value)} of ${String(n)}`)
console.log(`without a cornea: ${String(withoutCornea)}`)
for (const [pair, n] of [...confusion].toSorted()) console.log(`  ${pair}: ${String(n)}`)
for (const [name, all] of errors) {
  const usual = Math.sqrt(mean(all.map((one) => one ** 2)))
  const middle = all.map(Math.abs).toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0
  console.log(
    `${name.padEnd(26)} rms ${usual.toFixed(3)} mean ${mean(all).toFixed(3)} median ${middle.toFixed(3)} n ${String(all.length)}`,
  )
  written.push({ name: `${name}_error`, set: SET, value: thousandth(usual), n: all.length })
}
if (asked.write) await writeFigures('surface', COMMAND, written)
