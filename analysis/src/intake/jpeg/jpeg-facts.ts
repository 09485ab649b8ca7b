import { ImageRefused } from '../refused.ts'

/** What the head of a JPEG says of its pixels (ITU-T T.81 B.2.2). */
export interface JpegFacts {
  /** The marker of the frame: C0 baseline, C2 progressive, C3 lossless, F7 JPEG-LS. */
  process: number
  bits: number
  width: number
  height: number
  /** Component identifiers. */
  components: number[]
  jfif: boolean
  /** The colour transform of an Adobe marker. */
  adobe: number | null
}

/** Markers of frames: SOF0 to SOF15 without the tables between them, and SOF55 of JPEG-LS. */
const isFrame = (marker: number) =>
  (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) || marker === 0xf7

/** Where the next segment begins: what stands before its marker is passed over, as every viewer does. */
export function nextMarker(bytes: Buffer, at: number): number {
  for (;;) {
    at = bytes.indexOf(0xff, at)
    if (at < 0 || at + 1 >= bytes.length) return bytes.length
    const marker = bytes.readUInt8(at + 1)
    // Fill bytes, stuffing and restarts begin no segment.
    if (marker !== 0xff && marker !== 0 && !(marker >= 0xd0 && marker <= 0xd7)) return at
    at += marker === 0xff ? 1 : 2
  }
}

/** A marker without a segment: TEM and a second start. */
export const isAlone = (marker: number): boolean => marker === 1 || marker === 0xd8

/** @throws {ImageRefused} where the file ends before its frame is described */
export function jpegFacts(bytes: Buffer): JpegFacts {
  const said = { jfif: false, adobe: null as number | null }
  for (let at = nextMarker(bytes, 2); at + 4 <= bytes.length;) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9 || marker === 0xda) break
    const length = isAlone(marker) ? 0 : bytes.readUInt16BE(at + 2)
    const end = at + 2 + length
    if (end > bytes.length) break
    const body = bytes.subarray(at + 4, end)
    if (marker === 0xe0 && body.toString('latin1', 0, 5) === 'JFIF\0') said.jfif = true
    if (marker === 0xee && body.toString('latin1', 0, 5) === 'Adobe') said.adobe = body[11] ?? 0
    if (isFrame(marker) && body.length >= 6) {
      const components = Array.from({ length: body.readUInt8(5) }, (_, i) => body[6 + 3 * i] ?? 0)
      return {
        process: marker,
        bits: body.readUInt8(0),
        components,
        ...said,
        height: body.readUInt16BE(1),
        width: body.readUInt16BE(3),
        ...markersBehind(bytes, end, said),
      }
    }
    at = nextMarker(bytes, end)
  }
  throw new ImageRefused('image_cut')
}

/** JFIF and Adobe may stand behind the frame. */
function markersBehind(bytes: Buffer, at: number, said: Pick<JpegFacts, 'jfif' | 'adobe'>) {
  const { jfif, adobe } = said
  const found = { jfif, adobe }
  for (at = nextMarker(bytes, at); at + 4 <= bytes.length; at = nextMarker(bytes, at)) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xda || marker === 0xd9) break
    const end = at + 2 + (isAlone(marker) ? 0 : bytes.readUInt16BE(at + 2))
    const name = bytes.toString('latin1', at + 4, at + 9)
    if (marker === 0xee && name === 'Adobe' && end <= bytes.length)
      found.adobe = bytes[at + 15] ?? 0
    at = Math.max(end, at + 2)
  }
  return found
}

/** The JPEG with a mark that its three channels are red, green and blue as they are. */
export function markedRgb(jpeg: Buffer): Buffer {
  const body = Buffer.from('Adobe\0\x64\0\0\0\0\0', 'latin1')
  const head = Buffer.from([0xff, 0xee, 0, body.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, body, jpeg.subarray(2)])
}

/** Whether the file says nothing by itself of the colours of its three channels. */
export const isUnmarked = ({ jfif, adobe, components }: JpegFacts): boolean =>
  !jfif && adobe === null && components.length === 3 && String.fromCharCode(...components) !== 'RGB'

/** Named processes that are not read (T.81 table B.1). */
const PROCESSES: Readonly<Record<number, string>> = {
  0xc5: 'JPEG hierarchical',
  0xc6: 'JPEG hierarchical',
  0xc7: 'JPEG hierarchical',
  0xcd: 'JPEG hierarchical',
  0xce: 'JPEG hierarchical',
  0xcf: 'JPEG hierarchical',
  0xc9: 'JPEG arithmetic',
  0xca: 'JPEG arithmetic',
  0xcb: 'JPEG arithmetic',
}

/** Whether the pixels are those of a JPEG of 8 bits that browsers show. Others are refused by name, or are lossless. */
export function jpegKind({ process, bits, components }: JpegFacts): 'common' | 'lossless' | 'ls' {
  const name = PROCESSES[process]
  if (name !== undefined) throw new ImageRefused({ key: 'image_compression', detail: name })
  if (process === 0xc3) return 'lossless'
  if (process === 0xf7) return 'ls'
  if (bits !== 8) throw new ImageRefused({ key: 'image_depth', detail: `JPEG ${bits} bit` })
  if (![1, 3, 4].includes(components.length))
    throw new ImageRefused({ key: 'image_colours', detail: `JPEG × ${components.length}` })
  return 'common'
}
