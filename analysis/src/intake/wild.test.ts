import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawFundus, encodePng } from '../phantom/index.ts'
import { encodeJpegLs, encodeLossless } from '../testing/codecs.ts'
import { tiffFile, tiffTags, type Tag } from '../testing/tiff.ts'
import { openImage } from './open.ts'

const width = 320
const height = 240
const count = width * height
const { image } = drawFundus(11, { width, height })
const raw = { raw: { width, height, channels: 3 } } as const
const drawn = () => sharp(image.rgb, raw)
const jpeg = await drawn().jpeg({ chromaSubsampling: '4:4:4' }).toBuffer()
const progressive = await drawn().jpeg({ progressive: true }).toBuffer()
const png = await encodePng(image)

const decoded = (bytes: Buffer) => sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer()
const opened = async (file: Buffer) => decoded((await openImage(file)).bytes)
const apart = (one: ArrayLike<number>, other: ArrayLike<number>) => {
  let most = one.length === other.length ? 0 : NaN
  for (let i = 0; i < one.length; i++)
    most = Math.max(most, Math.abs((one[i] ?? 0) - (other[i] ?? 0)))
  return most
}
const refusal = (key: string, detail?: string) =>
  expect.objectContaining({ name: 'ImageRefused', key, detail }) as Error
const words = (values: ArrayLike<number>) => Buffer.from(Uint16Array.from(values).buffer)

/** Bytes put in before the last, or before each, of a marker. */
function before(file: Buffer, marker: number, bytes: Buffer, each = false): Buffer {
  const sign = Buffer.from([0xff, marker])
  const parts: Buffer[] = []
  let at = 0
  for (let next = file.indexOf(sign, 2); next >= 0; next = file.indexOf(sign, next + 2)) {
    if (!each && file.indexOf(sign, next + 2) >= 0) continue
    parts.push(file.subarray(at, next), bytes)
    at = next
  }
  return Buffer.concat([...parts, file.subarray(at)])
}

