import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawFundus, encodeJpeg } from '../../phantom/index.ts'
import { encodeJpeg2000, encodeJpegLs, encodeLossless, encodeRle } from '../../testing/codecs.ts'
import { dicomPicture, type Entry } from '../../testing/dicom.ts'
import { dicomFacts } from './facts.ts'
import { openImage } from '../open.ts'

const UID = '1.2.840.10008.1.2'
const side = 16
const count = side * side
const ramp = Uint8Array.from({ length: count }, (_, i) => i)
const colour = Uint8Array.from({ length: 3 * count }, (_, i) =>
  i % 3 === 0 ? i / 3 : i % 3 === 1 ? 255 - (i - 1) / 3 : ((i - 2) / 3) ^ 0x55,
)
const words = (values: ArrayLike<number>) => Buffer.from(Uint16Array.from(values).buffer)

async function pixelsOf(file: Buffer): Promise<Uint8Array> {
  const { bytes } = await openImage(file)
  return sharp(bytes).removeAlpha().toColourspace('srgb').raw().toBuffer()
}
async function greyOf(file: Buffer): Promise<number[]> {
  return [...(await pixelsOf(file)).filter((_, i) => i % 3 === 0)]
}
const apart = (one: ArrayLike<number>, other: ArrayLike<number>) =>
  Array.from(one, (value, i) => Math.abs(value - (other[i] ?? NaN))).reduce((most, value) =>
    Math.max(most, value),
  )
const refusal = (key: string, detail?: string) =>
  expect.objectContaining({ name: 'ImageRefused', key, detail }) as Error

const { image } = drawFundus(11, { width: 320, height: 240 })

/** The JPEG of a drawn eye without its JFIF mark; its channels are called as given. */
async function unmarked(ids: string): Promise<Buffer> {
  const jpeg = await sharp(image.rgb, { raw: { width: 320, height: 240, channels: 3 } })
    .jpeg({ chromaSubsampling: '4:4:4' })
    .toBuffer()
  const isMarked = jpeg.readUInt16BE(2) === 0xffe0
  const bare = isMarked
    ? Buffer.concat([jpeg.subarray(0, 2), jpeg.subarray(4 + jpeg.readUInt16BE(4))])
    : jpeg
  for (const [marker, at, step] of [
    [0xffc0, 10, 3],
    [0xffda, 5, 2],
  ] as const) {
    const start = bare.indexOf(Buffer.from([marker >> 8, marker & 255]))
    for (const [i, id] of Array.from(ids).entries()) bare[start + at + step * i] = id.charCodeAt(0)
  }
  return bare
}

describe('a JPEG in a DICOM file shows what the file says of its colours', () => {
  const jpegOf = (colours: string, jpeg: Buffer, samples = 3, entries: Entry[] = []) =>
    dicomPicture({
      syntax: `${UID}.4.50`,
      width: 320,
      height: 240,
      samples,
      colours,
      entries,
      pixels: [jpeg],
    })

  test('RGB without a mark is not turned from YBR, and stays a JPEG', async () => {
    const truth = await sharp(await unmarked('RGB'))
      .raw()
      .toBuffer()
    const opened = await openImage(jpegOf('RGB', await unmarked('\x01\x02\x03')))
    expect(opened.format).toBe('jpeg')
    expect(truth.equals(await sharp(opened.bytes).raw().toBuffer())).toBe(true)
    expect(await pixelsOf(jpegOf('RGB', await unmarked('RGB')))).toEqual(truth)
  })

  test('YBR without a mark is turned, and a mark in the JPEG counts more than the file', async () => {
    const bare = await unmarked('\x01\x02\x03')
    const truth = await sharp(bare).raw().toBuffer()
    expect(await pixelsOf(jpegOf('YBR_FULL_422', bare))).toEqual(truth)
    const jfif = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0', 'latin1')
    const marked = Buffer.concat([bare.subarray(0, 2), jfif, bare.subarray(2)])
    expect(await pixelsOf(jpegOf('RGB', marked))).toEqual(await sharp(marked).raw().toBuffer())
  })

  test('MONOCHROME1 comes out inverted, MONOCHROME2 as it is', async () => {
    const grey = await sharp(await encodeJpeg(image))
      .toColourspace('b-w')
      .jpeg()
      .toBuffer()
    const raw = await sharp(grey).toColourspace('b-w').raw().toBuffer()
    const inverse = raw.map((value) => 255 - value)
    expect(await greyOf(jpegOf('MONOCHROME1', grey, 1))).toEqual([...inverse])
    const plain = await openImage(jpegOf('MONOCHROME2', grey, 1))
    expect(plain.format).toBe('jpeg')
    const windowed: Entry[] = [
      [0x0028, 0x1050, 'DS', '64'],
      [0x0028, 0x1051, 'DS', '128'],
    ]
    const shown = await greyOf(jpegOf('MONOCHROME2', grey, 1, windowed))
    expect(
      apart(
        shown,
        [...raw].map((value) => Math.min(255, (value * 255) / 127)),
      ),
    ).toBeLessThan(2)
  })
})

