import { deflateRawSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawFundus, encodeJpeg, encodePng } from '../phantom/index.ts'
import { dicomFile, hugePng, pngChunk } from '../testing/files.ts'
import { openImage } from './open.ts'

const { image } = drawFundus(11, { width: 320, height: 240 })
const jpeg = await encodeJpeg(image)
const png = await encodePng(image)
const webp = await sharp(png).webp().toBuffer()
const pixelsOf = (bytes: Buffer) =>
  sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer()

const refusal = (key: string) => expect.objectContaining({ name: 'ImageRefused', key }) as Error

describe('a file that is no whole, still image is refused with its reason', () => {
  const cases: [string, string, () => Promise<Buffer> | Buffer][] = [
    [
      'a text file renamed to .jpg',
      'image_text',
      () => Buffer.from('Not an image at all.\n'.repeat(50)),
    ],
    ['an empty file', 'image_empty', () => Buffer.alloc(0)],
    ['a HEIC photograph', 'image_heic', () => Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1')],
    [
      'an SVG drawing',
      'image_text',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    ],
    ['a GIF', 'image_format', () => sharp(png).gif().toBuffer()],
    ['a JPEG cut off in the middle', 'image_cut', () => jpeg.subarray(0, jpeg.length / 2)],
    ['a JPEG cut off in its header', 'image_cut', () => jpeg.subarray(0, 40)],
    ['a JPEG that ends before its pixels do', 'image_cut', () => endedEarly(jpeg)],
    ['a PNG cut off in the middle', 'image_cut', () => png.subarray(0, png.length / 2)],
    ['a WebP cut off in the middle', 'image_cut', () => webp.subarray(0, webp.length / 2)],
    ['a PNG of 30000 x 30000 pixels', 'image_too_large', () => hugePng(30_000, 30_000)],
    ['a file over 32 MiB', 'image_too_large', () => Buffer.concat([jpeg], 32 * 1024 * 1024 + 1)],
    ['an animated WebP', 'image_animated', animatedWebp],
    ['an animated PNG', 'image_animated', animatedPng],
    ['a TIFF of two pages', 'image_pages', twoPages],
    ['a DICOM file of two frames', 'image_pages', () => dicomOf('RGB', 3, Buffer.alloc(24), 2)],
    [
      'a DICOM file with a palette that is not there',
      'image_colours',
      () => dicomOf('PALETTE COLOR', 1, Buffer.alloc(4)),
    ],
    ['a DICOM file without its pixels', 'image_cut', () => dicomOf('RGB', 3, Buffer.alloc(4))],
    [
      'a DICOM file that is not in JPEG 2000 as it says',
      'image_compression',
      () => dicomOf('RGB', 3, Buffer.alloc(12), 1, '1.2.840.10008.1.2.4.90'),
    ],
    ['a DICOM file that grows when it is unpacked', 'image_too_large', deflatedDicom],
    ['a DICOM file of countless empty elements', 'image_damaged', emptyElements],
  ]
  test.each(cases)('%s: %s', async (_, key, bytes) => {
    await expect(openImage(await bytes())).rejects.toEqual(refusal(key))
  })
})

function deflatedDicom(): Buffer {
  const packed = deflateRawSync(Buffer.alloc(300 * 1024 * 1024))
  return Buffer.concat([dicomFile('1.2.840.10008.1.2.1.99', []), packed])
}

function emptyElements(): Buffer {
  const file = dicomOf('RGB', 3, Buffer.alloc(12))
  const pixels = file.length - 24
  const empty = Buffer.from([0x30, 0, 0x10, 0, 0x55, 0x49, 0, 0])
  const many = Buffer.alloc(3 * 1024 * 1024, empty)
  return Buffer.concat([file.subarray(0, pixels), many, file.subarray(pixels)])
}

function endedEarly(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  copy.writeUInt16BE(0xffd9, Math.floor(copy.length / 2))
  return copy
}

function animatedWebp() {
  const frames = Buffer.concat([Buffer.alloc(32 * 32 * 3, 20), Buffer.alloc(32 * 32 * 3, 220)])
  return sharp(frames, { raw: { width: 32, height: 64, channels: 3, pageHeight: 32 } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
}

function animatedPng(): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(2, 0)
  return Buffer.concat([png.subarray(0, 33), pngChunk('acTL', control), png.subarray(33)])
}

function twoPages(): Buffer {
  // Two directories of one grey pixel each share their data.
  const directory = (next: number) => {
    const entry = (tag: number, type: number, value: number) => {
      const bytes = Buffer.alloc(12)
      bytes.writeUInt16LE(tag, 0)
      bytes.writeUInt16LE(type, 2)
      bytes.writeUInt32LE(1, 4)
      bytes.writeUInt32LE(value, 8)
      return bytes
    }
    const tags = [
      ...[entry(256, 4, 1), entry(257, 4, 1), entry(258, 3, 8), entry(259, 3, 1)],
      ...[entry(262, 3, 1), entry(273, 4, 8), entry(277, 3, 1), entry(278, 4, 1), entry(279, 4, 1)],
    ]
    const count = Buffer.alloc(2)
    count.writeUInt16LE(tags.length)
    const after = Buffer.alloc(4)
    after.writeUInt32LE(next)
    return Buffer.concat([count, ...tags, after])
  }
  const head = Buffer.alloc(10)
  head.write('II*\0', 'latin1')
  head.writeUInt32LE(10, 4)
  const first = directory(10 + 2 + 9 * 12 + 4)
  return Buffer.concat([head, first, directory(0)])
}

function dicomOf(
  colours: string,
  samples: number,
  pixels: Buffer,
  frames = 1,
  syntax = '1.2.840.10008.1.2.1',
) {
  return dicomFile(syntax, [
    [0x0028, 0x0002, 'US', samples],
    [0x0028, 0x0004, 'CS', colours],
    [0x0028, 0x0006, 'US', 0],
    [0x0028, 0x0008, 'IS', String(frames)],
    [0x0028, 0x0010, 'US', 2],
    [0x0028, 0x0011, 'US', 2],
    [0x0028, 0x0100, 'US', 8],
    [0x0028, 0x0101, 'US', 8],
    [0x0028, 0x0103, 'US', 0],
    [0x7fe0, 0x0010, 'OW', pixels],
  ])
}

describe('what is let in', () => {
  test('a JPEG keeps its pixels to the byte and loses place, camera, comment and what follows it', async () => {
    const tagged = await sharp(jpeg)
      .withExif({ IFD0: { Copyright: 'SECRET-NAME' }, IFD3: { GPSLatitude: '30/1 15/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><script>SECRET-XMP</script></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    const comment = Buffer.from('\xff\xfe\x00\x0eSECRET-NOTE\0', 'latin1')
    const dirty = Buffer.concat([
      tagged.subarray(0, 2),
      comment,
      tagged.subarray(2),
      Buffer.from('SECRET-TAIL'),
    ])
    const opened = await openImage(dirty)
    expect(opened).toMatchObject({ format: 'jpeg', type: 'image/jpeg', width: 320, height: 240 })
    expect(opened.bytes.toString('latin1')).not.toMatch(/SECRET|Exif|GPS|xmpmeta/)
    expect((await sharp(opened.bytes).metadata()).exif).toBeUndefined()
    expect((await pixelsOf(opened.bytes)).equals(await pixelsOf(tagged))).toBe(true)
  })

  test('a progressive JPEG with an ICC profile keeps both', async () => {
    const progressive = await sharp(jpeg)
      .withIccProfile('p3')
      .jpeg({ progressive: true })
      .toBuffer()
    const { bytes } = await openImage(progressive)
    expect(await sharp(bytes).metadata()).toMatchObject({ isProgressive: true, hasProfile: true })
    expect((await pixelsOf(bytes)).equals(await pixelsOf(progressive))).toBe(true)
  })

  test('a JPEG that lies on its side stands upright and forgets that it lay', async () => {
    const lying = await sharp(jpeg).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer()
    const opened = await openImage(lying)
    expect(opened).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
    const { orientation, exif } = await sharp(opened.bytes).metadata()
    expect([orientation, exif]).toEqual([undefined, undefined])
    const [now, before] = [await pixelsOf(opened.bytes), await pixelsOf(jpeg)]
    const off = now.reduce((sum, value, i) => sum + Math.abs(value - (before[i] ?? 0)), 0)
    expect(off / now.length).toBeLessThan(3)
  })

  test('a script in a text chunk of a PNG is gone and the pixels are the same', async () => {
    const script = pngChunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>'))
    const { bytes, format } = await openImage(
      Buffer.concat([png.subarray(0, 33), script, png.subarray(33)]),
    )
    expect(format).toBe('png')
    expect(bytes.includes('script')).toBe(false)
    expect((await pixelsOf(bytes)).equals(Buffer.from(image.rgb))).toBe(true)
  })

  test.each(['tiff', 'webp'] as const)(
    'a lossless %s becomes a PNG of the same pixels',
    async (kind) => {
      const file = await sharp(png)
        .toFormat(kind, kind === 'webp' ? { lossless: true } : { compression: 'lzw' })
        .toBuffer()
      const opened = await openImage(file)
      expect(opened).toMatchObject({ format: 'png', type: 'image/png', width: 320, height: 240 })
      expect((await pixelsOf(opened.bytes)).equals(Buffer.from(image.rgb))).toBe(true)
    },
  )

  test('native DICOM pixels come out as they are, planes and inverted grey included', async () => {
    const rgb = Buffer.from([10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120])
    const opened = await openImage(
      Buffer.concat([dicomOf('RGB', 3, rgb), Buffer.from('what follows')]),
    )
    expect(await pixelsOf(opened.bytes)).toEqual(rgb)
    const grey = await openImage(dicomOf('MONOCHROME1', 1, Buffer.from([0, 100, 200, 255])))
    const raw = await pixelsOf(grey.bytes)
    expect([raw[0], raw[3], raw[6], raw[9]]).toEqual([255, 155, 55, 0])
  })

  test('a JPEG inside a DICOM file comes out unchanged', async () => {
    const item = (bytes: Buffer) => {
      const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0])
      const padded = bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes
      head.writeUInt32LE(padded.length, 4)
      return Buffer.concat([head, padded])
    }
    const end = Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])
    const file = dicomOf('YBR_FULL_422', 3, Buffer.alloc(0), 1, '1.2.840.10008.1.2.4.50')
    file.writeUInt32LE(0xffffffff, file.length - 4)
    const opened = await openImage(Buffer.concat([file, item(Buffer.alloc(0)), item(jpeg), end]))
    expect(opened).toMatchObject({ format: 'jpeg', width: 320, height: 240 })
    expect((await pixelsOf(opened.bytes)).equals(await pixelsOf(jpeg))).toBe(true)
  })

  test.each([
    ['a JPEG', jpeg],
    ['a PNG', png],
  ])('%s has a preview that keeps its shape', async (_, file) => {
    const { thumb } = await openImage(file)
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 150 })
  })

  test('the preview of a small image is not enlarged', async () => {
    const { thumb } = await openImage(await sharp(png).resize(90).jpeg().toBuffer())
    expect(await sharp(thumb).metadata()).toMatchObject({ format: 'jpeg', width: 90 })
  })
})
