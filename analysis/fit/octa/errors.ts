import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { OCTA_FIGURES } from '@mingmou/contract'
import { numbersOf } from '../../src/certainty/numbers.ts'
import { maskOf, type PartMap } from '../../src/geometry/part.ts'
import { decode, type Grey, type Picture } from '../../src/image.ts'
import { drawOcta, type OctaOptions, type OctaTruth } from '../../src/phantom/octa.ts'
import { randomFrom } from '../../src/random.ts'
import { EYE_DATA, keptAside, MODELS_OF_ALL } from '../../src/testing/files.ts'
import { gapsOf } from '../../src/octa/gaps.ts'
import { figuresOf, partsOf, type Parts } from '../../src/octa/measure.ts'
import { loadModels, type Models } from '../../src/octa/models.ts'
import { scanCrop, seeScan, type Seen } from '../../src/octa/see.ts'
import { zoneOf } from '../../src/octa/zone.ts'
import { FigureErrors, type Measure, type Named } from '../figure-errors.ts'
import { mean, print, thousandth } from '../told.ts'

/** Which part of a scan a set labels, its folder, and the breadth of its scans. */
const LABELLED = [
  { set: 'octa500-3mm', kind: 'large_vessels', of: 'large', scan: 3 },
  { set: 'octa500-6mm', kind: 'large_vessels', of: 'large', scan: 6 },
  { set: 'rossa', kind: 'large_vessels', of: 'large', scan: 3 },
  { set: 'synthetic', kind: 'vessels_x4', of: 'vessels', scan: 3 },
  { set: 'faz', kind: 'faz', of: 'zone', scan: 3 },
] as const
type Part = (typeof LABELLED)[number]['of']

/** A mask of the scan on the grid of the network's maps. */
function onGrid(label: Picture, { zone }: Seen): PartMap {
  const { width, height, rgb } = scanCrop(label, Math.max(zone.width, zone.height))
  return { ...zone, width, height, data: rgb }
}

const pictureOf = ({ width, height, data }: Grey<Uint8Array>): Picture => ({
  width,
  height,
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

const DRAWN = 'drawn scans'

/** Drawn scans, whose truth is exact. */
async function measureDrawn(models: Models, count: number, errors: FigureErrors): Promise<void> {
  for (let seed = 1001; seed < 1001 + count; seed++) {
    const { scan, ...drawing } = drawingOf(seed)
    const { image, truth } = drawOcta(seed, { scan, ...drawing })
    const seen = await seeScan(models, image, scan)
    const parts = partsOf(seen, scan)
    const every = ['large', 'vessels', 'zone'] as const
    const drawn = namedOf(truthOf(truth, seen, parts.mmPerPx), seen, scan, every)
    errors.add(namedOf(parts, seen, scan, every), drawn)
  }
}

/** Scans of a set that were kept from training, against what people drew in them. */
async function measureLabelled(
  models: Models,
  { set, kind, of, scan }: (typeof LABELLED)[number],
  most: number,
  errors: FigureErrors,
): Promise<void> {
  const folder = join(EYE_DATA, 'octa', set)
  const [images, labels] = await Promise.all(
    ['images', kind].map((name) => readdir(join(folder, name))),
  )
  for (const name of (await keptAside('octa', set)).slice(0, most)) {
    const [image, label] = [images, labels].map((files) =>
      files?.find((file) => file.startsWith(`${name}.`)),
    )
    if (image === undefined || label === undefined) throw new Error(`${set} has no ${name}`)
    const picture = await decode(await readFile(join(folder, 'images', image)))
    const seen = await seeScan(models, picture, scan)
    const parts = partsOf(seen, scan)
    const map = onGrid(await decode(await readFile(join(folder, kind, label))), seen)
    const part = of === 'zone' ? { zone: zoneOf(map, parts.mmPerPx) } : { [of]: maskOf(map) }
    errors.add(namedOf(parts, seen, scan, [of]), namedOf({ ...parts, ...part }, seen, scan, [of]))
  }
}

/** Figures of a part of the map are told and not kept. */
const isOfPart = (name: string) => /\.(outer_|superior|inferior|left|right)/.test(name)

/**
 * Against drawn scans and against the labels of scans kept from training. Found and true figures are taken in the same way
 * from the network's maps and from the label. Prints root mean square and mean of the errors of each figure.
 */
export const errorsOfScans: Measure = async ({ count = 60, each = 1000 }) => {
  const models = await loadModels(join(MODELS_OF_ALL, 'octa'))
  const errors = new Map(
    [DRAWN, ...LABELLED.map(({ set }) => set)].map((set) => [set, new FigureErrors(OCTA_FIGURES)]),
  )
  for (const [set, ofSet] of errors) {
    const labelled = LABELLED.find((entry) => entry.set === set)
    await (labelled
      ? measureLabelled(models, labelled, each, ofSet)
      : measureDrawn(models, count, ofSet))
  }
  await models.close()
  const rows = [...errors].flatMap(([set, { byName }]) =>
    [...byName].map(([name, offs]) => ({ set, name, offs })),
  )
  return rows.flatMap(({ set, name, offs }) => {
    const usual = Math.sqrt(mean(offs.map((off) => off ** 2)))
    const n = offs.length
    print(
      `${set.padEnd(12)} ${name.padEnd(34)} rms ${usual.toFixed(3)} mean ${mean(offs).toFixed(3)} n ${n}`,
    )
    const kept = set === DRAWN ? set : `${set}, scans kept from training`
    return isOfPart(name) ? [] : [{ name: `${name}_error`, set: kept, value: thousandth(usual), n }]
  })
}