describe('a JPEG that every viewer opens is taken with the pixels of a strict decoder', () => {
  const zeros = Buffer.alloc(32)
  const noSe = (() => {
    const copy = Buffer.from(jpeg)
    const scan = copy.lastIndexOf(Buffer.from([0xff, 0xda]))
    copy[scan + 2 + copy.readUInt16BE(scan + 2) - 2] = 0
    return copy
  })()
  const preview = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), jpeg.subarray(-400)])
  const size = Buffer.from([0xff, 0xe1, (preview.length + 2) >> 8, (preview.length + 2) & 255])
  const previewed = Buffer.concat([jpeg.subarray(0, 2), size, preview, jpeg.subarray(2)])
  test.each<[string, Buffer, Buffer]>([
    ['whose last coefficient is written as 0', noSe, jpeg],
    ['with zeros between its segments', before(jpeg, 0xdb, zeros), jpeg],
    ['with other bytes between its segments', before(jpeg, 0xc4, Buffer.from('maker note')), jpeg],
    [
      'with zeros behind its start',
      Buffer.concat([jpeg.subarray(0, 2), zeros, jpeg.subarray(2)]),
      jpeg,
    ],
    ['with zeros behind its scan', before(jpeg, 0xd9, zeros), jpeg],
    ['without its end', jpeg.subarray(0, jpeg.length - 2), jpeg],
    ['with half of its end', jpeg.subarray(0, jpeg.length - 1), jpeg],
    ['with zeros in the place of its end', Buffer.concat([jpeg.subarray(0, -2), zeros]), jpeg],
    ['without its end, with a preview that has one', previewed.subarray(0, -2), jpeg],
    ['with bytes behind its end', Buffer.concat([jpeg, Buffer.from('SECRET'), zeros]), jpeg],
    ['with zeros behind each of its scans', before(progressive, 0xc4, zeros, true), progressive],
    ['progressive without its end', progressive.subarray(0, -2), progressive],
  ])('%s', async (_, file, whole) => {
    const { bytes, format } = await openImage(file)
    expect(format).toBe('jpeg')
    expect(apart(await decoded(bytes), await decoded(whole))).toBe(0)
    // What is kept is sound for the strictest reader.
    await sharp(bytes, { failOn: 'warning' }).raw().toBuffer()
  })

  test('one that is cut is called cut, however much is missing', async () => {
    for (const missing of [3, 12, 400, jpeg.length / 2, jpeg.length - 300])
      for (const file of [jpeg, previewed])
        await expect(openImage(file.subarray(0, -missing))).rejects.toEqual(refusal('image_cut'))
  })

  test('one that is cut and says to be a thousand times as high as wide is called cut in little memory', async () => {
    const narrow = await drawn()
      .resize(16, 240, { fit: 'fill' })
      .jpeg({ chromaSubsampling: '4:4:4' })
      .toBuffer()
    narrow.writeUInt16BE(65_500, narrow.indexOf(Buffer.from([0xff, 0xc0])) + 5)
    const before = process.resourceUsage().maxRSS
    await expect(openImage(narrow.subarray(0, -12))).rejects.toEqual(refusal('image_cut'))
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200 * 1024)
  })

  test('four inks become the colours that they print', async () => {
    const inks = await drawn().toColourspace('cmyk').jpeg().toBuffer()
    const file = await openImage(inks)
    expect(file.format).toBe('png')
    expect(apart(await decoded(file.bytes), await decoded(inks))).toBe(0)
  })

  test('lossless ones and JPEG-LS are read without a DICOM file around them', async () => {
    const picture = { width, height, channels: 3, bits: 8, values: image.rgb }
    for (const file of [encodeLossless(picture, { predictor: 7 }), await encodeJpegLs(picture, 2)])
      expect(apart(await opened(file), image.rgb)).toBe(0)
  })

  test('12 bits and arithmetic coding are refused by name', async () => {
    const changed = (marker: number, bits: number) => {
      const copy = Buffer.from(jpeg)
      const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
      copy.set([0xff, marker], frame)
      copy[frame + 4] = bits
      return copy
    }
    await expect(openImage(changed(0xc1, 12))).rejects.toEqual(
      refusal('image_depth', 'JPEG 12 bit'),
    )
    await expect(openImage(changed(0xc9, 8))).rejects.toEqual(
      refusal('image_compression', 'JPEG arithmetic'),
    )
  })
})

describe('values of other depths are brought to what they mean', () => {
  const scaled = (by: number) => Uint16Array.from(image.rgb, (value) => value * by)
  const deep = (by: number) => sharp(scaled(by), raw).toColourspace('rgb16')
  test.each([1, 4, 16, 64, 257])('8 bits times %i in 16', async (by) => {
    for (const file of [
      await deep(by).png().toBuffer(),
      await deep(by).tiff({ compression: 'lzw' }).toBuffer(),
    ])
      expect(apart(await opened(file), image.rgb)).toBeLessThanOrEqual(2)
  })

  test('fractions from 0 to 1, and whole values of 32 bits', async () => {
    const colours = (bits: number, format: number, pixels: Buffer) =>
      tiffFile([
        {
          tags: tiffTags({ width, height, samples: 3, bits }, [[339, 3, [format, format, format]]]),
          pixels,
        },
      ])
    const shares = Buffer.from(Float32Array.from(image.rgb, (value) => value / 255).buffer)
    expect(apart(await opened(colours(32, 3, shares)), image.rgb)).toBeLessThanOrEqual(1)
    const long = Buffer.from(Uint32Array.from(image.rgb, (value) => value * 16).buffer)
    expect(apart(await opened(colours(32, 1, long)), image.rgb)).toBeLessThanOrEqual(1)
    const grey = Float32Array.from({ length: count }, (_, i) => (image.rgb[3 * i + 1] ?? 0) / 255)
    const tags = tiffTags({ width, height, bits: 32 }, [[339, 3, [3]]])
    const shown = await opened(tiffFile([{ tags, pixels: Buffer.from(grey.buffer) }]))
    const truth = image.rgb.map((_, i) => image.rgb[i - (i % 3) + 1] ?? 0)
    expect(apart(shown, truth)).toBeLessThanOrEqual(1)
  })

  test('grey of 12 bits in 16', async () => {
    const grey = Uint16Array.from({ length: count }, (_, i) => (image.rgb[3 * i] ?? 0) * 16)
    const picture = sharp(grey, { raw: { width, height, channels: 1 } })
    const shown = await opened(await picture.toColourspace('grey16').png().toBuffer())
    const truth = image.rgb.map((_, i) => image.rgb[i - (i % 3)] ?? 0)
    expect(apart(shown, truth)).toBeLessThanOrEqual(1)
  })

  test.each<[string, number, number]>([
    ['64 bit float', 64, 3],
    ['16 bit signed', 16, 2],
    ['12 bit', 12, 1],
  ])('%s is refused by name', async (name, bits, format) => {
    const tags = tiffTags({ width, height, bits }, [[339, 3, [format]]])
    const file = tiffFile([{ tags, pixels: Buffer.alloc((count * bits) / 8) }])
    await expect(openImage(file)).rejects.toEqual(refusal('image_depth', name))
  })
})

