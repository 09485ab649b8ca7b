import { deflateRawSync } from 'node:zlib'

type Value = Buffer | string | number | readonly Entry[]
/** Group, element, VR, value. A sequence holds the elements of its one item. */
export type Entry = readonly [number, number, string, Value]

interface Coding {
  big?: boolean
  implicit?: boolean
}

const LONG = ['OB', 'OW', 'SQ', 'UN', 'UT']

function put(size: 2 | 4, value: number, { big = false }: Coding): Buffer {
  const bytes = Buffer.alloc(size)
  if (big) bytes.writeUIntBE(value, 0, size)
  else bytes.writeUIntLE(value, 0, size)
  return bytes
}

const even = (bytes: Buffer, pad: string) =>
  bytes.length % 2 ? Buffer.concat([bytes, Buffer.from(pad, 'latin1')]) : bytes

function valueOf(vr: string, value: Value, coding: Coding): Buffer {
  if (Buffer.isBuffer(value)) return even(value, '\0')
  if (typeof value === 'number') return put(2, value & 0xffff, coding)
  if (typeof value === 'string') return even(Buffer.from(value, 'latin1'), vr === 'UI' ? '\0' : ' ')
  const item = Buffer.concat(value.map((entry) => element(entry, coding)))
  return Buffer.concat([
    put(2, 0xfffe, coding),
    put(2, 0xe000, coding),
    put(4, item.length, coding),
    item,
  ])
}

function element([group, number, vr, value]: Entry, coding: Coding, length?: number): Buffer {
  const body = valueOf(vr, value, coding)
  const size = length ?? body.length
  const tag = [put(2, group, coding), put(2, number, coding)]
  if (coding.implicit === true) return Buffer.concat([...tag, put(4, size, coding), body])
  const isLong = LONG.includes(vr)
  const kind = Buffer.from(vr, 'latin1')
  const counted = isLong ? [Buffer.alloc(2), put(4, size, coding)] : [put(2, size, coding)]
  return Buffer.concat([...tag, kind, ...counted, body])
}

const item = (bytes: Buffer) => {
  const body = even(bytes, '\0')
  return Buffer.concat([Buffer.from([0xfe, 0xff, 0, 0xe0]), put(4, body.length, {}), body])
}

/** Pixels in items, as compressed ones stand. */
const encapsulated = (pieces: readonly Buffer[]) =>
  Buffer.concat([
    item(Buffer.alloc(0)),
    ...pieces.map(item),
    Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]),
  ])

interface Options {
  syntax?: string
  width?: number
  height?: number
  samples?: number
  colours?: string
  bits?: number
  /** Instead of those above, or besides them. */
  entries?: readonly Entry[]
  /** Uncompressed values, or the pieces of compressed ones; none without. */
  pixels?: Buffer | readonly Buffer[]
  /** Without the first 132 bytes, or without any of its head. */
  bare?: 'preamble' | 'meta'
}

const UID = '1.2.840.10008.1.2'

/** A DICOM file of one picture. */
export function dicomPicture(options: Options): Buffer {
  const { syntax = `${UID}.1`, width = 16, height = 16, samples = 1, bits = 8 } = options
  const { colours = 'MONOCHROME2', entries = [], pixels, bare } = options
  const coding = { big: syntax === `${UID}.2`, implicit: syntax === UID }
  const own: Entry[] = [
    [0x0008, 0x0016, 'UI', '1.2.840.10008.5.1.4.1.1.77.1.5.1'],
    [0x0028, 0x0002, 'US', samples],
    [0x0028, 0x0004, 'CS', colours],
    [0x0028, 0x0010, 'US', height],
    [0x0028, 0x0011, 'US', width],
    [0x0028, 0x0100, 'US', bits > 8 ? 16 : 8],
    [0x0028, 0x0101, 'US', bits],
    [0x0028, 0x0102, 'US', bits - 1],
    [0x0028, 0x0103, 'US', 0],
  ]
  const place = ([group, number]: Entry) => group * 65_536 + number
  const all = new Map([...own, ...entries].map((entry) => [place(entry), entry]))
  const body = [...all.values()].toSorted((a, b) => place(a) - place(b))
  const tail =
    pixels === undefined
      ? []
      : Buffer.isBuffer(pixels)
        ? [element([0x7fe0, 0x0010, 'OW', pixels], coding)]
        : [element([0x7fe0, 0x0010, 'OB', encapsulated(pixels)], coding, 0xffffffff)]
  const elements = Buffer.concat([...body.map((entry) => element(entry, coding)), ...tail])
  const meta = bare === 'meta' ? [] : [element([0x0002, 0x0010, 'UI', syntax], {})]
  const head = bare ? [] : [Buffer.alloc(128), Buffer.from('DICM', 'latin1')]
  const isDeflated = syntax === `${UID}.1.99`
  return Buffer.concat([...head, ...meta, isDeflated ? deflateRawSync(elements) : elements])
}
