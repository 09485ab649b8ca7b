import type { DataSet } from 'dicom-parser'
import {
  bitsOf,
  byTable,
  clamp,
  inEightBits,
  rangeInSteps,
  rangeOf,
  type Samples,
} from '../samples.ts'

/** A table of values, as Modality and VOI LUT Sequences and palettes hold them (PS3.3 C.11.1.1.1). */
export interface Lut {
  first: number
  values: Uint16Array | Uint8Array
  bits: number
}

/** Grey levels that remain of a picture whose window misses its values. */
const FEW_LEVELS = 16

/**
 * Grey values in 8 bits: Modality LUT or rescale, then VOI LUT or window, then the polarity (PS3.3 C.11.1, C.11.2). A
 * window that leaves next to nothing of the values is passed over. Without one the full range of the stored bits is
 * shown; of values that use fewer bits than that, the range of these.
 */
export async function greyPixels(data: DataSet, samples: Samples): Promise<Uint8Array> {
  const { least, most } = await rangeInSteps(samples.data)
  const count = most - least + 1
  if (!(count <= 65_536)) return inEightBits(samples)
  const lut = lutOf(data, 'x00283000')
  const modality = lut ? (value: number) => valueIn(lut, value) : rescaleOf(data)
  const real = Float64Array.from({ length: count }, (_, i) => modality(least + i))
  const full = () =>
    lut
      ? real.map((value) => value / (2 ** lut.bits - 1))
      : fullRange(data, { least, most, ...samples })
  const shown = viewOf(data, real) ?? Uint8Array.from(full(), (share) => clamp(255 * share))
  const isNegative = data.string('x00280004') === 'MONOCHROME1'
  const inverse = data.string('x20500020') === 'INVERSE'
  const table = isNegative !== inverse ? shown.map((value) => 255 - value) : shown
  return byTable(samples.data, table, least)
}

/** Whether grey values of 8 bits are shown as they are stored. */
export async function isPlainGrey(data: DataSet): Promise<boolean> {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i)
  const samples = { width: 256, height: 1, channels: 1, data: bytes, bits: 8 } as const
  return (await greyPixels(data, samples)).every((value, i) => value === i)
}

function rescaleOf(data: DataSet): (value: number) => number {
  const slope = slopeOf(data)
  const intercept = data.floatString('x00281052') ?? 0
  return (value) => value * slope + intercept
}

const slopeOf = (data: DataSet) => data.floatString('x00281053') || 1

const valueIn = ({ first, values }: Lut, value: number) =>
  values[Math.min(values.length - 1, Math.max(0, Math.round(value) - first))] ?? 0

/** By the file's window or VOI LUT; null where there is none that shows the values. */
function viewOf(data: DataSet, real: Float64Array): Uint8Array | null {
  const window = windowOf(data)
  const lut = window ? null : lutOf(data, 'x00283010')
  const top = lut ? 2 ** lut.bits - 1 : 1
  const level = window ?? (lut && ((value: number) => valueIn(lut, value) / top))
  if (!level) return null
  const shown = Uint8Array.from(real, (value) => clamp(255 * level(value)))
  const { least, most } = rangeOf(shown)
  const held = new Set(real).size
  return most - least < Math.min(FEW_LEVELS, held - 1) ? null : shown
}

/** Share of full white by the window (PS3.3 C.11.2.1.2, C.11.2.1.3). */
function windowOf(data: DataSet): ((value: number) => number) | null {
  const centre = data.floatString('x00281050', 0)
  const width = data.floatString('x00281051', 0)
  if (centre === undefined || width === undefined || !(width > 0)) return null
  const shape = data.string('x00281056') ?? 'LINEAR'
  if (shape === 'SIGMOID') return (value) => 1 / (1 + Math.exp((-4 * (value - centre)) / width))
  if (shape === 'LINEAR_EXACT') return (value) => (value - centre) / width + 0.5
  const span = Math.max(width - 1, 1e-6)
  return (value) => (value - (centre - 0.5)) / span + 0.5
}

/** The shares of full white of all values from `least` to `most`. */
function fullRange(
  data: DataSet,
  { least, most, bits }: { least: number; most: number; bits: number },
): Float64Array {
  const used = least < 0 ? bitsOf(2 * Math.max(-least - 1, most), bits) : bitsOf(most, bits)
  const from = least < 0 ? -(2 ** (used - 1)) : 0
  const shares = Float64Array.from(
    { length: most - least + 1 },
    (_, i) => (least + i - from) / (2 ** used - 1),
  )
  return slopeOf(data) < 0 ? shares.map((share) => 1 - share) : shares
}

/** The table of a sequence. The number of its entries is 65,536 where the descriptor says 0. */
function lutOf(data: DataSet, sequence: string): Lut | null {
  const item = data.elements[sequence]?.items?.[0]?.dataSet
  if (!item) return null
  return tableOf(item, 'x00283002', 'x00283006', (data.uint16('x00280103') ?? 0) === 1)
}

/** A table by its descriptor: entries, first value, bits. Entries of 8 bits may lie two in a word. */
export function tableOf(
  data: DataSet,
  descriptor: string,
  name: string,
  signed: boolean,
): Lut | null {
  const stated = data.uint16(descriptor, 0)
  const element = data.elements[name]
  if (stated === undefined || !element) return null
  const entries = stated === 0 ? 65_536 : stated
  const first = (signed ? data.int16(descriptor, 1) : data.uint16(descriptor, 1)) ?? 0
  const bits = data.uint16(descriptor, 2) ?? 16
  const isBytes = element.length < 2 * entries
  if (element.length < entries) return null
  const bytes = data.byteArray.subarray(element.dataOffset, element.dataOffset + element.length)
  if (isBytes) return { first, values: Uint8Array.from(bytes.subarray(0, entries)), bits: 8 }
  const values = Uint16Array.from({ length: entries }, (_, i) => data.uint16(name, i) ?? 0)
  return { first, values, bits }
}
