/**
 * Measures how far the ratio of arteries and veins is the same in copies of a photograph: `npx tsx
 * analysis/fit/fundus/calibre.ts [--write]`. The photographs are those of DRIVE, HRF and STARE
 * kept from the training of the vessel network. The copies are compressed again, half as large,
 * turned by 90 degrees and mirrored. Prints the ratio of each, and how many lie within the spread
 * stated of the photograph. With --write the figures go into the card of the vessels.
 */
import { parseArgs } from 'node:util'
import sharp from 'sharp'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { keptAside, MODELS, THREADS } from '../../src/testing/files.ts'
import { fileOf } from '../../src/testing/labels.ts'
import { ratiosOf } from '../../src/testing/ratios.ts'
import { loadModels } from '../../src/fundus/models.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/calibre.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const jpeg = (quality: number) => (from: Buffer) => sharp(from).jpeg({ quality }).toBuffer()
const COPIES: Readonly<Record<string, (from: Buffer) => Promise<Buffer>>> = {
  'JPEG 95': jpeg(95),
  'JPEG 75': jpeg(75),
  half: async (from) => {
    const { width } = await sharp(from).metadata()
    return sharp(from)
      .resize(Math.round(width / 2))
      .png()
      .toBuffer()
  },
  turned: (from) => sharp(from).rotate(90).png().toBuffer(),
  mirrored: (from) => sharp(from).flop().png().toBuffer(),
}

const models = await loadModels(MODELS, THREADS)
const differences: { by: number; spread: number }[] = []
let [lost, all] = [0, 0]
for (const set of ['drive', 'hrf', 'stare'])
  for (const name of await keptAside('vessels', set)) {
    const bytes = await fileOf(set, 'images', name)
    const original = bytes && (await ratiosOf(bytes, models)).avr
    if (!bytes || !original) continue
    const told = [`${original.value.toFixed(3)} ± ${original.spread.toFixed(3)}`]
    for (const [kind, copyOf] of Object.entries(COPIES)) {
      const { avr } = await ratiosOf(await copyOf(bytes), models)
      all++
      if (avr) differences.push({ by: avr.value - original.value, spread: original.spread })
      else lost++
      told.push(`${kind} ${avr?.value.toFixed(3) ?? 'none'}`)
    }
    process.stdout.write(`${set} ${name}: ${told.join(', ')}\n`)
  }
await models.close()

const n = differences.length
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / n
const rounded = (value: number) => Math.round(1000 * value) / 1000
const usual = rounded(Math.sqrt(mean(differences.map(({ by }) => by ** 2))))
const most = rounded(Math.max(...differences.map(({ by }) => Math.abs(by))))
const inside = rounded(mean(differences.map(({ by, spread }) => Number(Math.abs(by) <= spread))))
process.stdout.write(
  `root mean square ${usual}, at most ${most}, within the spread ${inside}, n ${n}; withheld ${lost} of ${all}\n`,
)
const about = { set: 'copies of drive, hrf and stare, kept from training', n }
const named = (what: string, value: number) => ({
  name: `vessel.calibre.avr of copies: ${what}`,
  value,
  ...about,
})
if (asked.write)
  await writeFigures('vessels', COMMAND, [
    named('difference, root mean square', usual),
    named('largest difference', most),
    named('share within the stated spread', inside),
  ])
