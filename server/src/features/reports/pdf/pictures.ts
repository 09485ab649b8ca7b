import {
  aroundSection,
  linesInReport,
  type ReportEntry,
  type Mark,
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
/** A value of a map from which on it belongs to the finding. */
const THRESHOLD = 128
/** px of the picture. */
const RIM = 5

interface Size {
  width: number
  height: number
}

/** Makes the pictures of a document one after the other: each takes much memory. */
export async function drawPictures(
  ctx: Context,
  modality: ReportEntry,
  photographs: readonly SnapshotPhotograph[],
  { sections }: ReportDocument,
): Promise<Drawn> {
  const drawn = new Map<ReportPicture, DrawnPicture>()
  for (const section of sections) {
    if (section.kind !== 'pictures') continue
    for (const picture of section.pictures) {
      const photograph = photographs[picture.photograph]
      if (photograph) drawn.set(picture, await drawPicture(ctx, modality, photograph, picture))
    }
  }
  return drawn
}

async function drawPicture(
  ctx: Context,
  modality: ReportEntry,
  photograph: SnapshotPhotograph,
  { layers }: ReportPicture,
): Promise<DrawnPicture> {
  const [width, height] = photograph.image_size
  const shown = layers.filter(({ hidden }) => hidden !== true)
  const maps = await Promise.all(
    photograph.overlays.flatMap(({ name, key }) => {
      const color = shown.find((drawn) => drawn.name === name)?.color
      const outline = modality.layers.some(
        (layer) => layer.name === name && layer.drawn === 'outline',
      )
      return color === undefined
        ? []
        : [ctx.files.read(key).then((map) => ({ map, color, outline }))]
    }),
  )
  // As large as the maps of spots, so that spots do not merge.
  const spots = modality.layers.some(
    (layer) => layer.spots === true && shown.some(({ name }) => name === layer.name),
  )
  const widths = spots
    ? await Promise.all(maps.map(async ({ map }) => (await sharp(map).metadata()).width))
    : []
  const wide = Math.max(WIDTH, ...widths)
  const size = { width: wide, height: Math.max(1, Math.round((wide * height) / width)) }
  const base = await plainPhotograph(ctx, photograph, size)
  const over = [
    ...shade(photograph, size),
    ...(await Promise.all(maps.map((map) => layer(map, size)))),
    ...outlines(photograph, modality, shown, size),
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

/** What was not judged. */
function shade({ section, image_size }: SnapshotPhotograph, size: Size): OverlayOptions[] {
  if (!section?.box) return []
  const [width, height] = image_size
  const frame = `width="${size.width}" height="${size.height}" viewBox="0 0 ${width} ${height}"`
  const path = `<path d="${aroundSection(section.box, image_size)}" fill="#000" fill-opacity="0.6" fill-rule="evenodd"/>`
  return [
    {
      input: Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" ${frame} preserveAspectRatio="none">${path}</svg>`,
      ),
    },
  ]
}

/** What was found as lines. */
function outlines(
  photograph: SnapshotPhotograph,
  modality: ReportEntry,
  layers: readonly PictureLayer[],
  size: Size,
): OverlayOptions[] {
  const scale = size.width / photograph.image_size[0]
  const drawn = linesInReport(modality, photograph)
    .filter(({ name }) => layers.some((layer) => layer.name === name))
    .flatMap(({ marks, color }) => marks.map((mark) => svgOf(mark, color, scale)))
  if (drawn.length === 0) return []
  const frame = `width="${size.width}" height="${size.height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${frame} fill="none">${drawn.join('')}</svg>`
  return [{ input: Buffer.from(svg) }]
}

function svgOf(mark: Mark, color: string, scale: number): string {
  const at = ([x, y]: readonly [number, number]) =>
    `${(x * scale).toFixed(1)},${(y * scale).toFixed(1)}`
  const line = `stroke="${color}" stroke-width="2" stroke-dasharray="6 6"`
  switch (mark.kind) {
    case 'outline':
      return `<polygon points="${mark.points.map(at).join(' ')}" stroke="${mark.color ?? color}" stroke-width="3"${mark.dashed ? ' stroke-dasharray="8 6"' : ''}/>`
    case 'line':
      return `<polyline points="${at(mark.from)} ${at(mark.to)}" ${line}/>`
    case 'ring': {
      const [x, y] = mark.at
      return `<circle cx="${x * scale}" cy="${y * scale}" r="${mark.radius * scale}" ${line}/>`
    }
    case 'cross':
      return `<path d="M${at(mark.at)}m-14 0h28m-14 -14v28" stroke="${color}" stroke-width="3"${mark.dashed ? ' stroke-dasharray="4 4"' : ''}/>`
  }
}

interface DrawnMap {
  map: Buffer
  color: string
  /** Only the rim of its spots is drawn. */
  outline: boolean
}

/** The map's colour with the map as its opacity. Values under the threshold become transparent. */
async function layer({ map, color, outline }: DrawnMap, size: Size): Promise<OverlayOptions> {
  const grey = sharp(map)
    .resize({ ...size, fit: 'fill' })
    .toColourspace('b-w')
  const alpha = outline
    ? await rimOf(await grey.threshold(THRESHOLD).raw().toBuffer(), size)
    : await grey.linear(2, -128).raw().toBuffer()
  const colour = { create: { ...size, channels: 3 as const, background: color } }
  const input = await sharp(colour)
    .joinChannel(alpha, { raw: { ...size, channels: 1 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return { input }
}

/** A line around each spot of a map of 0 and 255. What sharp erodes is the dark around them. */
async function rimOf(spots: Buffer, size: Size): Promise<Buffer> {
  const around = await sharp(spots, { raw: { ...size, channels: 1 } })
    .erode(RIM)
    .toColourspace('b-w')
    .raw()
    .toBuffer()
  return Buffer.from(around.map((value, at) => value - (spots[at] ?? 0)))
}
