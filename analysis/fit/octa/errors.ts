/**
 * Measures the error of the figures against drawn scans, whose truth is exact, and against the labels of scans kept from
 * training: `npx tsx analysis/fit/octa/errors.ts [--count N] [--each N] [--write]`, of N drawn scans and of N scans of
 * each set. Found and true figures are taken in the same way from the network's maps and from the label. Prints root mean
 * square and mean of the errors of each figure, as shares of it where its error is relative. The table of figures uses
 * the result as the usual error. With --write the figures go into the card of the network.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { OCTA_FIGURES } from '@mingmou/contract'
import type { Figure } from '../../src/cards.ts'
import { numbersOf } from '../../src/certainty/numbers.ts'
import { maskOf, type PartMap } from '../../src/geometry/part.ts'
import { decode, type Grey, type Picture } from '../../src/image.ts'
import { drawOcta, type OctaOptions, type OctaTruth } from '../../src/phantom/octa.ts'
import { randomFrom } from '../../src/random.ts'
import { writeFigures } from '../../src/testing/card-figures.ts'
import { EYE_DATA, keptAside } from '../../src/testing/files.ts'
import { gapsOf } from '../../src/octa/gaps.ts'
import { figuresOf, partsOf, type Parts } from '../../src/octa/measure.ts'
import { loadModels } from '../../src/octa/models.ts'
import { scanCrop, seeScan, type Seen } from '../../src/octa/see.ts'
import { zoneOf } from '../../src/octa/zone.ts'

const COMMAND = 'npx tsx analysis/fit/octa/errors.ts'
const { values: asked } = parseArgs({
  options: {
    count: { type: 'string', default: '60' },
    each: { type: 'string', default: '1000' },
    write: { type: 'boolean', default: false },
  },
})
const models = await loadModels(join(import.meta.dirname, '../../../models/octa'))

/** Which part of a scan a set labels, its folder, and the breadth of its scans. */
const LABELLED = [
  { set: 'octa500-3mm', kind: 'large_vessels', of: 'large', scan: 3 },
  { set: 'octa500-6mm', kind: 'large_vessels', of: 'large', scan: 6 },
  { set: 'rossa', kind: 'large_vessels', of: 'large', scan: 3 },
  { set: 'synthetic', kind: 'vessels_x4', of: 'vessels', scan: 3 },
  { set: 'faz', kind: 'faz', of: 'zone', scan: 3 },
] as const
type Part = (typeof LABELLED)[number]['of']
type Named = ReadonlyMap<string, number>

/** A mask of the scan on the grid of the network's maps. */
function onGrid(label: Picture, { zone }: Seen): PartMap {
  const { width, height, rgb } = scanCrop(label, Math.max(zone.width, zone.height))
  return { ...zone, width, height, data: rgb }
}

const pictureOf = ({ width, height, data }: Grey<Uint8Array>): Picture => ({
  ...{ width, height },
  rgb: Uint8Array.from({ length: 3 * data.length }, (_, at) =>
    data[Math.floor(at / 3)] ? 255 : 0,
  ),
})

/** The figures of a scan by their names; of the parts named alone. */
function namedOf(parts: Parts, seen: Seen, scan: 3 | 6, of: readonly Part[]): Named {
  const { large, vessel, capillary_density, faz_area_mm2, zone } = figuresOf(parts, seen, scan)
  const { mmPerPx, vessels } = parts
  const gaps = () =>
    gapsOf(seen.zone, vessels, parts.zone?.mask ?? null, { mmPerPx, scan }).measures
  return new Map(
    numbersOf({
      ...(of.includes('large') && { large }),
      ...(of.includes('vessels') && { vessel, capillary_density, gaps: gaps() }),
      ...(of.includes('zone') && { faz_area_mm2, zone }),
    }),
  )
}

