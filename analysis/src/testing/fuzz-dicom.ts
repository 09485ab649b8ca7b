import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { encodeJpeg2000, encodeJpegLs, encodeLossless, encodeRle } from './codecs.ts'
import { dicomPicture, type Entry } from './dicom.ts'

export const SIDE = { width: 48, height: 40 }

const UID = '1.2.840.10008.1.2'
const PIXELS = SIDE.width * SIDE.height

/** What the file of a camera says besides its pixels. */
const ENTRIES: readonly Entry[] = [
  [0x0008, 0x0005, 'CS', 'ISO_IR 192'],
  [0x0008, 0x0008, 'CS', 'ORIGINAL\\PRIMARY'],
  [0x0008, 0x0020, 'DA', '20240301'],
  [0x0008, 0x0060, 'CS', 'OP'],
  [0x0010, 0x0010, 'PN', 'Zhang^San'],
  [0x0010, 0x0020, 'LO', '12345678'],
  [0x0010, 0x0030, 'DA', '19600517'],
  [0x0020, 0x0062, 'CS', 'R'],
  [0x0028, 0x0006, 'US', 0],
  [0x0028, 0x0030, 'DS', '0.01\\0.01'],
]

const range = (length: number) => Array.from({ length }, (_, at) => at)

/**
 * A DICOM file in every way to write its elements and to compress its pixels, each with a body that is
 * what it says. `rgb` and `jpeg` hold one picture of `SIDE`.
 */
export async function dicomFiles(rgb: Buffer, jpeg: Buffer): Promise<Record<string, Buffer>> {
  const grey = Uint16Array.from(range(PIXELS), (at) => 16 * (rgb[3 * at + 1] ?? 0))
  const words = Buffer.from(grey.buffer)
  const colour = { ...SIDE, channels: 3, bits: 8, values: rgb }
  const deep = { ...SIDE, channels: 1, bits: 12 }
  const planes = [0, 1, 2].map((channel) => range(PIXELS).map((at) => rgb[3 * at + channel] ?? 0))
  const deepBytes = [8, 0].map((down) => [...grey].map((value) => (value >> down) & 255))
  const picture = (syntax: string, pixels: Buffer | Buffer[], more: object = {}) =>
    dicomPicture({
      ...SIDE,
      syntax: `${UID}${syntax}`,
      samples: 3,
      colours: 'RGB',
      entries: ENTRIES,
      pixels,
      ...more,
    })
  const asGrey = { samples: 1, colours: 'MONOCHROME2', bits: 12 }
  const asYbr = { colours: 'YBR_FULL_422' }
  const sets = {
    'implicit little endian': picture('', rgb),
    'implicit little endian, 12 bit': picture('', words, asGrey),
    'explicit little endian': picture('.1', rgb),
    'explicit little endian, 12 bit': picture('.1', words, asGrey),
    deflated: picture('.1.99', rgb),
    'deflated, 12 bit': picture('.1.99', words, asGrey),
    'explicit big endian': picture('.2', rgb),
    'explicit big endian, 12 bit': picture('.2', Buffer.from(words).swap16(), asGrey),
    'JPEG baseline': picture('.4.50', [jpeg], asYbr),
    'JPEG extended': picture('.4.51', [jpeg.subarray(0, 200), jpeg.subarray(200)], asYbr),
    'JPEG lossless': picture('.4.57', [encodeLossless(colour, { predictor: 4 })]),
    'JPEG lossless, first order': picture(
      '.4.70',
      [encodeLossless({ ...deep, values: grey }, { predictor: 1, restartRows: 8 })],
      asGrey,
    ),
    'JPEG-LS lossless': picture('.4.80', [await encodeJpegLs(colour, 2)]),
    'JPEG-LS in planes': picture('.4.81', [
      await encodeJpegLs({ ...colour, values: Uint8Array.from(planes.flat()) }, 0),
    ]),
    'JPEG-LS, 12 bit': picture(
      '.4.80',
      [await encodeJpegLs({ ...deep, values: words }, 0)],
      asGrey,
    ),
    'JPEG 2000 lossless': picture('.4.90', [await encodeJpeg2000(colour)], { colours: 'YBR_RCT' }),
    'JPEG 2000, 12 bit': picture(
      '.4.91',
      [await encodeJpeg2000({ ...deep, values: words })],
      asGrey,
    ),
    RLE: picture('.5', [encodeRle(planes)]),
    'RLE, 12 bit': picture('.5', [encodeRle(deepBytes)], asGrey),
  }
  return Object.fromEntries(
    Object.entries(sets).map(([name, bytes]) => [`DICOM, ${name}`, bytes] as const),
  )
}

/** A deflated file whose elements are changed before they are deflated. */
export function changedInside(whole: Buffer, change: (bytes: Buffer) => Buffer): Buffer {
  // Preamble and mark, then the one element that names the syntax.
  const start = 132 + 8 + whole.readUInt16LE(138)
  const elements = inflateRawSync(whole.subarray(start))
  return Buffer.concat([whole.subarray(0, start), deflateRawSync(change(elements))])
}
