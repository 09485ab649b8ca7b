import type { Layer, ViewerImage } from '../viewer-image.ts'

/** The layers of all panes, once each: maps first, then lines. */
export function layersOf(images: readonly ViewerImage[]): Layer[] {
  const all: Layer[] = [
    ...images.flatMap((image) => image.overlays),
    ...images.flatMap((image) => image.shapes ?? []),
  ]
  return all.filter(({ name }, index) => all.findIndex((layer) => layer.name === name) === index)
}

/** Maps have digits in the order of the panel, with Shift. Lines have letters of their own. */
export const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((digit) => `Digit${digit}`)

/** The key that switches a layer, as it is written; null beyond the ninth map. */
export function layerKey(images: readonly ViewerImage[], layer: Layer): string | null {
  if (layer.key !== undefined) return layer.key
  const index = layersOf(images).findIndex(({ name }) => name === layer.name)
  return index < DIGITS.length ? `Shift + ${index + 1}` : null
}