describe('a channel beyond the colours', () => {
  const four = (of: (i: number) => number) =>
    Buffer.from(
      Array.from({ length: 4 * count }, (_, i) =>
        i % 4 === 3 ? of(i >> 2) : (image.rgb[3 * (i >> 2) + (i % 4)] ?? 0),
      ),
    )
  const rgba = { raw: { width, height, channels: 4 } } as const

  test('that is the same everywhere hides nothing', async () => {
    for (const value of [0, 255, 90]) {
      const alpha = four(() => value)
      expect(apart(await opened(await sharp(alpha, rgba).png().toBuffer()), image.rgb)).toBe(0)
      const webp = await sharp(alpha, rgba).webp({ lossless: true, exact: true }).toBuffer()
      expect(apart(await opened(webp), image.rgb)).toBe(0)
    }
    const wide = Uint16Array.from(
      four(() => 0),
      (value) => value * 257,
    )
    const file = await sharp(wide, rgba).toColourspace('rgb16').png().toBuffer()
    expect(apart(await opened(file), image.rgb)).toBeLessThanOrEqual(1)
  })

  test.each([
    ['nothing said of it', 0],
    ['colours dimmed by it', 1],
  ])('of a TIFF with %s is left out', async (_, kind) => {
    const tags = tiffTags({ width, height, samples: 4 }, [[338, 3, [kind]]])
    for (const pixels of [four(() => 0), four((i) => i % 200)])
      expect(apart(await opened(tiffFile([{ tags, pixels }])), image.rgb)).toBe(0)
  })

  test('and a second one are left out', async () => {
    const pixels = Buffer.from(
      Array.from({ length: 5 * count }, (_, i) =>
        i % 5 > 2 ? 0 : (image.rgb[3 * Math.floor(i / 5) + (i % 5)] ?? 0),
      ),
    )
    const tags = tiffTags({ width, height, samples: 5 }, [[338, 3, [0, 0]]])
    expect(apart(await opened(tiffFile([{ tags, pixels }])), image.rgb)).toBe(0)
  })

  test('that hides all but a corner leaves nothing to look at', async () => {
    const alpha = four((i) => (i < 60 ? 255 : 0))
    const file = await sharp(alpha, rgba).png().toBuffer()
    await expect(openImage(file)).rejects.toEqual(refusal('image_transparent'))
  })
})

