import {
  LESIONS,
  mapColor,
  type PictureLayer,
  type ReportDocument,
  type ReportPicture,
} from '@mingmou/contract'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { Context } from '../../../context.ts'
import type { SnapshotPhotograph } from '../snapshot.ts'
import type { Drawn, DrawnPicture } from './sections.ts'

/** Wide enough for print at the size it has on the page. */
const WIDTH = 900

interface Size {
  width: number
  height: number
}

/** Makes the pictures of a document one after the other: each takes much memory. */
export async function drawPictures(
  ctx: Context,
  photographs: readonly SnapshotPhotograph[],
  { sections }: ReportDocument,
): Promise<Drawn> {
  const drawn = new Map<ReportPicture, DrawnPicture>()
  for (const section of sections) {
    if (section.kind !== 'pictures') continue
    for (const picture of section.pictures) {
      const photograph = photographs[picture.photograph]
      if (photograph) drawn.set(picture, await drawPicture(ctx, photograph, picture))
    }
  }
  return drawn
}

async function drawPicture(
  ctx: Context,
  photograph: SnapshotPhotograph,
  { layers }: ReportPicture,
): Promise<DrawnPicture> {
  const [width, height] = photograph.image_size
  const shown = layers.filter(({ hidden }) => hidden !== true)
  const maps = await Promise.all(
    photograph.overlays.flatMap(({ name, key }) => {
      const color = shown.find((one) => one.name === name)?.color
      return color === undefined ? [] : [ctx.files.read(key).then((map) => ({ map, color }))]
    }),
  )
  // As large as the maps of spots, so that spots do not merge.
  const spots = shown.some(({ name }) => LESIONS.some((kind) => kind === name))
  const widths = spots
    ? await Promise.all(maps.map(async ({ map }) => (await sharp(map).metadata()).width))
    : []
  const wide = Math.max(WIDTH, ...widths)
  const size = { width: wide, height: Math.max(1, Math.round((wide * height) / width)) }
  const base = await plainPhotograph(ctx, photograph, size)
  const over = [
    ...(await Promise.all(maps.map(({ map, color }) => layer(map, color, size)))),
    ...outlines(photograph, shown, size),
  ]
  const bytes = await jpeg(over.length === 0 ? base : base.composite(over))
  return { bytes, shape: height / width }
}

async function plainPhotograph(
  ctx: Context,
  { image_key }: SnapshotPhotograph,
  size: Size,
): Promise<Sharp> {
  const raw = await sharp(await ctx.files.read(image_key))
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  return sharp(raw, { raw: { ...size, channels: 3 } })
}

/** Small spots keep their colour. */
const jpeg = (picture: Sharp) =>
  picture.jpeg({ quality: 85, chromaSubsampling: '4:4:4' }).toBuffer()

/** Disc, cup and fovea as lines. */
function outlines(
  { segmentation, image_size }: SnapshotPhotograph,
  layers: readonly PictureLayer[],
  size: Size,
): OverlayOptions[] {
  const { disc_outline, cup_outline, disc_center, fovea_center } = segmentation
  const has = (name: string) => layers.some((one) => one.name === name)
  const scale = size.width / image_size[0]
  const at = ([x, y]: readonly [number, number]) =>
    `${(x * scale).toFixed(1)},${(y * scale).toFixed(1)}`
  const ring = (points: readonly (readonly [number, number])[] | null, color: string) =>
    points === null
      ? ''
      : `<polygon points="${points.map(at).join(' ')}" stroke="${color}" fill="none" stroke-width="3"/>`
  const line =
    disc_center && fovea_center
      ? `<polyline points="${at(disc_center)} ${at(fovea_center)}" stroke="${mapColor('landmarks')}" stroke-width="2" stroke-dasharray="6 6"/>`
      : ''
  const cross = fovea_center
    ? `<path d="M${at(fovea_center)}m-14 0h28m-14 -14v28" stroke="${mapColor('landmarks')}" stroke-width="3"/>`
    : ''
  const rings = ring(disc_outline, mapColor('outlines')) + ring(cup_outline, mapColor('cup'))
  const drawn = (has('outlines') ? rings : '') + (has('landmarks') ? line + cross : '')
  if (drawn === '') return []
  const frame = `width="${size.width}" height="${size.height}"`
  return [{ input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${drawn}</svg>`) }]
}

/** The map's colour with the map as its opacity. Values under the threshold become transparent. */
async function layer(map: Buffer, color: string, size: Size): Promise<OverlayOptions> {
  const alpha = await sharp(map)
    .resize({ ...size, fit: 'fill' })
    .toColourspace('b-w')
    .linear(2, -128)
    .raw()
    .toBuffer()
  const colour = { create: { ...size, channels: 3 as const, background: color } }
  const input = await sharp(colour)
    .joinChannel(alpha, { raw: { ...size, channels: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { input }
}
