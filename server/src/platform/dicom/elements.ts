/** How the value of an element is written (PS3.5 6.2). Only those that our files have. */
type Vr =
  | 'AT'
  | 'CS'
  | 'DA'
  | 'DT'
  | 'DS'
  | 'FL'
  | 'IS'
  | 'LO'
  | 'LT'
  | 'OB'
  | 'PN'
  | 'SH'
  | 'SQ'
  | 'ST'
  | 'TM'
  | 'UC'
  | 'UI'
  | 'UL'
  | 'US'
  | 'UT'

/** An element of a data set: its tag, how it is written, and its value. An empty text is an empty value. */
export type Element = readonly [tag: number, vr: Vr, value: Value]
type Value = string | readonly number[] | Buffer | readonly (readonly Element[])[]

/** Have a length of four bytes (PS3.5 7.1.2). */
const LONG: readonly Vr[] = ['OB', 'SQ', 'UC', 'UT']
const WIDTHS: Partial<Record<Vr, number>> = { AT: 2, FL: 4, UL: 4, US: 2 }

/** A data set in explicit VR, little endian, in the order of its tags. Texts are UTF-8. */
export const dataset = (elements: readonly Element[]): Buffer =>
  Buffer.concat([...elements].sort(([a], [b]) => a - b).map(written))

function written([tag, vr, value]: Element): Buffer {
  const bytes = bytesOf(vr, value)
  return Buffer.concat([headOf(tag, vr, bytes.length), bytes])
}

/** `length`: of the value; 0xFFFFFFFF where its end is marked. */
function headOf(tag: number, vr: Vr, length: number): Buffer {
  const isLong = LONG.includes(vr)
  const head = Buffer.alloc(isLong ? 12 : 8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.write(vr, 4, 'latin1')
  if (isLong) head.writeUInt32LE(length, 8)
  else head.writeUInt16LE(length, 6)
  return head
}

function bytesOf(vr: Vr, value: Value): Buffer {
  if (typeof value === 'string') return even(Buffer.from(value, 'utf8'), vr === 'UI' ? 0 : 0x20)
  if (Buffer.isBuffer(value)) return even(value, 0)
  if (vr === 'SQ')
    return Buffer.concat(value.map((elements) => item(dataset(elements as readonly Element[]))))
  return numbers(vr, value as readonly number[])
}

function numbers(vr: Vr, values: readonly number[]): Buffer {
  const width = WIDTHS[vr] ?? 0
  const bytes = Buffer.alloc(values.length * width)
  for (const [at, value] of values.entries()) {
    if (vr === 'FL') bytes.writeFloatLE(value, at * width)
    else bytes.writeUIntLE(value, at * width, width)
  }
  return bytes
}

/** A value has an even number of bytes (PS3.5 7.1.1). */
const even = (bytes: Buffer, pad: number): Buffer =>
  bytes.length % 2 === 0 ? bytes : Buffer.concat([bytes, Buffer.from([pad])])

function mark(tag: number, length: number): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt16LE(tag >>> 16, 0)
  head.writeUInt16LE(tag & 0xffff, 2)
  head.writeUInt32LE(length, 4)
  return head
}

const item = (bytes: Buffer): Buffer => Buffer.concat([mark(0xfffee000, bytes.length), bytes])

/** Pixel data of one frame that stays compressed (PS3.5 A.4): no table of offsets, and the bytes as they are. */
export const compressedPixels = (bytes: Buffer): Buffer =>
  Buffer.concat([
    headOf(0x7fe00010, 'OB', 0xffffffff),
    mark(0xfffee000, 0),
    item(even(bytes, 0)),
    mark(0xfffee0dd, 0),
  ])
