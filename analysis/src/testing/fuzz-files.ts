import sharp from 'sharp'
import { drawFundus, encodeJpeg, encodePng } from '../phantom/index.ts'
import { randomFrom } from '../random.ts'
import { dicomFile } from './files.ts'

type Random = () => number
const SIDE = { width: 48, height: 40 }

/** Uncompressed BMP of 24 bit, rows from below. */
function bmpOf(rgb: Buffer, { width, height }: typeof SIDE): Buffer {
  const row = Math.ceil((3 * width) / 4) * 4
  const bytes = Buffer.alloc(54 + row * height)
  bytes.write('BM', 0, 'latin1')
  for (const [at, value] of [
    ...[
      [2, bytes.length],
      [10, 54],
      [14, 40],
      [18, width],
      [22, height],
    ],
    ...[
      [26, 1 + (24 << 16)],
      [34, row * height],
    ],
  ] as [number, number][])
    bytes.writeUInt32LE(value, at)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let c = 0; c < 3; c++)
        bytes[54 + (height - 1 - y) * row + 3 * x + c] = rgb[3 * (y * width + x) + 2 - c] ?? 0
  return bytes
}

const SYNTAXES = {
  'implicit little endian': '1.2.840.10008.1.2',
  'explicit little endian': '1.2.840.10008.1.2.1',
  deflated: '1.2.840.10008.1.2.1.99',
  'explicit big endian': '1.2.840.10008.1.2.2',
  'JPEG baseline': '1.2.840.10008.1.2.4.50',
  'JPEG extended': '1.2.840.10008.1.2.4.51',
  'JPEG lossless': '1.2.840.10008.1.2.4.57',
  'JPEG lossless, first order': '1.2.840.10008.1.2.4.70',
  'JPEG-LS lossless': '1.2.840.10008.1.2.4.80',
  'JPEG-LS near lossless': '1.2.840.10008.1.2.4.81',
  'JPEG 2000 lossless': '1.2.840.10008.1.2.4.90',
  'JPEG 2000': '1.2.840.10008.1.2.4.91',
  RLE: '1.2.840.10008.1.2.5',
}
const PACKED = /JPEG|RLE/

/** Fragments with an empty table of offsets before them. */
function fragments(frame: Buffer): Buffer {
  const item = (bytes: Buffer) => {
    const head = Buffer.from('feff00e000000000', 'hex')
    head.writeUInt32LE(bytes.length, 4)
    return Buffer.concat([head, bytes])
  }
  const even = Buffer.concat([frame, Buffer.alloc(frame.length % 2)])
  return Buffer.concat([item(Buffer.alloc(0)), item(even), Buffer.from('feffdde000000000', 'hex')])
}

function dicomOf(syntax: string, isPacked: boolean, frame: Buffer, { width, height }: typeof SIDE) {
  const made = dicomFile(syntax, [
    [0x0008, 0x0005, 'CS', 'ISO_IR 192'],
    [0x0008, 0x0008, 'CS', 'ORIGINAL\\PRIMARY'],
    [0x0008, 0x0020, 'DA', '20240301'],
    [0x0008, 0x0060, 'CS', 'OP'],
    [0x0010, 0x0010, 'PN', 'Zhang^San'],
    [0x0010, 0x0020, 'LO', '12345678'],
    [0x0010, 0x0030, 'DA', '19600517'],
    [0x0020, 0x0062, 'CS', 'R'],
    [0x0028, 0x0002, 'US', 3],
    [0x0028, 0x0004, 'CS', isPacked ? 'YBR_FULL_422' : 'RGB'],
    [0x0028, 0x0006, 'US', 0],
    [0x0028, 0x0010, 'US', height],
    [0x0028, 0x0011, 'US', width],
    [0x0028, 0x0100, 'US', 8],
    [0x0028, 0x0101, 'US', 8],
    [0x0028, 0x0102, 'US', 7],
    [0x0028, 0x0103, 'US', 0],
    [0x7fe0, 0x0010, 'OB', isPacked ? fragments(frame) : frame],
  ])
  if (!isPacked) return made
  // The length of encapsulated pixels is not said.
  const at = made.lastIndexOf(Buffer.from('e07f10004f420000', 'hex'))
  if (at > 0) made.writeUInt32LE(0xffffffff, at + 8)
  return made
}

