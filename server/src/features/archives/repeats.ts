import {
  ERROR,
  message,
  type BodyOf,
  type DataOf,
  type ArchiveCalls,
  type Modality,
  type RefusedRepeats,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit } from '../audit/service.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import * as archives from './queries.ts'

type Calls = ArchiveCalls

/** The audit log records which of the institution's patients the answer names. */
async function noteKnown(
  trx: Trx,
  { actor, ip }: Caller<Clinician>,
  modality: Modality,
  known: readonly archives.Known[],
): Promise<void> {
  const { oid } = actor
  const entry = { actor, ip, oid, action: 'archive.known', outcome: 'success' } as const
  const detail = { modality }
  const named = new Set(known.map(({ pid }) => pid))
  if (named.size === 0) await audit(trx, { ...entry, detail })
  for (const pid of named) {
    await audit(trx, { ...entry, target_type: 'patient', target_id: pid, pid, detail })
  }
}

/**
 * Finds which of the files stand in an archive already, by the checksums that a browser computed.
 */
export async function listKnown(
  ctx: Context,
  caller: Caller<Clinician>,
  modality: Modality,
  { sha256 }: BodyOf<Calls['known']>,
): Promise<DataOf<Calls['known']>> {
  const { oid } = caller.actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const rows = await archives.findKnown(trx, oid, 'upload_sha256', sha256)
    await noteKnown(trx, caller, modality, rows)
    return { rows }
  })
}

const toSitting = ({ pid, name, record_date }: archives.Known) => ({ pid, name, record_date })

/**
 * A repeated photograph needs a confirmation, whether it is in this archive or in an earlier one of
 * any patient.
 */
export async function refuseRepeats(
  ctx: Context,
  caller: Caller<Clinician>,
  modality: Modality,
  images: readonly archives.NewImage[],
  allowed: readonly string[],
): Promise<void> {
  const { oid } = caller.actor
  const asked = images.filter(({ upload_key }) => !allowed.includes(upload_key))
  if (asked.length === 0) return
  const known = await withInstitution(ctx.db, oid, async (trx) => {
    const checksums = asked.map(({ sha256 }) => sha256)
    const found = await archives.findKnown(trx, oid, 'sha256', checksums)
    if (found.length > 0) await noteKnown(trx, caller, modality, found)
    return found
  })
  const repeated = asked.flatMap((image) => {
    const sitting = known.find(({ sha256 }) => sha256 === image.sha256)
    const isFirst = images.find(({ sha256 }) => sha256 === image.sha256) === image
    return sitting || !isFirst ? [{ image, sitting: sitting ? toSitting(sitting) : null }] : []
  })
  if (repeated.length === 0) return
  const names = repeated.map(({ image }) => image.file_name).join(', ')
  const data: RefusedRepeats = {
    repeats: repeated.map(({ image, sitting }) => ({ key: image.upload_key, sitting })),
  }
  throw new Refusal(ERROR.conflict, message('image_known', names), data)
}