/** YBR of RGB (PS3.3 C.7.6.3.1.2), in the full range or in that of video. */
function ybrOf(rgb: Uint8Array, partial = false): number[] {
  const out: number[] = []
  for (let i = 0; i < rgb.length; i += 3) {
    const [r = 0, g = 0, b = 0] = rgb.subarray(i, i + 3)
    const y = 0.299 * r + 0.587 * g + 0.114 * b
    const cb = -0.1687 * r - 0.3313 * g + 0.5 * b
    const cr = 0.5 * r - 0.4187 * g - 0.0813 * b
    const [scale, black, wide] = partial ? [219 / 255, 16, 224 / 255] : [1, 0, 1]
    out.push(y * scale + black, cb * wide + 128, cr * wide + 128)
  }
  return out.map((value) => Math.min(255, Math.max(0, Math.round(value))))
}
const planes = (values: ArrayLike<number>) =>
  [0, 1, 2].flatMap((c) => Array.from(values).filter((_, i) => i % 3 === c))
/** A patch in which each two neighbours have one colour. */
const paired = colour.map((_, i) => colour[Math.floor(i / 6) * 6 + (i % 3)] ?? 0)
const in422 = (ybr: number[]) =>
  Array.from({ length: count / 2 }, (_, i) => i * 6).flatMap((at) => [
    ...[ybr[at] ?? 0, ybr[at + 3] ?? 0, ybr[at + 1] ?? 0, ybr[at + 2] ?? 0],
  ])

describe('colours that are not RGB', () => {
  const planar: Entry[] = [[0x0028, 0x0006, 'US', 1]]
  test.each([
    ['YBR_FULL', colour, ybrOf(colour), []],
    ['YBR_FULL', colour, planes(ybrOf(colour)), planar],
    ['RGB', colour, planes(colour), planar],
    ['YBR_FULL_422', paired, in422(ybrOf(paired)), []],
    ['YBR_PARTIAL_422', paired, in422(ybrOf(paired, true)), []],
    // Whole, although the name is still that of the JPEG that was unpacked.
    ['YBR_FULL_422', colour, ybrOf(colour), []],
  ] as const)(
    '%s comes out as the colours that it means',
    async (colours, truth, stored, entries) => {
      const file = dicomPicture({ samples: 3, colours, entries, pixels: Buffer.from(stored) })
      expect(apart(await pixelsOf(file), truth)).toBeLessThanOrEqual(3)
    },
  )

  test('a palette gives its colours, and one in pieces is refused by name', async () => {
    const part = (number: number, of: (i: number) => number): Entry[] => [
      [0x0028, 0x1100 + number, 'US', words([256, 0, 16])],
      [0x0028, 0x1200 + number, 'OW', words(Array.from({ length: 256 }, (_, i) => of(i) * 257))],
    ]
    const entries = [...part(1, (i) => i), ...part(2, (i) => 255 - i), ...part(3, (i) => i ^ 0x55)]
    const file = { colours: 'PALETTE COLOR', pixels: Buffer.from(ramp) }
    expect([...(await pixelsOf(dicomPicture({ ...file, entries })))]).toEqual([...colour])
    await expect(openImage(dicomPicture(file))).rejects.toEqual(
      refusal('image_colours', 'PALETTE COLOR'),
    )
  })

  test('16-bit colours of 8 or 12 bits are as bright as they mean', async () => {
    const file = (scale: number) =>
      dicomPicture({
        samples: 3,
        colours: 'RGB',
        bits: 16,
        pixels: words(Array.from(colour, (v) => v * scale)),
      })
    expect([...(await pixelsOf(file(1)))]).toEqual([...colour])
    expect(apart(await pixelsOf(file(16)), colour)).toBeLessThanOrEqual(1)
  })
})