/** A small whole file of every format that is read or refused by name. */
export async function wholeFiles(): Promise<Record<string, Buffer>> {
  const { image } = drawFundus(17, SIDE)
  const [jpeg, png] = [await encodeJpeg(image), await encodePng(image)]
  const rgb = await sharp(png).removeAlpha().raw().toBuffer()
  const named = Object.entries(SYNTAXES).map(([name, syntax]) => {
    const isPacked = PACKED.test(name)
    return [`DICOM, ${name}`, dicomOf(syntax, isPacked, isPacked ? jpeg : rgb, SIDE)] as const
  })
  const tiff = (compression: 'none' | 'lzw' | 'jpeg' | 'deflate') =>
    sharp(png).tiff({ compression }).toBuffer()
  return {
    ...{ jpeg, png, bmp: bmpOf(rgb, SIDE) },
    'progressive jpeg': await sharp(png).jpeg({ progressive: true }).toBuffer(),
    'jpeg with metadata': await sharp(jpeg)
      .withMetadata({ orientation: 6, density: 300 })
      .toBuffer(),
    'png of 16 bit': await sharp(png).toColourspace('rgb16').png().toBuffer(),
    'png with a palette': await sharp(png).png({ palette: true }).toBuffer(),
    ...{
      tiff: await tiff('none'),
      'tiff, lzw': await tiff('lzw'),
      'tiff, jpeg': await tiff('jpeg'),
    },
    'tiff, deflate': await tiff('deflate'),
    'tiled tiff': await sharp(png).tiff({ tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    ...{ webp: await sharp(png).webp().toBuffer(), gif: await sharp(png).gif().toBuffer() },
    'webp, lossless': await sharp(png).webp({ lossless: true }).toBuffer(),
    avif: await sharp(png).avif({ effort: 0 }).toBuffer(),
    ...Object.fromEntries(named),
  }
}

/** What lengths, counts and offsets are wrong by. */
const EDGES = [
  0, 1, 2, 3, 7, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
]

/** One to six changes: bytes, numbers of 16 and 32 bit, pieces that are cut, doubled, moved or text. */
export function changed(whole: Buffer, random: Random): Buffer {
  let bytes: Buffer = Buffer.from(whole)
  const below = (most: number) => Math.floor(random() * most)
  for (let left = 1 + below(6); left > 0 && bytes.length > 8; left--) {
    // Headers stand at the beginning; of a DICOM file behind its preamble.
    const from = random() < 0.6 ? Math.min(bytes.length - 5, 700) : bytes.length - 5
    const at = Math.max(0, below(from))
    const length = 1 + below(random() < 0.8 ? 24 : 2000)
    const edge = EDGES[below(EDGES.length)] ?? 0
    const cut = [
      bytes.subarray(0, at),
      bytes.subarray(at, at + length),
      bytes.subarray(at + length),
    ] as const
    const changes: (() => Buffer | number)[] = [
      () => (bytes[at] = below(256)),
      () => (bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8))),
      () => bytes.writeUInt16LE(edge & 0xffff, at),
      () => bytes.writeUInt16BE(edge & 0xffff, at),
      () => bytes.writeUInt32LE(edge, at),
      () => bytes.writeUInt32BE(edge, at),
      () => Buffer.concat([cut[0], cut[2]]),
      () => Buffer.concat([cut[0], cut[1], cut[1], cut[2]]),
      () => Buffer.concat([cut[0], Buffer.alloc(length, below(256)), cut[2]]),
      () => Buffer.concat([cut[0], Buffer.alloc(length), cut[1], cut[2]]),
      () => Buffer.concat([cut[2], cut[0]]),
      () => bytes.subarray(0, 8 + below(bytes.length - 8)),
      () => bytes.write('^=\\\u0000张三', at, 'utf8'),
    ]
    const made = changes[below(changes.length)]?.()
    if (Buffer.isBuffer(made)) bytes = Buffer.from(made)
  }
  return bytes
}

/** Changed files without end, the same for the same seed. */
export async function* changedFiles(seed: number): AsyncGenerator<{ name: string; bytes: Buffer }> {
  const all = Object.entries(await wholeFiles())
  for (let n = 0; ; n++) {
    const [name, whole] = all[n % all.length] ?? ['', Buffer.alloc(0)]
    yield { name: `${name} ${seed}:${n}`, bytes: changed(whole, randomFrom(seed * 1_000_003 + n)) }
  }
}
