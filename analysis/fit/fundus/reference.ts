/**
 * Measures what the figures with a reference are in health: `npx tsx
 * analysis/fit/fundus/reference.ts [--write]`. The photographs are those of HRF named healthy,
 * those of STARE that its experts call normal, and those of DRIVE's training half without signs of
 * retinopathy or scars. Prints the ratios of each photograph, and mean and standard deviation of
 * each set and of all. The table of figures takes mean and two standard deviations of all as the
 * reference. Most of these photographs taught the vessel network. With --write the figures of the
 * vessels go into their card, and that of disc and cup into that of the disc.
 */
import { readdir } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { parseArgs } from 'node:util'
import { deviation } from '../../src/certainty/confidence.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, MODELS, THREADS } from '../../src/testing/files.ts'
import { fileOf } from '../../src/testing/labels.ts'
import { ratiosOf } from '../../src/testing/ratios.ts'
import { loadModels } from '../../src/fundus/models.ts'

const COMMAND = 'npx tsx analysis/fit/fundus/reference.ts'
const { values: asked } = parseArgs({ options: { write: { type: 'boolean', default: false } } })

const HEALTHY: Readonly<Record<string, RegExp>> = {
  hrf: /_h$/,
  stare: /^im0(077|081|082|162|163|235|236|239|240|255)$/,
  drive: /^(2[1-4]|2[7-9]|3[01]|3[3-9]|40)/,
}

const models = await loadModels(MODELS, THREADS)
const found: ({ set: string } & Awaited<ReturnType<typeof ratiosOf>>)[] = []
for (const [set, healthy] of Object.entries(HEALTHY))
  for (const file of (await readdir(join(EYE_DATA, 'fundus', set, 'images'))).sort()) {
    const { name } = parse(file)
    const bytes = healthy.test(name) ? await fileOf(set, 'images', name) : null
    if (!bytes) continue
    const ratios = await ratiosOf(bytes, models)
    found.push({ set, ...ratios })
    const [vcdr, avr] = [ratios.vcdr, ratios.avr?.value].map((ratio) => ratio?.toFixed(3) ?? 'none')
    process.stdout.write(`${set} ${name}: vcdr ${vcdr}, avr ${avr}\n`)
  }
await models.close()

const rounded = (value: number) => Math.round(1000 * value) / 1000
for (const [card, figure, of] of [
  ['vessels', 'vessel.calibre.avr', ({ avr }: (typeof found)[number]) => avr?.value ?? null],
  ['disc', 'vcdr', ({ vcdr }: (typeof found)[number]) => vcdr],
] as const) {
  const tell = (name: string, some: typeof found) => {
    const values = some.map(of).filter((value) => value !== null)
    const n = values.length
    const mean = values.reduce((sum, value) => sum + value, 0) / n
    const sd = deviation(values)
    const range = [-2, 2].map((times) => (mean + times * sd).toFixed(3)).join(' to ')
    process.stdout.write(
      `${figure}, ${name}: mean ${mean.toFixed(3)}, SD ${sd.toFixed(3)}, ${range}, n ${n}\n`,
    )
    return { mean, sd, n }
  }
  for (const set of Object.keys(HEALTHY))
    tell(
      set,
      found.filter((eye) => eye.set === set),
    )
  const { mean, sd, n } = tell('all', found)
  const about = { set: 'hrf, stare and drive, healthy', n }
  if (asked.write)
    await writeFigures(card, COMMAND, [
      { name: `${figure} in health: mean`, value: rounded(mean), ...about },
      { name: `${figure} in health: standard deviation`, value: rounded(sd), ...about },
    ])
}