describe('grey values of any depth', () => {
  const window = (centre: number, width: number): Entry[] => [
    [0x0028, 0x1050, 'DS', String(centre)],
    [0x0028, 0x1051, 'DS', String(width)],
  ]
  const signed: Entry[] = [[0x0028, 0x0103, 'US', 1]]
  const lut: Entry[] = [
    [
      ...[0x0028, 0x3010, 'SQ'],
      [
        [0x0028, 0x3002, 'US', words([256, 0, 8])],
        [0x0028, 0x3006, 'OW', words(Array.from({ length: 256 }, (_, i) => 255 - i))],
      ],
    ] as unknown as Entry,
  ]
  test.each<[string, number, Buffer, readonly Entry[], (i: number) => number]>([
    ['8-bit values in 16 bits', 16, words(ramp), [], (i) => i],
    ['with a window that misses them', 16, words(ramp), window(32_768, 65_536), (i) => i],
    ['with their window', 16, words(ramp), window(128, 256), (i) => i],
    ['12 bits', 12, words(Array.from(ramp, (v) => v * 16)), [], (i) => i],
    ['12 bits called 16', 16, words(Array.from(ramp, (v) => v * 16)), [], (i) => i],
    ['signed values', 16, words(Array.from(ramp, (v) => (v - 128) * 256)), signed, (i) => i],
    ['signed 8 bits', 8, Buffer.from(ramp.map((v) => v - 128)), signed, (i) => i],
    [
      'signed values and an intercept',
      16,
      words(Array.from(ramp, (v) => v - 128)),
      [...signed, [0x0028, 0x1052, 'DS', '128'], [0x0028, 0x1053, 'DS', '1'], ...window(128, 256)],
      (i) => i,
    ],
    ['a VOI LUT', 8, Buffer.from(ramp), lut, (i) => 255 - i],
    [
      'values below overlay bits',
      12,
      words(Array.from(ramp, (v) => v * 16 + 0x8000)),
      [],
      (i) => i,
    ],
  ])('%s are as bright as they mean', async (_, bits, pixels, entries, truth) => {
    const shown = await greyOf(dicomPicture({ bits, entries, pixels }))
    expect(
      apart(
        shown,
        Array.from(ramp, (_value, i) => truth(i)),
      ),
    ).toBeLessThanOrEqual(1)
  })
})

