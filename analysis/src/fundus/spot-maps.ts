import { LESIONS, uncountedOf, type SpotLayer } from '@mingmou/contract'
import { encodeGrey } from '../image.ts'
import type { FoundLesion, SortedSpots } from './measure/lesions.ts'
import type { Predictions } from './predictions.ts'
import { drawSpots } from '../spots.ts'

/** The spots of one kind that are counted, or that are not. */
export interface SpotMap {
  name: SpotLayer
  /** An 8-bit grey PNG of the photograph's shape: 255 in a spot, 0 elsewhere. */
  encode: () => Promise<Buffer>
}

/** Both maps of every kind, drawn of the very spots that were counted. */
export function spotMapsOf(
  predictions: Predictions,
  { counted, uncounted }: SortedSpots,
): SpotMap[] {
  return LESIONS.flatMap((kind) => {
    const map = (name: SpotLayer, spots: readonly FoundLesion[]): SpotMap => ({
      name,
      encode: () => encodeGrey(drawSpots(spots, predictions.lesions[kind], predictions)),
    })
    return [map(kind, counted[kind]), map(uncountedOf(kind), uncounted[kind])]
  })
}
