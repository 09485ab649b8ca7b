import type { FUNDUS_MAPS, FundusFindings } from '@mingmou/contract'
import { insideOf } from '../geometry/outline.ts'
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
  let settled: ReturnType<typeof settledKinds> | undefined
  const kinds = () => (settled ??= settledKinds(vessels, tree))
  const found = (map: PartMap | null) => () => map
  const parts: Partial<Record<AnalysisMap['name'], () => PartMap | null>> = {
    vessels: found(vessels.vessel),
    arteries: () => kinds().artery,
    veins: () => kinds().vein,
    disc: found(disc?.disc ?? landmarks.disc),
    cup: found(disc?.cup ?? null),
    microaneurysms: found(lesions.microaneurysms),
    haemorrhages: found(lesions.haemorrhages),
    hard_exudates: found(lesions.hard_exudates),
    soft_exudates: found(lesions.soft_exudates),
  }
  return Object.entries(parts).map(([name, map]) => ({
    name: name as AnalysisMap['name'],
    encode: (maxWidth) => encodeGrey(shown(map(), predictions, maxWidth)),
  }))
}

/** Disc and cup as they are measured: all within their outline. Other maps, and those without an outline, stay as they are. */
export function asMeasured(map: AnalysisMap, { disc, file }: FundusFindings): AnalysisMap {
  const outlines = { disc: disc?.disc.outline, cup: disc?.cup?.outline }
  const outline = map.name === 'disc' || map.name === 'cup' ? outlines[map.name] : undefined
  if (!outline) return map
  return { ...map, encode: (maxWidth) => encodeGrey(insideOf(outline, file, maxWidth)) }
}
