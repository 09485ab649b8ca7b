import { analysisEntry, type Findings, type Unregistered } from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { findAnalysedImages } from '../sittings/analysed-images.ts'
import { eyeOf } from '../sittings/sitting.ts'

export type Image = Awaited<ReturnType<typeof findAnalysedImages>>[number]

/** A picture of an analysis; undefined where it has none at the index. */
export async function findPicture(
  trx: Trx,
  oid: string,
  analysis: { analysis_record_id: string; rid: string },
  index: number,
): Promise<Image | undefined> {
  const images = await findAnalysedImages(trx, oid, analysis)
  return images.find(({ image_index }) => image_index === index)
}

/** Findings and the map of vessels; null where the picture has none of them. */
export function vesselsOf({
  judged_findings: findings,
  overlays,
}: Image): { findings: Findings; key: string } | null {
  const map = findings && analysisEntry(findings.modality).registered?.(findings).map
  const overlay = overlays.find(({ name }) => name === map)
  return findings && overlay ? { findings, key: overlay.key } : null
}

/** Why two pictures are not laid over each other, as far as it shows without looking at them. */
export function refusalOf(before: Image, after: Image): Unregistered | null {
  if (eyeOf(before) === null || eyeOf(before) !== eyeOf(after)) return 'other_eye'
  return vesselsOf(before) && vesselsOf(after) ? null : 'no_vessels'
}
