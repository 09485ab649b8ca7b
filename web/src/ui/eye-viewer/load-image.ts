import { bent, type Bend } from './bend.ts'
import { colourise, ringed, THRESHOLD } from './overlay.ts'
import type { Size } from './view.ts'
import type { PaintedMap, ViewerOverlay } from './viewer-image.ts'

/**
 * An image and its halves, largest first. The level near the size on screen is drawn, which is fast
 * and without moiré.
 */
export type Levels = readonly ImageBitmap[]

const SMALLEST_SIDE = 1024

async function fetchBlob(url: string, signal: AbortSignal): Promise<Blob> {
  const answer = await fetch(url, { signal })
  if (!answer.ok) throw new Error(`image answered ${answer.status}`)
  return answer.blob()
}

/** `bend`: as the picture lies over another one. */
export async function loadLevels(url: string, signal: AbortSignal, bend?: Bend): Promise<Levels> {
  const whole = await createImageBitmap(await fetchBlob(url, signal))
  const levels = [bend ? bent(whole, bend).transferToImageBitmap() : whole]
  if (bend) whole.close()
  for (let last = levels[0]; last && Math.max(last.width, last.height) > 2 * SMALLEST_SIDE;) {
    last = await createImageBitmap(last, {
      resizeWidth: Math.round(last.width / 2),
      resizeHeight: Math.round(last.height / 2),
      resizeQuality: 'medium',
    })
    levels.push(last)
  }
  return levels
}

/** Rows that are coloured at a time: a copy of the whole map would need as much memory again. */
const BAND = 128

/**
 * A grey map in its colour. Rings reach over rows, so a map that is only outlined is taken whole; so is one that was bent,
 * since the graphics card may hold it, which each reading waits for.
 */
async function painted(
  { url, color }: PaintedMap,
  outline: boolean,
  signal: AbortSignal,
  bend?: Bend,
): Promise<OffscreenCanvas> {
  // A map has no profile that could change its values; asked to leave them alone, a browser takes twice as long.
  const grey = await createImageBitmap(await fetchBlob(url, signal))
  const canvas = bend ? bent(grey, bend) : new OffscreenCanvas(grey.width, grey.height)
  const context = contextOf(canvas)
  if (!bend) context.drawImage(grey, 0, 0)
  grey.close()
  const { width, height } = canvas
  const rows = outline || bend ? height : BAND
  for (let y = 0; y < height; y += rows) {
    const band = context.getImageData(0, y, width, Math.min(rows, height - y))
    if (outline) ringed(band)
    colourise(band.data, color)
    context.putImageData(band, 0, y)
  }
  return canvas
}

interface Shown {
  bend?: Bend | undefined
  /** px that the picture needs at most across. */
  width?: number | undefined
}

/** The maps of a layer as one picture, each in its colour. */
export async function loadOverlay(
  { maps, outline = false }: ViewerOverlay,
  signal: AbortSignal,
  { bend, width = Infinity }: Shown = {},
): Promise<ImageBitmap> {
  const [first, ...others] = await Promise.all(
    maps.map((map) => painted(map, outline, signal, bend)),
  )
  if (!first) throw new Error('a layer without a map')
  if (others.length === 0 && first.width <= width) return first.transferToImageBitmap()
  const part = Math.min(1, width / first.width)
  const canvas = new OffscreenCanvas(
    Math.round(first.width * part),
    Math.round(first.height * part),
  )
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'medium'
  for (const picture of [first, ...others])
    context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.transferToImageBitmap()
}

function contextOf(canvas: OffscreenCanvas): OffscreenCanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  return context
}

/** A map as bytes at its own size, so that what is apart stays apart: 255 from its threshold on. */
export async function loadPixels(url: string): Promise<{ size: Size; start: Uint8Array }> {
  const grey = await createImageBitmap(await fetchBlob(url, new AbortController().signal))
  const { width, height } = grey
  const context = contextOf(new OffscreenCanvas(width, height))
  context.drawImage(grey, 0, 0)
  grey.close()
  const { data } = context.getImageData(0, 0, width, height)
  const start = Uint8Array.from({ length: width * height }, (_, at) =>
    (data[4 * at] ?? 0) >= THRESHOLD ? 255 : 0,
  )
  return { size: { width, height }, start }
}

/** The smallest level that still has a pixel for every pixel of the screen. */
export function levelFor(levels: Levels, scale: number): ImageBitmap | undefined {
  const full = levels[0]
  if (!full) return undefined
  return levels.findLast((level) => level.width >= full.width * scale) ?? full
}
