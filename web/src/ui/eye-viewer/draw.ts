import { levelFor, type Levels } from './load-image.ts'
import { scaleOf, type Size, toScreen, type View } from './view.ts'

/** The pixels of the image are drawn unsmoothed from this magnification on. */
const PIXELS_FROM = 4

/** Fits the canvas to its pane and clears it. It is in CSS px from then on. */
export function prepare(canvas: HTMLCanvasElement, pane: Size): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio
  const [width, height] = [Math.round(pane.width * ratio), Math.round(pane.height * ratio)]
  if (canvas.width !== width) canvas.width = width
  if (canvas.height !== height) canvas.height = height
  const context = canvas.getContext('2d')
  context?.setTransform(ratio, 0, 0, ratio, 0, 0)
  context?.clearRect(0, 0, pane.width, pane.height)
  return context
}

export function place(
  context: CanvasRenderingContext2D,
  picture: Levels,
  view: View,
  image: Size,
  pane: Size,
): void {
  const scale = scaleOf(view, image, pane)
  const full = picture[0]
  if (!full) return
  const level = levelFor(picture, ((scale * image.width) / full.width) * window.devicePixelRatio)
  if (!level) return
  const [x, y] = toScreen([0, 0], view, image, pane)
  context.imageSmoothingEnabled = scale < PIXELS_FROM
  context.imageSmoothingQuality = 'medium'
  context.drawImage(level, x, y, image.width * scale, image.height * scale)
}
