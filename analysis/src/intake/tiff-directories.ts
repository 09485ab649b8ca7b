import { ImageRefused } from './refused.ts'

/** One picture of a TIFF: the tags that tell how it is to be read. */
export interface Directory {
  /** Number of the page, and of the sub-directory in it. */
  page: number
  sub: number | null
  tags: ReadonlyMap<number, readonly number[]>
  /** Where the value of ExtraSamples lies. */
  extraAt: number | null
}

export const TAG = {
  subfile: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  colours: 262,
  offsets: 273,
  samples: 277,
  counts: 279,
  most: 281,
  tileOffsets: 324,
  tileCounts: 325,
  subDirectories: 330,
  extra: 338,
  format: 339,
  dngVersion: 50_706,
} as const

const WANTED = new Set<number>(Object.values(TAG))
/** Bytes of a value by its type. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 3: 2, 4: 4, 13: 4, 16: 8, 18: 8 }
const MOST_DIRECTORIES = 64
const MOST_TAGS = 4096
const MOST_VALUES = 65_536

/** Where numbers of a file lie, in its order of bytes; a BigTIFF has longer places. */
interface Layout {
  bytes: Buffer
  little: boolean
  big: boolean
}

function numberAt({ bytes, little }: Layout, at: number, size: number): number {
  if (at < 0 || at + size > bytes.length) return 0
  if (size === 1) return bytes.readUInt8(at)
  if (size === 2) return little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at)
  if (size === 4) return little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  return Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
}

/** The directories of a TIFF, those below others after them; bounded, and each place once. */
export function directoriesOf(bytes: Buffer): Directory[] {
  const little = bytes[0] === 0x49
  const layout: Layout = { bytes, little, big: bytes[little ? 2 : 3] === 43 }
  const found: Directory[] = []
  const seen = new Set<number>()
  let at = numberAt(layout, layout.big ? 8 : 4, layout.big ? 8 : 4)
  for (let page = 0; at > 0 && !seen.has(at) && found.length < MOST_DIRECTORIES; page++) {
    seen.add(at)
    const { next, ...own } = directoryAt(layout, at)
    found.push({ page, sub: null, ...own })
    for (const [sub, place] of (own.tags.get(TAG.subDirectories) ?? []).entries()) {
      if (seen.has(place) || found.length >= MOST_DIRECTORIES) continue
      seen.add(place)
      const { tags, extraAt } = directoryAt(layout, place)
      found.push({ page, sub, tags, extraAt })
    }
    at = next
  }
  return found
}

function directoryAt(layout: Layout, at: number) {
  const { big } = layout
  const count = Math.min(numberAt(layout, at, big ? 8 : 2), MOST_TAGS)
  const tags = new Map<number, number[]>()
  let extraAt: number | null = null
  let place = at + (big ? 8 : 2)
  if (place + count * (big ? 20 : 12) > layout.bytes.length) throw new ImageRefused('image_cut')
  for (let i = 0; i < count; i++, place += big ? 20 : 12) {
    const tag = numberAt(layout, place, 2)
    const size = SIZES[numberAt(layout, place + 2, 2)]
    if (!WANTED.has(tag) || size === undefined) continue
    const held = Math.min(numberAt(layout, place + 4, big ? 8 : 4), MOST_VALUES)
    const own = place + (big ? 12 : 8)
    const room = big ? 8 : 4
    const from = held * size <= room ? own : numberAt(layout, own, room)
    if (tag === TAG.extra) extraAt = from
    tags.set(
      tag,
      Array.from({ length: held }, (_, k) => numberAt(layout, from + k * size, size)),
    )
  }
  return { tags, extraAt, next: numberAt(layout, place, big ? 8 : 4) }
}
