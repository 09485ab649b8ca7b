import {
  type AnalysedImage,
  type Drawable,
  type Drawing,
  placeAt,
  type Reason,
} from '@mingmou/contract'

/** The newest drawing of a layer, which may withdraw. */
export const newestOf = (
  { drawings }: Pick<AnalysedImage, 'drawings'>,
  layer: string,
): Drawing | undefined => drawings.find((drawing) => drawing.layer === layer)

/** What holds of something that may be drawn. `withheld`: why no figure of it is measured. */
export function standingOf(image: AnalysedImage, drawable: Drawable, withheld: Reason | null) {
  const newest = newestOf(image, drawable.name)
  const holds = newest && !newest.withdrawn ? newest : null
  // The map is the clinician's once it is measured.
  const isDrawn = holds !== null && image.drawn?.state === 'measured'
  const map = image.overlays.find(({ name }) => name === drawable.name)
  return {
    holds,
    isDrawn,
    map,
    at: drawable.place && image.data ? placeAt(image.data, drawable.figure) : null,
    // What the machine withheld becomes a clinician's only where one asks for it.
    unused: !isDrawn && withheld !== null ? map : undefined,
  }
}

export type Standing = ReturnType<typeof standingOf>

/** The key of a text on something that may be drawn, of which a place has its own. */
export const worded = ({ place }: Drawable, name: string) =>
  place ? `draw.place.${name}` : `draw.${name}`
