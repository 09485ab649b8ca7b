import type { DataSet } from 'dicom-parser'
import { tableOf } from './grey.ts'
import { ImageRefused } from '../refused.ts'
import { clamp, inSteps, rangeOf, type Samples } from '../samples.ts'

/** Values of planes one after the other, pixel by pixel. */
export async function interleaved<T extends Uint8Array | Uint16Array | Int16Array>(
  planes: T,
): Promise<T> {
  const pixels = planes.slice() as T
  const count = planes.length / 3
  await inSteps(count, (from, to) => {
    for (let channel = 0; channel < 3; channel++)
      for (let i = from; i < to; i++) pixels[3 * i + channel] = planes[channel * count + i] ?? 0
  })
  return pixels
}

/** Two pixels share the colour of four bytes: Y Y Cb Cr (PS3.3 C.7.6.3.1.2). */
export async function unpacked422(packed: Uint8Array, count: number): Promise<Uint8Array> {
  const pixels = new Uint8Array(3 * count)
  await inSteps(count, (from, to) => {
    for (let i = from; i < to; i++) {
      const pair = 4 * (i >> 1)
      pixels[3 * i] = packed[pair + (i & 1)] ?? 0
      pixels[3 * i + 1] = packed[pair + 2] ?? 0
      pixels[3 * i + 2] = packed[pair + 3] ?? 0
    }
  })
  return pixels
}

/** RGB of YBR_FULL, or of the shorter ranges of YBR_PARTIAL (PS3.3 C.7.6.3.1.2; ITU-R BT.601). */
export async function rgbOf(ybr: Uint8Array, partial: boolean): Promise<Uint8Array> {
  const rgb = new Uint8Array(ybr.length)
  const [black, light, colour] = partial ? [16, 255 / 219, 255 / 224] : [0, 1, 1]
  await inSteps(ybr.length / 3, (from, to) => {
    for (let i = 3 * from; i < 3 * to; i += 3) {
      const y = ((ybr[i] ?? 0) - black) * light
      const cb = ((ybr[i + 1] ?? 0) - 128) * colour
      const cr = ((ybr[i + 2] ?? 0) - 128) * colour
      rgb[i] = clamp(y + 1.402 * cr)
      rgb[i + 1] = clamp(y - 0.344136 * cb - 0.714136 * cr)
      rgb[i + 2] = clamp(y + 1.772 * cb)
    }
  })
  return rgb
}

/** The colours of a palette (PS3.3 C.7.6.3.1.5). One in pieces (Segmented) is refused. */
export async function paletteColours(
  data: DataSet,
  { data: indexes }: Samples,
): Promise<Uint8Array> {
  const refused = { key: 'image_colours', detail: 'PALETTE COLOR' } as const
  const signed = data.uint16('x00280103') === 1
  const tables = ['1', '2', '3'].map((part) =>
    tableOf(data, `x0028110${part}`, `x0028120${part}`, signed),
  )
  const pixels = new Uint8Array(3 * indexes.length)
  for (const [channel, table] of tables.entries()) {
    if (!table) throw new ImageRefused(refused)
    const { first, values } = table
    // Some writers put 8-bit colours into entries of 16 bits.
    const shift = rangeOf(values).most > 255 ? 8 : 0
    await inSteps(indexes.length, (from, to) => {
      for (let i = from; i < to; i++) {
        const at = Math.min(values.length - 1, Math.max(0, (indexes[i] ?? 0) - first))
        pixels[3 * i + channel] = (values[at] ?? 0) >> shift
      }
    })
  }
  return pixels
}
