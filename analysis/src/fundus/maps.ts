import type { FundusFindings, FundusMap } from '@mingmou/contract'
import { insideOf } from '../geometry/outline.ts'
import { encodeGrey } from '../image.ts'
import { shown } from '../shown.ts'
import { settledKinds, type Tree } from './measure/tree.ts'
import type { Predictions } from './predictions.ts'
import type { PartMap } from '../geometry/part.ts'

/** A map as shown and stored. */
export interface AnalysisMap {
  name: FundusMap
  /** An 8-bit grey PNG of the photograph's shape, its own size or at most so wide: 255 = certain, 128 = the threshold. */
  encode: (maxWidth?: number) => Promise<Buffer>
}

/**
 * All maps, each cut at 0.5. Scars of laser have one where they are suspected. Arteries and veins have one kind along each
 * vessel. Of the disc alone there is no map of vessels and lesions: their networks learnt whole fields, and what they draw
 * there is not so.
 */
export function mapsOf(predictions: Predictions, tree: Tree): AnalysisMap[] {
  const { vessels, landmarks, disc, lesions, scars } = predictions
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
    ...(scars && { laser_scars: found(scars) }),
  }
  const isOfDisc = (name: string) => name === 'disc' || name === 'cup'
  const told = Object.entries(parts).filter(([name]) => !disc?.alone || isOfDisc(name))
  return told.map(([name, map]) => ({
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
