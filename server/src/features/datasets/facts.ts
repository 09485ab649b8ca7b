import {
  DATASETS,
  facetsOf,
  type Eye,
  type Facets,
  type Findings,
  type Modality,
} from '@mingmou/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

interface Analysed {
  image_index: number
  findings: Findings | null
}

/** Writes what a dataset is searched by, in the transaction that ends the analysis. */
export async function keepFacts(
  trx: Trx,
  { oid, rid, modality }: { oid: string; rid: string; modality: Modality },
  images: readonly Analysed[],
): Promise<void> {
  // A facet reads the findings of its own modality.
  const facets = DATASETS.find(({ key }) => key === modality)?.facets as Facets | undefined
  for (const { image_index, findings } of images) {
    await trx
      .updateTable('dataset_images')
      .set({
        analysed: true,
        gradable: findings?.gradable ?? false,
        // A clinician's word holds for every analysis of the photograph.
        eye: sql<Eye | null>`coalesce((SELECT value #>> '{}' FROM corrections
          WHERE corrections.rid = ${rid} AND corrections.image_index = ${image_index} AND name = 'eye'
          ORDER BY created_at DESC, correction_id DESC LIMIT 1), ${findings?.eye ?? null})`,
        facets: findings && facets ? facetsOf(facets, findings) : [],
      })
      .where('oid', '=', oid)
      .where('rid', '=', rid)
      .where('image_index', '=', image_index)
      .execute()
  }
}

/** The eye that a clinician stated. */
export async function keepStatedEye(
  trx: Trx,
  {
    oid,
    rid,
    image_index,
    eye,
  }: { oid: string; rid: string; image_index: number; eye: Eye | null },
): Promise<void> {
  await trx
    .updateTable('dataset_images')
    .set({ eye })
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .where('image_index', '=', image_index)
    .execute()
}
