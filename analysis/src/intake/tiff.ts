import { directoriesOf, TAG, type Directory } from './tiff-directories.ts'
import { ImageRefused } from './refused.ts'

/** The picture of a TIFF: where it stands in the file, and how its values are meant. */
export interface TiffPicture {
  /** The file, in which colours that are dimmed by their transparency are not called so. */
  bytes: Buffer
  page: number
  sub: number | null
  /** Bits of a value; those that are used, where the file says so. */
  bits: number
  /** A channel beyond the colours: transparency, or no or done one. */
  extra: 'none' | 'alpha' | 'ignored'
}

/** A directory so much smaller than another shows the same picture in small. */
const THUMBNAIL = 4
/** Ways to compress that libtiff reads (TIFF 6.0, Technical Notes 1 and 2), and names of others. */
const READ = [1, 2, 3, 4, 5, 6, 7, 8, 32_773, 32_809, 32_946, 34_925, 50_000, 50_001]
const COMPRESSIONS: Readonly<Record<number, string>> = {
  6: 'Old JPEG',
  34_712: 'JPEG 2000',
  34_887: 'LERC',
  34_892: 'Lossy JPEG (DNG)',
  34_933: 'PNG',
  34_934: 'JPEG XR',
  50_002: 'JPEG XL',
  52_546: 'JPEG XL',
}
/** Photometric interpretations of a sensor's data, and of one that is no picture. */
const SENSOR = [32_803, 34_892]
const MASK = 4

const firstOf = ({ tags }: Directory, tag: number, otherwise: number) =>
  tags.get(tag)?.[0] ?? otherwise
const areaOf = (directory: Directory) =>
  firstOf(directory, TAG.width, 0) * firstOf(directory, TAG.height, 0)

/** Finds the one full picture among thumbnails and masks. */
export function readTiff(bytes: Buffer): TiffPicture {
  const all = directoriesOf(bytes)
  if (all.length === 0) throw new ImageRefused('image_cut')
  const isRaw = all.some(
    (each) => SENSOR.includes(firstOf(each, TAG.colours, -1)) || each.tags.has(TAG.dngVersion),
  )
  if (isRaw) throw new ImageRefused({ key: 'image_raw', detail: 'DNG / NEF / ARW' })
  const picture = pictureOf(all)
  requireReadable(bytes, picture)
  const { page, sub } = picture
  return { bytes: undimmed(bytes, picture), page, sub, ...valuesOf(picture) }
}

/** On black, dimmed colours are those that are seen. A decoder would divide them by what dimmed them. */
function undimmed(bytes: Buffer, picture: Directory): Buffer {
  const at = picture.extraAt
  if (at === null || firstOf(picture, TAG.extra, 0) !== 1) return bytes
  const copy = Buffer.from(bytes)
  copy.fill(0, at, Math.min(copy.length, at + 2))
  return copy
}

function pictureOf(all: readonly Directory[]): Directory {
  const shown = all.filter(
    (each) =>
      areaOf(each) > 0 &&
      firstOf(each, TAG.colours, -1) !== MASK &&
      (firstOf(each, TAG.subfile, 0) & 4) === 0,
  )
  const full = shown.filter((each) => (firstOf(each, TAG.subfile, 0) & 1) === 0)
  const [largest, ...others] = (full.length > 0 ? full : shown).toSorted(
    (a, b) => areaOf(b) - areaOf(a),
  )
  if (!largest) throw new ImageRefused('image_damaged')
  const pictures = others.filter((other) => areaOf(other) * THUMBNAIL > areaOf(largest))
  if (pictures.length > 0)
    throw new ImageRefused({ key: 'image_pages', detail: String(pictures.length + 1) })
  return largest
}

function requireReadable(bytes: Buffer, picture: Directory): void {
  const compression = firstOf(picture, TAG.compression, 1)
  if (!READ.includes(compression)) {
    const detail = COMPRESSIONS[compression] ?? `TIFF ${compression}`
    throw new ImageRefused({ key: 'image_compression', detail })
  }
  const [offsets, counts] = [
    picture.tags.get(TAG.offsets) ?? picture.tags.get(TAG.tileOffsets) ?? [],
    picture.tags.get(TAG.counts) ?? picture.tags.get(TAG.tileCounts) ?? [],
  ]
  const isCut = offsets.some((at, i) => at >= bytes.length || at + (counts[i] ?? 0) > bytes.length)
  if (isCut) throw new ImageRefused('image_cut')
}

/** Photometric interpretations by their colours, without a mask. */
const COLOURS: Readonly<Record<number, number>> = { 0: 1, 1: 1, 2: 3, 3: 1, 5: 4, 6: 3, 8: 3, 9: 3 }

function valuesOf(picture: Directory): Pick<TiffPicture, 'bits' | 'extra'> {
  const bits = firstOf(picture, TAG.bits, 1)
  const format = firstOf(picture, TAG.format, 1)
  const isWhole = format === 1 && [1, 2, 4, 8, 16, 32].includes(bits)
  const isFloat = format === 3 && (bits === 32 || bits === 16)
  if (!isWhole && !isFloat) {
    const kind = format === 3 ? ' float' : format === 2 ? ' signed' : ''
    throw new ImageRefused({ key: 'image_depth', detail: `${bits} bit${kind}` })
  }
  const colours = COLOURS[firstOf(picture, TAG.colours, 1)]
  if (colours === undefined) {
    const detail = `TIFF ${firstOf(picture, TAG.colours, 1)}`
    throw new ImageRefused({ key: 'image_colours', detail })
  }
  const most = picture.tags.get(TAG.most)?.[0]
  const used = most !== undefined && most > 0 ? Math.ceil(Math.log2(most + 1)) : bits
  const beyond = firstOf(picture, TAG.samples, 1) - colours
  // ExtraSamples: 0 not said, 1 transparency by which the colours are dimmed, 2 transparency.
  const kind = firstOf(picture, TAG.extra, 0)
  return {
    bits: Math.min(bits, used),
    extra: beyond <= 0 ? 'none' : kind === 2 ? 'alpha' : 'ignored',
  }
}
