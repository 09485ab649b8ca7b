export interface Size {
  width: number
  height: number
}
export type XY = readonly [number, number]

/**
 * The view of a pane: zoom 1 fits the whole image; x and y are the centre as shares of the image.
 */
export interface View {
  zoom: number
  x: number
  y: number
}
export const FIT: View = { zoom: 1, x: 0.5, y: 0.5 }

/** Most screen px for one image px. */
const MAX_SCALE = 12

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

function fitScale(image: Size, pane: Size): number {
  return Math.min(pane.width / image.width, pane.height / image.height)
}

/** Screen px per image px. */
export function scaleOf(view: View, image: Size, pane: Size): number {
  return fitScale(image, pane) * view.zoom
}

export function toScreen(point: XY, view: View, image: Size, pane: Size): XY {
  const scale = scaleOf(view, image, pane)
  return [
    (point[0] - view.x * image.width) * scale + pane.width / 2,
    (point[1] - view.y * image.height) * scale + pane.height / 2,
  ]
}

export function toImage(point: XY, view: View, image: Size, pane: Size): XY {
  const scale = scaleOf(view, image, pane)
  return [
    (point[0] - pane.width / 2) / scale + view.x * image.width,
    (point[1] - pane.height / 2) / scale + view.y * image.height,
  ]
}

/** The nearest place on the image. */
export const onImage = ([x, y]: XY, { width, height }: Size): XY => [
  clamp(x, 0, width),
  clamp(y, 0, height),
]

export const isOnImage = ([x, y]: XY, { width, height }: Size): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height

/** Limits the centre to places that zooming can reach: the image never leaves its pane. */
function within(view: View): View {
  const reach = 0.5 * (1 - 1 / view.zoom)
  return {
    zoom: view.zoom,
    x: clamp(view.x, 0.5 - reach, 0.5 + reach),
    y: clamp(view.y, 0.5 - reach, 0.5 + reach),
  }
}

/** Zooms by a factor. The point of the image under the pointer stays under it. */
export function zoomAt(view: View, factor: number, pointer: XY, image: Size, pane: Size): View {
  const most = Math.max(1, MAX_SCALE / fitScale(image, pane))
  const zoom = clamp(view.zoom * factor, 1, most)
  const [px, py] = toImage(pointer, view, image, pane)
  const scale = fitScale(image, pane) * zoom
  return within({
    zoom,
    x: (px - (pointer[0] - pane.width / 2) / scale) / image.width,
    y: (py - (pointer[1] - pane.height / 2) / scale) / image.height,
  })
}

/** Moves the image by screen px. */
export function panBy(view: View, delta: XY, image: Size, pane: Size): View {
  const scale = scaleOf(view, image, pane)
  return within({
    zoom: view.zoom,
    x: view.x - delta[0] / scale / image.width,
    y: view.y - delta[1] / scale / image.height,
  })
}

/** Centres a point of the image, at this zoom or more. */
export function flyTo(view: View, point: XY, image: Size, zoom = 3): View {
  return within({
    zoom: Math.max(view.zoom, zoom),
    x: point[0] / image.width,
    y: point[1] / image.height,
  })
}

/** The view of the fellow eye. Eyes mirror each other, so nasal stays nasal. */
export function mirrored(view: View): View {
  return { ...view, x: 1 - view.x }
}
