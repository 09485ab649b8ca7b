import { LESIONS, mapColor } from '@mingmou/contract'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { Context } from '../../../context.ts'
import type { Snapshot } from '../snapshot.ts'

/** Wide enough for print at the size it has on the page. */
const WIDTH = 900

export interface Pictures {
  photograph: Buffer
  /** The photograph with vessels, disc and fovea, and with its lesions, laid over; null where there is nothing to lay over. */
  build: Buffer | null
  lesions: Buffer | null
}

interface Size {
  width: number
  height: number
}

export async function drawPictures(ctx: Context, report: Snapshot): Promise<Pictures> {
  const [width, height] = report.image_size
  const original = await ctx.files.read(report.image_key)
  const sized = (wide: number): Size => ({
    width: wide,
    height: Math.max(1, Math.round((wide * height) / width)),
  })
  const photographOf = async (size: Size) =>
    sharp(
      await sharp(original)
        .resize({ ...size, fit: 'fill' })
        .flatten({ background: '#000' })
        .toColourspace('srgb')
        .raw()
        .toBuffer(),
      { raw: { ...size, channels: 3 } },
    )
  const mapsOf = (names: readonly string[]) =>
    Promise.all(
      report.overlays
        .filter(({ name }) => names.includes(name))
        .map(async ({ name, key }) => ({ name, map: await ctx.files.read(key) })),
    )
  const over = async (maps: NamedMap[], lines: OverlayOptions[], size: Size) => {
    const layers = await Promise.all(maps.map(({ name, map }) => layer(map, name, size)))
    const all = [...layers, ...lines]
    return all.length === 0 ? null : jpeg((await photographOf(size)).composite(all))
  }
  const size = sized(WIDTH)
  const photograph = await jpeg(await photographOf(size))
  if (!report.gradable) return { photograph, build: null, lesions: null }
  const split = report.overlays.some(({ name }) => name === 'arteries')
  const vessels = await mapsOf(split ? ['arteries', 'veins'] : ['vessels'])
  const lesions = await mapsOf(LESIONS)
  // As large as the maps, so that no two spots become one.
  const widths = await Promise.all(
    lesions.map(async ({ map }) => (await sharp(map).metadata()).width),
  )
  return {
    photograph,
    build: await over(vessels, outlines(report, size), size),
    lesions: await over(lesions, [], sized(Math.max(WIDTH, ...widths))),
  }
}

interface NamedMap {
  name: string
  map: Buffer
}

/** Small spots keep their colour. */
const jpeg = (picture: Sharp) =>
  picture.jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer()

/** Disc, cup and fovea as lines. */
function outlines(
  { segmentation: { disc_outline, cup_outline, disc_center, fovea_center }, image_size }: Snapshot,
  size: Size,
): OverlayOptions[] {
  const scale = size.width / image_size[0]
  const at = ([x, y]: readonly [number, number]) =>
    `${(x * scale).toFixed(1)},${(y * scale).toFixed(1)}`
  const ring = (points: readonly (readonly [number, number])[] | null, color: string) =>
    points === null
      ? ''
      : `<polygon points="${points.map(at).join(' ')}" stroke="${color}" fill="none" stroke-width="3"/>`
  const line =
    disc_center && fovea_center
      ? `<polyline points="${at(disc_center)} ${at(fovea_center)}" stroke="#A3E635" stroke-width="2" stroke-dasharray="6 6"/>`
      : ''
  const cross = fovea_center
    ? `<path d="M${at(fovea_center)}m-14 0h28m-14 -14v28" stroke="#A3E635" stroke-width="3"/>`
    : ''
  const drawn =
    ring(disc_outline, mapColor('disc')) + ring(cup_outline, mapColor('cup')) + line + cross
  if (drawn === '') return []
  const frame = `width="${size.width}" height="${size.height}"`
  return [{ input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${drawn}</svg>`) }]
}

/** The map's colour with the map as its opacity; what lies under the threshold fades to nothing. */
async function layer(map: Buffer, name: string, size: Size): Promise<OverlayOptions> {
  const alpha = await sharp(map)
    .resize({ ...size, fit: 'fill' })
    .toColourspace('b-w')
    .linear(2, -128)
    .raw()
    .toBuffer()
  const colour = { create: { ...size, channels: 3 as const, background: mapColor(name) } }
  const input = await sharp(colour)
    .joinChannel(alpha, { raw: { ...size, channels: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { input }
}
