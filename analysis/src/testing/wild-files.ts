import { drawFundus } from '../phantom/index.ts'
import sharp from 'sharp'
import { encodeLossless } from './codecs.ts'
import { dicomPicture } from './dicom.ts'
import { SIDE } from './fuzz-dicom.ts'
import { wholeFiles } from './fuzz-files.ts'
import { tiffFile, tiffTags, type Tag } from './tiff.ts'

/** A file that is read: how far its pixels may be from those that were drawn, in mean levels of 255. */
export interface Readable {
  bytes: Buffer
  most: number
  /** Holds the green channel alone. */
  grey: boolean
}

/** A file that is not read, with what its refusal names. */
export interface Unread {
  bytes: Buffer
  names: string
}

const { width, height } = SIDE
const { image } = drawFundus(17, SIDE)
/** The picture that all of these files show. */
export const SHOWN = Buffer.from(image.rgb)
const PIXELS = width * height
const times = (by: number) => Uint16Array.from(SHOWN, (value) => value * by)
const raw = { raw: { width, height, channels: 3 } } as const

/** Files of `wholeFiles` whose compression loses something, and those that nothing reads. */
const LOSSY = /jpeg|JPEG (baseline|extended)|webp$|tiled/
const REFUSED = ['gif', 'avif']
const GREY = /12 bit|first order/

const colours: TiffPage = { tags: tiffTags({ width, height, samples: 3 }), pixels: SHOWN }
type TiffPage = Parameters<typeof tiffFile>[0][number]
const small = (extra: readonly Tag[]): TiffPage => ({
  tags: tiffTags({ width: 12, height: 10, samples: 3 }, extra),
  pixels: Buffer.alloc(360, 90),
})

/** Every way to write the picture that is read: formats, compressions, depths, channels and directories. */
export async function readableFiles(): Promise<Record<string, Readable>> {
  const whole = Object.entries(await wholeFiles())
    .filter(([name]) => !REFUSED.includes(name) && name !== 'jpeg with metadata')
    .map(([name, bytes]): [string, Readable] => [
      name,
      { bytes, most: LOSSY.test(name) ? 8 : 1, grey: GREY.test(name) },
    ])
  const rgba = Buffer.from(
    Array.from({ length: 4 * PIXELS }, (_, i) =>
      i % 4 === 3 ? 0 : (SHOWN[3 * (i >> 2) + (i % 4)] ?? 0),
    ),
  )
  const alpha = sharp(rgba, { raw: { width, height, channels: 4 } })
  const shares = Buffer.from(Float32Array.from(SHOWN, (value) => value / 255).buffer)
  const floats = tiffTags({ width, height, samples: 3, bits: 32 }, [[339, 3, [3, 3, 3]]])
  const five = Buffer.from(
    Array.from({ length: 5 * PIXELS }, (_, i) =>
      i % 5 > 2 ? 0 : (SHOWN[3 * Math.floor(i / 5) + (i % 5)] ?? 0),
    ),
  )
  const more = {
    'PNG of 12 in 16 bits': await sharp(times(16), raw).toColourspace('rgb16').png().toBuffer(),
    'TIFF of 12 in 16 bits': await sharp(times(16), raw)
      .toColourspace('rgb16')
      .tiff({ compression: 'lzw' })
      .toBuffer(),
    'TIFF of fractions': tiffFile([{ tags: floats, pixels: shares }]),
    'PNG that is transparent throughout': await alpha.png().toBuffer(),
    'TIFF with two more channels': tiffFile([
      { tags: tiffTags({ width, height, samples: 5 }, [[338, 3, [0, 0]]]), pixels: five },
    ]),
    'TIFF with a thumbnail first': tiffFile([small([[254, 4, [1]]]), colours]),
    'TIFF with the picture below a thumbnail': tiffFile([
      { ...small([[254, 4, [1]]]), below: [colours] },
    ]),
    'DICOM without preamble': dicomPicture({
      ...SIDE,
      samples: 3,
      colours: 'RGB',
      pixels: SHOWN,
      bare: 'preamble',
    }),
    'DICOM without head': dicomPicture({
      ...SIDE,
      samples: 3,
      colours: 'RGB',
      pixels: SHOWN,
      bare: 'meta',
    }),
    'lossless JPEG alone': encodeLossless(
      { ...SIDE, channels: 3, bits: 8, values: SHOWN },
      { predictor: 5 },
    ),
  }
  const own = Object.entries(more).map(([name, bytes]): [string, Readable] => [
    name,
    { bytes, most: 2, grey: false },
  ])
  return Object.fromEntries([...whole, ...own])
}

const UID = '1.2.840.10008.1.2'

/** Ways to write it that nothing reads, by what the refusal has to name. */
export async function unreadFiles(): Promise<Record<string, Unread>> {
  const { jpeg, gif, avif } = await wholeFiles()
  if (!jpeg || !gif || !avif) throw new Error('a file is missing')
  const dicom = (end: string) =>
    dicomPicture({ ...SIDE, syntax: `${UID}.${end}`, pixels: [Buffer.alloc(64, 1)] })
  const patched = (marker: number, bits: number) => {
    const copy = Buffer.from(jpeg)
    const at = copy.indexOf(Buffer.from([0xff, 0xc0]))
    copy.set([0xff, marker], at)
    copy[at + 4] = bits
    return copy
  }
  const wide = tiffTags({ width, height, bits: 64 }, [[339, 3, [3]]])
  const compressed = colours.tags.map((tag): Tag => (tag[0] === 259 ? [259, 3, [34_712]] : tag))
  const hidden = Buffer.alloc(4 * PIXELS)
  hidden.set([255, 255, 255, 255], 0)
  const invisible = sharp(hidden, { raw: { width, height, channels: 4 } })
  return {
    'DICOM in HTJ2K': { bytes: dicom('4.201'), names: 'HTJ2K' },
    'DICOM in JPEG XL': { bytes: dicom('4.110'), names: 'JPEG XL' },
    'DICOM as a video': { bytes: dicom('4.102'), names: 'MPEG-4 H.264' },
    'DICOM in JPEG 2000 Part 2': { bytes: dicom('4.92'), names: 'JPEG 2000 Part 2' },
    'JPEG of 12 bits': { bytes: patched(0xc1, 12), names: 'JPEG 12 bit' },
    'JPEG by arithmetic coding': { bytes: patched(0xc9, 8), names: 'JPEG arithmetic' },
    'TIFF in JPEG 2000': {
      bytes: tiffFile([{ ...colours, tags: compressed }]),
      names: 'JPEG 2000',
    },
    'TIFF of fractions of 64 bits': {
      bytes: tiffFile([{ tags: wide, pixels: Buffer.alloc(8 * PIXELS) }]),
      names: '64 bit float',
    },
    'TIFF of two pictures': { bytes: tiffFile([colours, colours]), names: '2' },
    'PNG that hides all': { bytes: await invisible.png().toBuffer(), names: '透明' },
    HEIC: { bytes: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1'), names: 'HEIC' },
    AVIF: { bytes: avif, names: 'AVIF' },
    GIF: { bytes: gif, names: 'GIF' },
    'JPEG 2000': { bytes: Buffer.from('0000000C6A5020200D0A870A', 'hex'), names: 'JPEG 2000' },
  }
}
