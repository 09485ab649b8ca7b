/** An element of a data set, as it was read. */
export interface Read {
  /** Eight hexadecimal digits. */
  tag: string
  vr: string
  value: Buffer
  items: readonly (readonly Read[])[]
  /** Pixels that stay compressed; null of all else. */
  frame: Buffer | null
}

const LONG: readonly string[] = ['OB', 'OD', 'OF', 'OL', 'OV', 'OW', 'SQ', 'UC', 'UN', 'UR', 'UT']
const UNDEFINED = 0xffffffff

/**
 * The elements of a data set that this program wrote: explicit VR, little endian, sequences and items of stated
 * length, and pixel data of one frame.
 */
export function readDataset(bytes: Buffer): Read[] {
  const found: Read[] = []
  let at = 0
  while (at + 8 <= bytes.length) {
    const tag = tagAt(bytes, at)
    const vr = bytes.toString('latin1', at + 4, at + 6)
    const isLong = LONG.includes(vr)
    const length = isLong ? bytes.readUInt32LE(at + 8) : bytes.readUInt16LE(at + 6)
    const from = at + (isLong ? 12 : 8)
    if (length === UNDEFINED) {
      const { frame, end } = frameAt(bytes, from)
      found.push({ tag, vr, value: frame, items: [], frame })
      at = end
      continue
    }
    const value = bytes.subarray(from, from + length)
    found.push({ tag, vr, value, items: vr === 'SQ' ? itemsOf(value) : [], frame: null })
    at = from + length
  }
  return found
}

const tagAt = (bytes: Buffer, at: number): string =>
  [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2)]
    .map((part) => part.toString(16).padStart(4, '0').toUpperCase())
    .join('')

function itemsOf(bytes: Buffer): Read[][] {
  const items: Read[][] = []
  for (let at = 0; at + 8 <= bytes.length;) {
    const length = bytes.readUInt32LE(at + 4)
    items.push(readDataset(bytes.subarray(at + 8, at + 8 + length)))
    at += 8 + length
  }
  return items
}

/** Behind an empty table of offsets lies the frame, and the end of the sequence behind it (PS3.5 A.4). */
function frameAt(bytes: Buffer, from: number): { frame: Buffer; end: number } {
  const table = from + 8 + bytes.readUInt32LE(from + 4)
  const length = bytes.readUInt32LE(table + 4)
  const begin = table + 8
  return { frame: bytes.subarray(begin, begin + length), end: begin + length + 8 }
}

/** An element of the DICOM JSON model (PS3.18 F.2.2). */
export interface JsonElement {
  vr: string
  Value?: unknown[]
  BulkDataURI?: string
}
export type JsonDataset = Record<string, JsonElement>

const BINARY: readonly string[] = ['OB', 'OW']
/** Not parted at a backslash. */
const WHOLE: readonly string[] = ['LT', 'ST', 'UT', 'UR']
const NUMBERS: Readonly<Record<string, readonly [width: number, read: 'uint' | 'float']>> = {
  US: [2, 'uint'],
  UL: [4, 'uint'],
  FL: [4, 'float'],
}

/** `bulkOf`: the address of a value that is left out. */
export const toJson = (elements: readonly Read[], bulkOf: (tag: string) => string): JsonDataset =>
  Object.fromEntries(elements.map((element) => [element.tag, jsonOf(element, bulkOf)]))

function jsonOf(element: Read, bulkOf: (tag: string) => string): JsonElement {
  const { vr, tag, value, items } = element
  if (BINARY.includes(vr)) return { vr, BulkDataURI: bulkOf(tag) }
  const found = vr === 'SQ' ? items.map((item) => toJson(item, bulkOf)) : valuesOf(vr, value)
  return found.length === 0 ? { vr } : { vr, Value: found }
}

function valuesOf(vr: string, value: Buffer): unknown[] {
  const numbers = NUMBERS[vr]
  if (numbers) {
    const [width, read] = numbers
    return Array.from({ length: value.length / width }, (_, index) =>
      read === 'float' ? value.readFloatLE(index * width) : value.readUIntLE(index * width, width),
    )
  }
  if (vr === 'AT')
    return Array.from({ length: value.length / 4 }, (_, index) => tagAt(value, index * 4))
  const text = value.toString('utf8').replace(/[ \0]+$/, '')
  if (text === '') return []
  const parts = WHOLE.includes(vr) ? [text] : text.split('\\')
  return parts.map((part) => valueOf(vr, part.trim()))
}

function valueOf(vr: string, text: string): unknown {
  if (vr === 'IS' || vr === 'DS') return text === '' ? null : Number(text)
  if (vr !== 'PN') return text === '' ? null : text
  const [Alphabetic = '', Ideographic = '', Phonetic = ''] = text.split('=')
  return Object.fromEntries(
    Object.entries({ Alphabetic, Ideographic, Phonetic }).filter(([, group]) => group !== ''),
  )
}

/** An element made for an answer. */
export const said = (vr: string, ...values: readonly unknown[]): JsonElement => {
  const there = values.filter((value) => value !== '' && value !== null)
  return there.length === 0 ? { vr } : { vr, Value: there }
}
