import {
  DATASETS,
  facetsOf,
  type Eye,
  type EyeSource,
  type Facets,
  type Findings,
  type Modality,
  type Referral,
  type SaidByClinicians,
} from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'

/** The rules by which a sitting is ranked and worded. Whoever changes what an eye asks for, or its stage, adds one: every sitting is settled anew. */
const RULES = 3

/** What is known of an analysed image. */
interface Known {
  image_index: number
  /** What the machine found. */
  machine: Findings | null
  /** What holds now, with what clinicians drew and stated. */
  findings: Findings | null
  referral: Referral | null
  eye: Eye | null
  eye_source: EyeSource | null
  /** The values that clinicians stated, and the maps that they drew. */
  corrected: string[]
  drawn: string[]
  /** What the sitting says of the eye. */
  eye_stage: number | null
  eye_reasons: string[]
}

/** Writes what a dataset says of the images of a sitting. */
export async function keepFacts(
  trx: Trx,
  { oid, rid, modality }: { oid: string; rid: string; modality: Modality },
  images: readonly Known[],
): Promise<void> {
  // A facet reads the findings of its own modality.
  const facets = DATASETS.find(({ key }) => key === modality)?.facets as Facets | undefined
  const named = (found: Findings | null, said: SaidByClinicians) =>
    found && facets ? facetsOf(facets, found, said) : []
  for (const { image_index, machine, findings, referral, ...known } of images) {
    await trx
      .updateTable('dataset_images')
      .set({
        ...known,
        settled_by: RULES,
        analysed: true,
        gradable: findings?.gradable ?? false,
        facets: named(findings, {
          referral,
          eyeTreated: known.eye_reasons.some((eye_reason) => eye_reason.startsWith('treated.')),
        }),
        machine_gradable: machine?.gradable ?? false,
        machine_eye: machine?.eye ?? null,
        machine_facets: named(machine, { referral: null, eyeTreated: false }),
      })
      .where('oid', '=', oid)
      .where('rid', '=', rid)
      .where('image_index', '=', image_index)
      .execute()
  }
}

/** Analysed sittings that were settled by earlier rules, after one of them. What they say stands until then. */
export async function findUnsettled(trx: Trx, oid: string, after: string | null, limit: number) {
  return await trx
    .selectFrom('dataset_images')
    .select(['rid', 'modality'])
    .distinctOn('rid')
    .where('oid', '=', oid)
    .where('analysed', '=', true)
    .where('settled_by', '<', RULES)
    .$if(after !== null, (query) => query.where('rid', '>', after))
    .orderBy('rid')
    .limit(limit)
    .execute()
}

/** The eye that was stated before any analysis. */
export async function keepStatedEye(
  trx: Trx,
  {
    oid,
    rid,
    image_index,
    ...stated
  }: { oid: string; rid: string; image_index: number; eye: Eye; eye_source: EyeSource },
): Promise<void> {
  await trx
    .updateTable('dataset_images')
    .set(stated)
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .where('image_index', '=', image_index)
    .execute()
}
