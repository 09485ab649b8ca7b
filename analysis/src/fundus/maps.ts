import type { FUNDUS_MAPS } from '@mingmou/contract'
import { encodeGrey } from '../image.ts'
import { shown } from '../shown.ts'
import { settledKinds, type Tree } from './measure/tree.ts'
import type { Predictions } from './predictions.ts'
import type { PartMap } from '../geometry/part.ts'

/** A map as shown and stored. */
export interface AnalysisMap {
  name: (typeof FUNDUS_MAPS)[number]
  /** An 8-bit grey PNG of the photograph's shape, its own size or at most so wide: 255 = certain, 128 = the threshold. */
  encode: (maxWidth?: number) => Promise<Buffer>
}

/** All maps, each cut at 0.5. Arteries and veins have one kind along each vessel. */
export function mapsOf(predictions: Predictions, tree: Tree): AnalysisMap[] {
  const { vessels, landmarks, disc, lesions } = predictions
  const { artery, vein } = settledKinds(vessels, tree)
  const parts: Partial<Record<AnalysisMap['name'], PartMap | null>> = {
    vessels: vessels.vessel,
    arteries: artery,
    veins: vein,
    disc: disc?.disc ?? landmarks.disc,
    cup: disc?.cup ?? null,
    ...lesions,
  }
  return Object.entries(parts).map(([name, map]) => ({
    name: name as AnalysisMap['name'],
    encode: (maxWidth) => encodeGrey(shown(map, predictions, maxWidth)),
  }))
}