describe('every way to write a DICOM file that is read', () => {
  const values = { width: side, height: side, bits: 8 }
  const grey = { ...values, channels: 1, values: ramp }
  const rgb = { ...values, channels: 3, values: colour }

  test('uncompressed in all codings, deflated, with and without its head', async () => {
    const pixels = Buffer.from(ramp)
    const files = [
      dicomPicture({ syntax: UID, pixels }),
      dicomPicture({ syntax: `${UID}.1.99`, pixels }),
      dicomPicture({ pixels, bare: 'preamble' }),
      dicomPicture({ pixels, bare: 'meta' }),
      dicomPicture({ syntax: UID, pixels, bare: 'meta' }),
      dicomPicture({
        syntax: `${UID}.2`,
        bits: 16,
        pixels: words(Array.from(ramp, (v) => v * 257)).swap16(),
      }),
    ]
    for (const file of files) expect(await greyOf(file)).toEqual([...ramp])
  })

  test.each([1, 2, 3, 4, 5, 6, 7])('lossless JPEG, predictor %i', async (predictor) => {
    const syntax = `${UID}.4.${predictor === 1 ? 70 : 57}`
    for (const restartRows of [0, 4]) {
      const pieces = [encodeLossless(rgb, { predictor, restartRows })]
      const file = dicomPicture({ syntax, samples: 3, colours: 'RGB', pixels: pieces })
      expect([...(await pixelsOf(file))]).toEqual([...colour])
    }
  })

  test('lossless JPEG of 16 bits', async () => {
    const wide = { ...grey, bits: 16, values: Array.from(ramp, (v) => (v * 257) ^ 1) }
    const pixels = [encodeLossless(wide, { predictor: 6 })]
    const file = dicomPicture({ syntax: `${UID}.4.57`, bits: 16, pixels })
    expect(apart(await greyOf(file), ramp)).toBeLessThanOrEqual(1)
  })

  test.each([0, 1, 2])('JPEG-LS, channels interleaved in way %i', async (interleave) => {
    const syntax = `${UID}.4.80`
    const stored = interleave === 0 ? { ...rgb, values: Uint8Array.from(planes(colour)) } : rgb
    const pixels = [await encodeJpegLs(stored, interleave)]
    const file = dicomPicture({ syntax, samples: 3, colours: 'RGB', pixels })
    expect([...(await pixelsOf(file))]).toEqual([...colour])
    const encoded = [await encodeJpegLs(grey, 0)]
    expect(await greyOf(dicomPicture({ syntax, pixels: encoded }))).toEqual([...ramp])
  })

  test('JPEG 2000, whose colours its decoder turns, whatever the file calls them', async () => {
    const picture = { width: 320, height: 240, channels: 3, bits: 8, values: image.rgb }
    const pixels = [await encodeJpeg2000(picture)]
    for (const colours of ['YBR_RCT', 'RGB', 'YBR_FULL']) {
      const shape = { syntax: `${UID}.4.90`, samples: 3, width: 320, height: 240 }
      const shown = await pixelsOf(dicomPicture({ ...shape, colours, pixels }))
      expect(apart(shown, image.rgb)).toBe(0)
    }
  })

  test('RLE of 8 and of 16 bits, and in two pieces', async () => {
    const syntax = `${UID}.5`
    const parts = [0, 1, 2].map((c) => [...colour].filter((_, i) => i % 3 === c))
    const file = dicomPicture({ syntax, samples: 3, colours: 'RGB', pixels: [encodeRle(parts)] })
    expect([...(await pixelsOf(file))]).toEqual([...colour])
    const wide = encodeRle([[...ramp], [...ramp]])
    const pixels = [wide.subarray(0, 100), wide.subarray(100)]
    expect(await greyOf(dicomPicture({ syntax, bits: 16, pixels }))).toEqual([...ramp])
  })

  test('what is cut off is called cut off', async () => {
    const lossless = encodeLossless(rgb, { predictor: 1 })
    const ls = await encodeJpegLs(rgb, 2)
    const pieces = [
      [`${UID}.4.70`, lossless.subarray(0, lossless.length - 80)],
      [`${UID}.5`, encodeRle([[...ramp]]).subarray(0, 100)],
      [`${UID}.4.80`, ls.subarray(0, ls.length >> 1)],
    ] as const
    for (const [syntax, piece] of pieces) {
      const samples = syntax.endsWith('.5') ? 1 : 3
      const file = dicomPicture({
        syntax,
        samples,
        colours: samples === 3 ? 'RGB' : 'MONOCHROME2',
        pixels: [piece],
      })
      await expect(openImage(file)).rejects.toEqual(refusal('image_cut'))
    }
    const large = { width: 320, height: 240, channels: 3, bits: 8, values: image.rgb }
    const wavelet = await encodeJpeg2000(large)
    const [width, height] = [320, 240]
    const shape = { syntax: `${UID}.4.90`, samples: 3, colours: 'RGB', width, height }
    const cut = dicomPicture({ ...shape, pixels: [wavelet.subarray(0, wavelet.length >> 1)] })
    await expect(openImage(cut)).rejects.toEqual(refusal('image_cut'))
    const file = dicomPicture({ pixels: Buffer.from(ramp) })
    await expect(openImage(file.subarray(0, file.length - 40))).rejects.toEqual(
      refusal('image_cut'),
    )
    await expect(openImage(file.subarray(0, 200))).rejects.toEqual(refusal('image_cut'))
  })

  test('long private values before the pixels are passed over, and the facts are read', async () => {
    const entries: Entry[] = [
      [0x0009, 0x1010, 'OB', Buffer.alloc(2_300_000, 7)],
      [0x0010, 0x0020, 'LO', 'A-17'],
    ]
    const file = dicomPicture({ entries, pixels: Buffer.from(ramp) })
    expect(await greyOf(file)).toEqual([...ramp])
    expect(dicomFacts(file)?.number).toBe('A-17')
  })

  test.each([
    ['4.102', 'MPEG-4 H.264'],
    ['4.92', 'JPEG 2000 Part 2'],
    ['4.110', 'JPEG XL'],
    ['4.201', 'HTJ2K'],
    ['9.9', `${UID}.9.9`],
  ])('another compression (%s) is refused by its name', async (end, name) => {
    const file = dicomPicture({ syntax: `${UID}.${end}`, pixels: [Buffer.alloc(8)] })
    await expect(openImage(file)).rejects.toEqual(refusal('image_compression', name))
  })
})