describe('a TIFF of several directories', () => {
  const full = { tags: tiffTags({ width, height, samples: 3 }), pixels: Buffer.from(image.rgb) }
  const reduced: Tag = [254, 4, [1]]
  const small = (extra: readonly Tag[]) => ({
    tags: tiffTags({ width: 32, height: 24, samples: 3 }, extra),
    pixels: Buffer.alloc(32 * 24 * 3, 90),
  })
  test.each([
    ['a thumbnail in front of it', [small([reduced]), full]],
    ['a thumbnail behind it', [full, small([reduced])]],
    ['a thumbnail that nothing calls one', [small([]), full]],
    ['the picture below a thumbnail', [{ ...small([reduced]), below: [full] }]],
    ['a thumbnail below it', [{ ...full, below: [small([reduced])] }]],
  ])('gives the picture: %s', async (_, pages) => {
    expect(apart(await opened(tiffFile(pages)), image.rgb)).toBe(0)
  })

  test('of which two are pictures is refused with their number', async () => {
    await expect(openImage(tiffFile([full, full]))).rejects.toEqual(refusal('image_pages', '2'))
  })

  test('that is raw data of a camera is called that', async () => {
    const sensor = {
      ...small([]),
      tags: tiffTags({ width, height, bits: 16 }).map((tag): Tag =>
        tag[0] === 262 ? [262, 3, [32_803]] : tag,
      ),
      pixels: Buffer.alloc(2 * count),
    }
    const file = tiffFile([{ ...small([reduced]), below: [sensor] }])
    await expect(openImage(file)).rejects.toEqual(refusal('image_raw', 'DNG / NEF / ARW'))
  })

  test('that is cut or compressed in another way is refused as that', async () => {
    const file = tiffFile([full])
    const late = tiffFile([
      { ...full, tags: full.tags.map((tag): Tag => (tag[0] === 259 ? [259, 3, [34_712]] : tag)) },
    ])
    await expect(openImage(late)).rejects.toEqual(refusal('image_compression', 'JPEG 2000'))
    // The directory stands behind the pixels.
    await expect(openImage(file.subarray(0, file.length - 300))).rejects.toEqual(
      refusal('image_cut'),
    )
  })
})

