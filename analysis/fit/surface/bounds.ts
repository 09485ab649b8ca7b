/**
 * What other bounds of `models/surface/measures/card.json` would make of drawn eyes that no network learnt from:
 * `npx tsx analysis/fit/surface/bounds.ts --first 4001 --count 200 least_peak=0.6,0.7 least_mean=0.7,0.78`. Prints every
 * combination of the values: how often staining or none is right, none is told so, the kind is right, how many are left open, and
 * by which share of their number the count of dots errs in the median.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { drawSurface } from '../../src/phantom/surface.ts'
import { DECISIONS } from '../../src/surface/decisions.ts'
import { loadModels } from '../../src/surface/models.ts'
import { seeEye } from '../../src/surface/see.ts'
import { MODELS_OF_ALL } from '../../src/testing/files.ts'
import { mean, print, thousandth } from '../told.ts'
import { Eyes } from './errors.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    first: { type: 'string', default: '4001' },
    count: { type: 'string', default: '200' },
  },
})
const [first, count] = [Number(values.first), Number(values.count)]

type Bounds = Record<string, number>
let choices: Bounds[] = [{}]
for (const asked of positionals) {
  const [name = '', list = ''] = asked.split('=')
  if (!(name in DECISIONS.staining)) throw new Error(`no bound ${name}`)
  choices = choices.flatMap((choice) =>
    list.split(',').map((at) => ({ ...choice, [name]: Number(at) })),
  )
}

const tried = choices.map((bounds) => ({ bounds, eyes: new Eyes() }))
const models = await loadModels(join(MODELS_OF_ALL, 'surface'))
for (let seed = first; seed < first + count; seed++) {
  const { image, truth } = drawSurface(seed, { width: 640 })
  const seen = await seeEye(models, image)
  for (const { bounds, eyes } of tried) {
    Object.assign(DECISIONS.staining, bounds)
    eyes.add(seen, truth)
  }
}
await models.close()

const share = (each: readonly boolean[]) =>
  `${thousandth(mean(each.map(Number)))} of ${each.length}`
for (const { bounds, eyes } of tried) {
  const { presence, none, kind } = eyes.right
  const dots = (eyes.errors.byName.get('staining.dots') ?? []).toSorted((a, b) => a - b)
  const median = thousandth(dots[Math.floor(dots.length / 2)] ?? 0)
  const said = Object.entries(bounds).map(([name, value]) => `${name} ${value}`)
  print(
    `${said.join(' ')}: right ${share(presence)}, none ${share(none)}, kind ${share(kind)}, open ${eyes.open}, dots ${median} of ${dots.length}`,
  )
}
