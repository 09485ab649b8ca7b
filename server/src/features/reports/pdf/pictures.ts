import { LESIONS } from '@mingmou/contract'
import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { Context } from '../../../context.ts'
import { overlayColor } from '../../analyses/service.ts'
import type { Snapshot } from '../snapshot.ts'

/** Wide enough for print at the size it has on the page. */
const WIDTH = 900

export interface Pictures {
  photograph: Buffer
  /** The photograph with vessels, disc and fovea, and with its lesions, laid over; null where there is nothing to lay over. */
  build: Buffer | null
  lesions: Buffer | null
}

export async function drawPictures(ctx: Context, report: Snapshot): Promise<Pictures> {
  const [width, height] = report.image_size
  const size = { width: WIDTH, height: Math.max(1, Math.round((WIDTH * height) / width)) }
  const small = await sharp(await ctx.files.read(report.image_key))
    .resize({ ...size, fit: 'fill' })
    .flatten({ background: '#000' })
    .toColourspace('srgb')
    .raw()
    .toBuffer()
  const raw = { raw: { ...size, channels: 3 as const } }
  const jpeg = (picture: Sharp) => picture.jpeg({ quality: 85 }).toBuffer()
  const over = async (names: readonly string[], lines: OverlayOptions[]) => {
    const maps = report.overlays.filter(({ name }) => names.includes(name))
    const layers = await Promise.all(
      maps.map(async ({ name, key }) => layer(await ctx.files.read(key), name, size)),
    )
    const all = [...layers, ...lines]
    return all.length === 0 ? null : jpeg(sharp(small, raw).composite(all))
  }
  const photograph = await jpeg(sharp(small, raw))
  if (!report.gradable) return { photograph, build: null, lesions: null }
  const split = report.overlays.some(({ name }) => name === 'arteries')
  return {
    photograph,
    build: await over(split ? ['arteries', 'veins'] : ['vessels'], outlines(report, size)),
    lesions: await over(LESIONS, []),
  }
}

/** Disc, cup and fovea as lines. */
function outlines(
  { segmentation: { disc_outline, cup_outline, disc_center, fovea_center }, image_size }: Snapshot,
  size: { width: number; height: number },
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
    ring(disc_outline, overlayColor('disc')) + ring(cup_outline, overlayColor('cup')) + line + cross
  if (drawn === '') return []
  const frame = `width="${size.width}" height="${size.height}"`
  return [{ input: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${frame}>${drawn}</svg>`) }]
}

/** The map's colour with the map as its opacity; what lies under the threshold fades to nothing. */
async function layer(
  map: Buffer,
  name: string,
  size: { width: number; height: number },
): Promise<OverlayOptions> {
  const alpha = await sharp(map)
    .resize({ ...size, fit: 'fill' })
    .toColourspace('b-w')
    .linear(2, -128)
    .raw()
    .toBuffer()
  const colour = { create: { ...size, channels: 3 as const, background: overlayColor(name) } }
  const input = await sharp(colour)
    .joinChannel(alpha, { raw: { ...size, channels: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { input }
}
