/**
 * How far the vessels' figures are from those of human labels measured in the same way, `npx tsx analysis/src/fundus/errors.fit.ts`:
 * root mean square and mean of the relative differences on the photographs of DRIVE and HRF kept from training, around the
 * discs marked by eye. What stands in `confidence.ts` as the usual error.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Spot } from '../circle.ts'
import { findField } from '../field.ts'
import { decode } from '../image.ts'
import { loadModels } from '../models.ts'
import { EYE_DATA, keptAside, MODELS } from '../testing/files.ts'
import { Ledger } from './ledger.ts'
import { ARTERY, VEIN } from './measure/kinds.ts'
import { toImage } from './measure/part.ts'
import { measureRetina, type DiscPlace } from './measure/retina.ts'
import { treeOf } from './measure/tree.ts'
import { seeVessels } from './see.ts'
import type { SeenVessels } from './seen.ts'
import { numbersOf } from './tell.ts'

const models = await loadModels(MODELS)
const marks = await readFile(join(MODELS, '..', 'training', 'annotations', 'landmarks.csv'), 'utf8')

async function fileOf(set: string, kind: string, name: string): Promise<Buffer | null> {
  const folder = join(EYE_DATA, 'fundus', set, kind)
  const files = await readdir(folder).catch(() => [])
  const file = files.find((one) => one.startsWith(name))
  return file ? readFile(join(folder, file)) : null
}

interface Label {
  data: Buffer
  width: number
}

async function labelOf(file: Buffer): Promise<Label> {
  const grey = sharp(file).extractChannel(0).raw()
  const { data, info } = await grey.toBuffer({ resolveWithObject: true })
  return { data, width: info.width }
}

/** What a label says, on the grid of a map: 0..1, linear between its pixels. */
function mapOf({ vessel, inside }: SeenVessels, label: Label, is: (value: number) => boolean) {
  const valueAt = (x: number, y: number) => Number(is(label.data[y * label.width + x] ?? 0))
  const data = vessel.data.map((_, at) => {
    if (!inside.data[at]) return 0
    const [x, y] = toImage(vessel, [at % vessel.width, Math.floor(at / vessel.width)])
    const [left, top] = [Math.floor(x), Math.floor(y)]
    const row = (line: number) =>
      valueAt(left, line) + (x - left) * (valueAt(left + 1, line) - valueAt(left, line))
    return row(top) + (y - top) * (row(top + 1) - row(top))
  })
  return { ...vessel, data }
}

function discOf(set: string, name: string): DiscPlace | null {
  const row = marks.split('\n').find((line) => line.startsWith(`${set},${name},`))
  const [, , , , x, y, , height] = row?.split(',').map(Number) ?? []
  return x && y && height ? { centre: [x, y] satisfies Spot, height } : null
}

const differences = new Map<string, number[]>()
for (const set of ['drive', 'hrf'])
  for (const name of await keptAside('vessels', set)) {
    const [image, kinds, plain] = await Promise.all([
      fileOf(set, 'images', name),
      fileOf(set, 'av', name),
      fileOf(set, 'vessels', name),
    ])
    if (!image || !kinds) continue
    const picture = await decode(image)
    const field = findField(picture)
    const seen = (await seeVessels(models, { picture, field })).mean
    const av = await labelOf(kinds)
    const whole = plain ? await labelOf(plain) : av
    const label: SeenVessels = {
      inside: seen.inside,
      vessel: mapOf(seen, whole, (value) => value > (plain ? 127 : 0)),
      artery: mapOf(seen, av, (value) => value === ARTERY),
      vein: mapOf(seen, av, (value) => value === VEIN),
    }
    const around = { disc: discOf(set, name), eye: 'OD' as const }
    const figuresOf = (maps: SeenVessels) =>
      numbersOf(
        measureRetina(maps, treeOf(maps), field.diameter, around, new Ledger()) ?? {},
        'vessel',
      )
    const truth = new Map(figuresOf(label))
    for (const [figure, value] of figuresOf(seen)) {
      const right = truth.get(figure)
      if (right) differences.set(figure, [...(differences.get(figure) ?? []), value / right - 1])
    }
  }
await models.close()

const mean = (values: readonly number[]) =>
  values.reduce((sum, one) => sum + one, 0) / values.length
const percent = (value: number) => `${(100 * value).toFixed(1)} %`
for (const [figure, all] of differences) {
  const usual = Math.sqrt(mean(all.map((one) => one ** 2)))
  process.stdout.write(
    `${figure}: ${percent(usual)}, mean ${percent(mean(all))}, n ${all.length}\n`,
  )
}
