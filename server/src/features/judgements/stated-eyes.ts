import type { Eye, StatedBy } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { keepStatedEye } from '../datasets/facts.ts'
import { findStated } from '../sittings/corrections.ts'
import { insertCorrection } from './queries.ts'

/** The eyes that were stated of new images, by their places behind `first`. They hold for every analysis to come. */
export async function keepEyes(
  trx: Trx,
  { actor: { oid, uid }, at }: { actor: Clinician; at: Date },
  { rid, first }: { rid: string; first: number },
  eyes: readonly ({ eye: Eye; source: StatedBy } | null)[],
): Promise<void> {
  for (const [place, stated] of eyes.entries()) {
    if (stated === null) continue
    const { eye, source } = stated
    const image_index = first + place
    await insertCorrection(trx, oid, {
      correction_id: newId(),
      rid,
      image_index,
      analysis_record_id: null,
      name: 'eye',
      value: eye,
      reason: '',
      source,
      replaces: null,
      created_by: uid,
      created_at: at,
    })
    await keepStatedEye(trx, { oid, rid, image_index, eye, eye_source: source })
  }
}

/** The eyes that hold of images of an archive as a clinician or the file stated them, by the places of the indexes. */
export async function statedEyes(
  trx: Trx,
  rid: string,
  indexes: readonly number[],
): Promise<({ eye: Eye; source: StatedBy } | null)[]> {
  const stated = await findStated(trx, rid, 'eye')
  return indexes.map((index) => {
    const { value, source } = stated.get(index) ?? {}
    return (value === 'OD' || value === 'OS') && source ? { eye: value, source } : null
  })
}
