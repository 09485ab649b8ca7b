import sharp, { type OverlayOptions, type Sharp } from 'sharp'
import type { Context } from '../../../context.ts'
import { overlayColor } from '../../analyses/service.ts'
import type { Snapshot } from '../snapshot.ts'

/** Wide enough for print at the size it has on the page. */
const WIDTH = 900

export interface Pictures {
  photograph: Buffer
  /** The photograph with what was found laid over it; null where there is no map. */
  overlaid: Buffer | null
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
  const layers = await Promise.all(
    report.overlays.map(async ({ name, key }) => layer(await ctx.files.read(key), name, size)),
  )
  const jpeg = (picture: Sharp) => picture.jpeg({ quality: 85 }).toBuffer()
  return {
    photograph: await jpeg(sharp(small, raw)),
    overlaid: layers.length === 0 ? null : await jpeg(sharp(small, raw).composite(layers)),
  }
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
