import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** What an encoder of the kept codecs takes. */
interface Encoder {
  getDecodedBuffer: (frame: object) => Uint8Array
  getEncodedBuffer: () => Uint8Array
  encode: () => void
  setInterleaveMode?: (mode: number) => void
}

const require = createRequire(import.meta.url)
const PACKAGES = {
  JpegLSEncoder: '@cornerstonejs/codec-charls',
  J2KEncoder: '@cornerstonejs/codec-openjpeg',
} as const

interface Picture {
  width: number
  height: number
  channels: number
  bits: number
  values: Uint8Array
}

async function encodeBy(
  kind: keyof typeof PACKAGES,
  { width, height, channels: componentCount, bits: bitsPerSample, values }: Picture,
  interleave?: number,
): Promise<Buffer> {
  const name = PACKAGES[kind]
  const make = require(`${name}/wasmjs`) as (
    options: object,
  ) => Promise<Record<typeof kind, new () => Encoder>>
  const codec = await make({ wasmBinary: readFileSync(require.resolve(`${name}/wasm`)) })
  const encoder = new codec[kind]()
  const frame = { width, height, bitsPerSample, componentCount, isSigned: false }
  encoder.getDecodedBuffer(frame).set(values)
  if (interleave !== undefined) encoder.setInterleaveMode?.(interleave)
  encoder.encode()
  return Buffer.from(encoder.getEncodedBuffer())
}

/** `interleave`: 0 planes, 1 lines, 2 pixels. */
export const encodeJpegLs = (picture: Picture, interleave: number) =>
  encodeBy('JpegLSEncoder', picture, interleave)

/** Lossless, its colours turned by the reversible transform. */
export const encodeJpeg2000 = (picture: Picture) => encodeBy('J2KEncoder', picture)

/** Lossless JPEG (T.81 Annex H) with codes of five bits, all channels in one scan, with restarts after rows. */
export function encodeLossless(
  {
    width,
    height,
    channels,
    bits,
    values,
  }: Omit<Picture, 'values'> & { values: ArrayLike<number> },
  { predictor, restartRows = 0 }: { predictor: number; restartRows?: number },
): Buffer {
  const out: number[] = []
  let held = ''
  const flush = () => {
    while (held.length >= 8) {
      const byte = Number.parseInt(held.slice(0, 8), 2)
      out.push(byte, ...(byte === 0xff ? [0] : []))
      held = held.slice(8)
    }
  }
  const at = (x: number, y: number, c: number) => values[(y * width + x) * channels + c] ?? 0
  for (let y = 0; y < height; y++) {
    const first = restartRows > 0 ? y - (y % restartRows) : 0
    if (restartRows > 0 && y > 0 && y === first) {
      held = held.padEnd(Math.ceil(held.length / 8) * 8, '1')
      flush()
      out.push(0xff, 0xd0 + ((y / restartRows - 1) % 8))
    }
    for (let x = 0; x < width; x++)
      for (let c = 0; c < channels; c++) {
        const difference = at(x, y, c) - guess(at, { x, y, c, first, predictor, bits })
        const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
        held += size.toString(2).padStart(5, '0')
        const rest = difference < 0 ? difference + 2 ** size - 1 : difference
        if (size > 0) held += rest.toString(2).padStart(size, '0')
        flush()
      }
  }
  held = held.padEnd(Math.ceil(held.length / 8) * 8, '1')
  flush()
  const word = (value: number) => [value >> 8, value & 255]
  const ids = Array.from({ length: channels }, (_, i) => i + 1)
  const restart = restartRows * width
  return Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xc3, ...word(8 + 3 * channels), bits, ...word(height), ...word(width)],
    ...[channels, ...ids.flatMap((id) => [id, 0x11, 0])],
    ...[0xff, 0xc4, ...word(2 + 17 + 17), 0, 0, 0, 0, 0, 17, ...Array<number>(11).fill(0)],
    ...Array.from({ length: 17 }, (_, i) => i),
    ...(restart > 0 ? [0xff, 0xdd, 0, 4, ...word(restart)] : []),
    ...[0xff, 0xda, ...word(6 + 2 * channels), channels, ...ids.flatMap((id) => [id, 0])],
    ...[predictor, 0, 0, ...out, 0xff, 0xd9],
  ])
}

function guess(
  at: (x: number, y: number, c: number) => number,
  {
    x,
    y,
    c,
    first,
    predictor,
    bits,
  }: Record<'x' | 'y' | 'c' | 'first' | 'predictor' | 'bits', number>,
): number {
  if (y === first) return x === 0 ? 2 ** (bits - 1) : at(x - 1, y, c)
  if (x === 0) return at(x, y - 1, c)
  const [left, above, corner] = [at(x - 1, y, c), at(x, y - 1, c), at(x - 1, y - 1, c)]
  const guesses = [
    ...[left, above, corner, left + above - corner, left + Math.floor((above - corner) / 2)],
    ...[above + Math.floor((left - corner) / 2), Math.floor((left + above) / 2)],
  ]
  return guesses[predictor - 1] ?? 0
}

/** RLE of DICOM (PS3.5 Annex G) of values of one or two bytes. */
export function encodeRle(planes: readonly (readonly number[])[]): Buffer {
  const segments = planes.map((plane) => {
    const out: number[] = []
    for (let i = 0; i < plane.length;) {
      let run = 1
      while (run < 128 && plane[i + run] === plane[i]) run++
      if (run > 2) {
        out.push(257 - run, plane[i] ?? 0)
        i += run
      } else {
        const own = plane.slice(i, i + 3)
        out.push(own.length - 1, ...own)
        i += own.length
      }
    }
    return Buffer.from(out.length % 2 ? [...out, 0] : out)
  })
  const head = Buffer.alloc(64)
  head.writeUInt32LE(segments.length, 0)
  let at = 64
  for (const [i, segment] of segments.entries()) {
    head.writeUInt32LE(at, 4 + 4 * i)
    at += segment.length
  }
  return Buffer.concat([head, ...segments])
}
