import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { toImage } from '../geometry/part.ts'
import type { VesselMaps } from '../fundus/predictions.ts'
import { EYE_DATA } from './files.ts'

/** The file in a set's folder whose name begins with `name`; null without one. */
export async function fileOf(set: string, kind: string, name: string): Promise<Buffer | null> {
  const folder = join(EYE_DATA, 'fundus', set, kind)
  const files = await readdir(folder).catch(() => [])
  const file = files.find((entry) => entry.startsWith(name))
  return file ? readFile(join(folder, file)) : null
}

interface Label {
  data: Buffer
  width: number
}

export async function labelOf(file: Buffer): Promise<Label> {
  const grey = sharp(file).extractChannel(0).raw()
  const { data, info } = await grey.toBuffer({ resolveWithObject: true })
  return { data, width: info.width }
}

/** A label on the grid of a map: 0..1, linear between its pixels. */
export function mapOf(
  { vessel, inside }: VesselMaps,
  label: Label,
  is: (value: number) => boolean,
) {
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