describe('what the file says of itself', () => {
  const storage = '1.2.840.10008.5.1.4.1.1'
  test.each([
    [`${storage}.104.1`, 'image_dicom_document', 'PDF'],
    [`${storage}.66`, 'image_dicom_other', 'Raw Data'],
    [`${storage}.88.33`, 'image_dicom_other', 'Structured Report'],
    [`${storage}.77.1.5.1`, 'image_cut', undefined],
    ['1.2.840.10008.1.3.10', 'image_system_file', 'DICOMDIR'],
  ])('a file of the class %s is called %s', async (sop, key, detail) => {
    const file = dicomPicture({ entries: [[0x0008, 0x0016, 'UI', sop]] })
    await expect(openImage(file)).rejects.toEqual(refusal(key, detail))
  })

  test('several frames are counted, and a volume is called one', async () => {
    const frames = (sop: string) =>
      dicomPicture({
        entries: [
          [0x0008, 0x0016, 'UI', sop],
          [0x0028, 0x0008, 'IS', '8'],
        ],
        pixels: Buffer.alloc(8 * count),
      })
    await expect(openImage(frames(`${storage}.77.1.5.1`))).rejects.toEqual(
      refusal('image_pages', '8'),
    )
    await expect(openImage(frames(`${storage}.77.1.5.4`))).rejects.toEqual(
      refusal('image_volume', 'DICOM OPT'),
    )
  })

  test('its kind of picture and the words in it go with the opened image', async () => {
    const entries: Entry[] = [
      [0x0008, 0x0008, 'CS', 'DERIVED\\PRIMARY\\MONTAGE'],
      [0x0028, 0x0301, 'CS', 'YES'],
    ]
    const { said } = await openImage(dicomPicture({ entries, pixels: Buffer.from(ramp) }))
    expect(said).toMatchObject({
      imageType: ['DERIVED', 'PRIMARY', 'MONTAGE'],
      burnedIn: true,
      resampled: null,
    })
  })

  test('pixels that are no squares are made squares, and their scale is that of the squares', async () => {
    const spaced: Entry[] = [[0x0028, 0x0030, 'DS', '0.01\\0.005']]
    const opened = await openImage(dicomPicture({ entries: spaced, pixels: Buffer.from(ramp) }))
    expect(opened).toMatchObject({ width: 16, height: 32, scale: { mm_per_px: 0.005 } })
    expect(opened.said.resampled).toEqual({ width: 16, height: 16 })
    const ratio: Entry[] = [[0x0028, 0x0034, 'IS', '1\\2']]
    const jpeg = dicomPicture({
      syntax: `${UID}.4.50`,
      samples: 3,
      colours: 'YBR_FULL_422',
      width: 320,
      height: 240,
      entries: ratio,
      pixels: [await encodeJpeg(image)],
    })
    expect(await openImage(jpeg)).toMatchObject({ width: 640, height: 240 })
    const far: Entry[] = [[0x0028, 0x0034, 'IS', '1\\9']]
    const narrow = dicomPicture({ entries: far, pixels: Buffer.from(ramp) })
    await expect(openImage(narrow)).rejects.toEqual(refusal('image_not_square', '0.111:1'))
  })
})
