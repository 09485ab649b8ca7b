import sharp from 'sharp'
import { drawFundus, encodeJpeg, encodePng } from '../phantom/index.ts'
import { randomFrom } from '../random.ts'
import { changedInside, dicomFiles, SIDE } from './fuzz-dicom.ts'

type Random = () => number

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

/** A small whole file of every format that is read or refused by name. */
export async function wholeFiles(): Promise<Record<string, Buffer>> {
  const { image } = drawFundus(17, SIDE)
  const [jpeg, png] = [await encodeJpeg(image), await encodePng(image)]
  const rgb = await sharp(png).removeAlpha().raw().toBuffer()
  const tiff = (compression: 'none' | 'lzw' | 'jpeg' | 'deflate') =>
    sharp(png).tiff({ compression }).toBuffer()
  return {
    jpeg,
    png,
    bmp: bmpOf(rgb, SIDE),
    'progressive jpeg': await sharp(png).jpeg({ progressive: true }).toBuffer(),
    'jpeg with metadata': await sharp(jpeg)
      .withMetadata({ orientation: 6, density: 300 })
      .toBuffer(),
    'png of 16 bit': await sharp(png).toColourspace('rgb16').png().toBuffer(),
    'png with a palette': await sharp(png).png({ palette: true }).toBuffer(),
    tiff: await tiff('none'),
    'tiff, lzw': await tiff('lzw'),
    'tiff, jpeg': await tiff('jpeg'),
    'tiff, deflate': await tiff('deflate'),
    'tiled tiff': await sharp(png).tiff({ tile: true, tileWidth: 16, tileHeight: 16 }).toBuffer(),
    webp: await sharp(png).webp().toBuffer(),
    gif: await sharp(png).gif().toBuffer(),
    'webp, lossless': await sharp(png).webp({ lossless: true }).toBuffer(),
    avif: await sharp(png).avif({ effort: 0 }).toBuffer(),
    ...(await dicomFiles(rgb, jpeg)),
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
    const random = randomFrom(seed * 1_000_003 + n)
    // A change of deflated bytes shows in every value behind it, a change of the bytes before in its own value.
    const isInside = name.includes('deflated') && random() < 0.7
    const change = (bytes: Buffer) => changed(bytes, random)
    yield {
      name: `${name} ${seed}:${n}`,
      bytes: isInside ? changedInside(whole, change) : change(whole),
    }
  }
}