describe('a BMP', () => {
  /** Rows from below, each filled up to four bytes. */
  const bmp = (
    bits: number,
    row: (y: number) => Buffer,
    { topDown = false, palette = Buffer.alloc(0), compression = 0 } = {},
  ) => {
    const rows = Array.from({ length: height }, (_, i) => row(topDown ? i : height - 1 - i))
    const head = Buffer.alloc(54)
    head.write('BM', 'latin1')
    head.writeUInt32LE(54 + palette.length, 10)
    head.writeUInt32LE(40, 14)
    head.writeInt32LE(width, 18)
    head.writeInt32LE(topDown ? -height : height, 22)
    head.writeUInt16LE(1, 26)
    head.writeUInt16LE(bits, 28)
    head.writeUInt32LE(compression, 30)
    return Buffer.concat([head, palette, ...rows])
  }
  const bgr = (size: 3 | 4) => (y: number) =>
    Buffer.from(
      Array.from({ length: width * size }, (_, i) =>
        i % size === 3
          ? 0
          : (image.rgb[3 * (y * width + Math.floor(i / size)) + 2 - (i % size)] ?? 0),
      ),
    )

  test('of 24 and 32 bits comes out upright with its colours', async () => {
    for (const file of [bmp(24, bgr(3)), bmp(32, bgr(4)), bmp(24, bgr(3), { topDown: true })])
      expect(apart(await opened(file), image.rgb)).toBe(0)
  })

  test('of a palette and of fields of bits', async () => {
    const palette = Buffer.from(
      Array.from({ length: 256 }, (_, i) => [255 - i, i, i >> 1, 0]).flat(),
    )
    const indexes = (y: number) =>
      Buffer.from(image.rgb.filter((_, i) => i % 3 === 0).subarray(y * width, (y + 1) * width))
    const shown = await opened(bmp(8, indexes, { palette }))
    const truth = image.rgb.map((_, i) => {
      const index = image.rgb[i - (i % 3)] ?? 0
      return [index >> 1, index, 255 - index][i % 3] ?? 0
    })
    expect(apart(shown, truth)).toBe(0)
    const masks = Buffer.alloc(12)
    for (const [i, mask] of [0xf800, 0x7e0, 0x1f].entries()) masks.writeUInt32LE(mask, 4 * i)
    const five = (y: number) =>
      words(
        Array.from({ length: width }, (_, x) => {
          const [r = 0, g = 0, b = 0] = image.rgb.subarray(
            3 * (y * width + x),
            3 * (y * width + x) + 3,
          )
          return ((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3)
        }),
      )
    expect(
      apart(await opened(bmp(16, five, { palette: masks, compression: 3 })), image.rgb),
    ).toBeLessThanOrEqual(8)
  })

  test('that is cut or packed is refused as that', async () => {
    const whole = bmp(24, bgr(3))
    await expect(openImage(whole.subarray(0, whole.length - 5))).rejects.toEqual(
      refusal('image_cut'),
    )
    await expect(openImage(bmp(8, bgr(3), { compression: 1 }))).rejects.toEqual(
      refusal('image_compression', 'BMP RLE8'),
    )
    await expect(openImage(Buffer.concat([Buffer.from('BM'), Buffer.alloc(130)]))).rejects.toEqual(
      refusal('image_damaged'),
    )
  })
})

test('no picture of one value is taken, whatever its format, and a dark one is', async () => {
  const flat = (value: number) => sharp(Buffer.alloc(3 * count, value), raw)
  for (const value of [0, 128, 255])
    for (const file of [await flat(value).png().toBuffer(), await flat(value).jpeg().toBuffer()])
      await expect(openImage(file)).rejects.toEqual(refusal('image_blank'))
  const noise = Buffer.from(Array.from({ length: 3 * count }, (_, i) => (i * 7919) % 4))
  await expect(openImage(await sharp(noise, raw).png().toBuffer())).rejects.toEqual(
    refusal('image_blank'),
  )
  const dark = image.rgb.map((value) => value / 6)
  expect(apart(await opened(await sharp(dark, raw).png().toBuffer()), dark)).toBe(0)
})

describe('a file of another kind says what it is', () => {
  const ascii = (text: string) => Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(600)])
  test.each<[string, Buffer, string, (string | undefined)?]>([
    ['HEIC', ascii('\0\0\0\x18ftypheic'), 'image_heic'],
    ['AVIF', ascii('\0\0\0\x18ftypavif'), 'image_format', 'AVIF'],
    ['JPEG 2000', Buffer.from('0000000C6A5020200D0A870A', 'hex'), 'image_format', 'JPEG 2000'],
    ['a codestream of it', Buffer.from('FF4FFF510029', 'hex'), 'image_format', 'JPEG 2000'],
    ['GIF', ascii('GIF89a'), 'image_format', 'GIF'],
    ['PSD', ascii('8BPS\0\x01'), 'image_format', 'PSD'],
    ['CR2', ascii('II*\0\x10\0\0\0CR\x02\0'), 'image_raw', 'CR2'],
    ['CR3', ascii('\0\0\0\x18ftypcrx '), 'image_raw', 'CR3'],
    ['PDF', ascii('%PDF-1.7\n'), 'image_document', 'PDF'],
    [
      'DOCX',
      ascii(`PK\x03\x04${'\0'.repeat(26)}word/document.xml`),
      'image_document',
      'Word / Excel / PowerPoint',
    ],
    ['ZIP', ascii(`PK\x03\x04${'\0'.repeat(26)}eye.jpg`), 'image_archive', 'ZIP'],
    ['text', Buffer.from('ID,name\r\n1,张三\r\n'), 'image_text'],
    ['text in GBK', Buffer.from('d5c5c8fd2cd3d2d1db0d0a', 'hex'), 'image_text'],
    [
      'AppleDouble',
      Buffer.concat([Buffer.from('00051607', 'hex'), Buffer.alloc(4092)]),
      'image_system_file',
      'AppleDouble',
    ],
    ['.DS_Store', ascii('\0\0\0\x01Bud1'), 'image_system_file', '.DS_Store'],
    ['a video', ascii('\0\0\0\x18ftypisom'), 'image_video', 'MP4'],
    ['a volume', ascii('CMDb'), 'image_volume', 'E2E'],
    ['nothing known', Buffer.from('0102030405', 'hex'), 'image_type'],
    [
      'a program',
      readFileSync(process.execPath).subarray(0, 2000),
      'image_system_file',
      process.platform === 'linux' ? 'EXE' : undefined,
    ],
  ])('%s', async (_, file, key, detail) => {
    await expect(openImage(file)).rejects.toEqual(refusal(key, detail))
  })
})

test('a PNG is taken as it is', async () => {
  expect(apart(await opened(png), image.rgb)).toBe(0)
})