/** By set and figure, what each scan errs. */
const errors = new Map<string, Map<string, number[]>>()
function compare(set: string, found: Named, truth: Named): void {
  const ofSet = errors.get(set) ?? new Map<string, number[]>()
  errors.set(set, ofSet)
  for (const [name, value] of found) {
    const { error } = OCTA_FIGURES.at(name)
    const one = truth.get(name)
    if (!error || one === undefined || (error.relative && one === 0)) continue
    ofSet.set(name, [...(ofSet.get(name) ?? []), error.relative ? value / one - 1 : value - one])
  }
}

/** Drawn scans differ in size, zone, mesh, sharpness and signal; half of them have a patch. */
function drawingOf(seed: number): OctaOptions & { scan: 3 | 6 } {
  const random = randomFrom(seed)
  const between = (from: number, to: number) => from + (to - from) * random()
  const scan = random() < 0.5 ? 3 : 6
  return {
    scan,
    zone: between(0.18, 0.42),
    stretch: between(1, 1.4),
    off: [between(-0.15, 0.15), between(-0.15, 0.15)],
    mesh: between(0.065, 0.095),
    breadth: between(0.014, 0.02),
    blur: between(0.5, 1),
    signal: between(0.8, 1.1),
    gaps: random() < 0.5 ? [] : [[0.95, between(-0.5, 0.5), between(0.2, 0.35)]],
  }
}

function truthOf({ vessels, large, zone }: OctaTruth, seen: Seen, mmPerPx: number): Parts {
  const grid = (mask: Grey<Uint8Array>) => onGrid(pictureOf(mask), seen)
  return {
    vessels: maskOf(grid(vessels)),
    large: maskOf(grid(large)),
    zone: zoneOf(grid(zone), mmPerPx),
    mmPerPx,
  }
}

for (let seed = 1001; seed < 1001 + Number(asked.count); seed++) {
  const { scan, ...drawing } = drawingOf(seed)
  const { image, truth } = drawOcta(seed, { scan, ...drawing })
  const seen = await seeScan(models, image, scan)
  const parts = partsOf(seen, scan)
  const all = ['large', 'vessels', 'zone'] as const
  const drawn = namedOf(truthOf(truth, seen, parts.mmPerPx), seen, scan, all)
  compare('drawn scans', namedOf(parts, seen, scan, all), drawn)
}

for (const { set, kind, of, scan } of LABELLED) {
  const folder = join(EYE_DATA, 'octa', set)
  const [images, labels] = await Promise.all(
    ['images', kind].map((one) => readdir(join(folder, one))),
  )
  for (const name of (await keptAside('octa', set)).slice(0, Number(asked.each))) {
    const [image, label] = [images, labels].map((files) =>
      files?.find((file) => file.startsWith(`${name}.`)),
    )
    if (image === undefined || label === undefined) throw new Error(`${set} has no ${name}`)
    const seen = await seeScan(
      models,
      await decode(await readFile(join(folder, 'images', image))),
      scan,
    )
    const parts = partsOf(seen, scan)
    const map = onGrid(await decode(await readFile(join(folder, kind, label))), seen)
    const part = of === 'zone' ? { zone: zoneOf(map, parts.mmPerPx) } : { [of]: maskOf(map) }
    compare(set, namedOf(parts, seen, scan, [of]), namedOf({ ...parts, ...part }, seen, scan, [of]))
  }
}
await models.close()

const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length
const written: Omit<Figure, 'command'>[] = []
for (const [set, figures] of errors)
  for (const [name, all] of figures) {
    const usual = Math.sqrt(mean(all.map((one) => one ** 2)))
    const n = all.length
    process.stdout.write(
      `${set.padEnd(12)} ${name.padEnd(34)} rms ${usual.toFixed(3)} mean ${mean(all).toFixed(3)} n ${n}\n`,
    )
    const kept = set === 'drawn scans' ? set : `${set}, scans kept from training`
    if (!/\.(outer_|superior|inferior|left|right)/.test(name))
      written.push({ name: `${name}_error`, set: kept, value: Math.round(1000 * usual) / 1000, n })
  }
if (asked.write) await writeFigures('octa', COMMAND, written)
