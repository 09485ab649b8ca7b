import { ERROR, IMAGE_LIMITS, type Modality } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import { restartAnalysis } from '../analyses/start.ts'
import { audit, target } from '../audit/service.ts'
import { analysesOnSaving } from '../institutions/on-saving.ts'
import { holdArchive } from '../sittings/archive.ts'
import * as archives from './queries.ts'

/** The sitting that new images are of: patient, kind, day, and how they were taken. */
export type SittingOf = Pick<
  archives.NewArchive,
  'pid' | 'modality' | 'record_date' | 'collect_device'
> & { fields: string }

/** The newest sitting of these that more images may join: no report of it is signed, and there is room for them. */
export async function findJoined(
  trx: Trx,
  oid: string,
  { pid, modality, record_date, collect_device, fields }: SittingOf,
  count: number,
): Promise<string | undefined> {
  const found = await trx
    .selectFrom('archives')
    .innerJoin('patients', 'patients.pid', 'archives.pid')
    .select('archives.rid')
    .where('archives.oid', '=', oid)
    .where(ofPerson('archives.pid', pid))
    .where('archives.modality', '=', modality)
    .where('archives.record_date', '=', record_date)
    .where('archives.collect_device', '=', collect_device)
    .where('archives.fields', '=', sql<never>`${fields}::jsonb`)
    .where('archives.deleted_at', 'is', null)
    .where('patients.deleted_at', 'is', null)
    .where(isUnsigned)
    .where(hasRoom(count))
    .orderBy('archives.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found?.rid
}

const isUnsigned = sql<boolean>`NOT EXISTS (
  SELECT FROM reports JOIN analyses USING (analysis_record_id)
  WHERE analyses.rid = archives.rid AND reports.voided_at IS NULL)`
const hasRoom = (count: number) => sql<boolean>`(
  SELECT count(*) + ${count} <= ${IMAGE_LIMITS.perArchive}
  FROM archive_images WHERE archive_images.rid = archives.rid)`

/** Since it was found, a report was signed, it filled up, or it was deleted. */
export class Unjoinable extends Refusal {
  constructor() {
    super(ERROR.conflict, 'not_found')
  }
}

/** Adds images to a sitting, which is then analysed anew as a whole. Returns the place of the first of them. */
export async function joinSitting(
  ctx: Context,
  trx: Trx,
  { actor, ip }: Caller<Clinician>,
  { rid, modality, bytes }: { rid: string; modality: Modality; bytes: number },
  images: readonly archives.NewImage[],
): Promise<number> {
  const { oid } = actor
  const archive = await holdArchive(trx, oid, rid, modality, 'change')
  if (
    !archive ||
    !(await archives.mayGrow(trx, oid, rid, sql`${isUnsigned} AND ${hasRoom(images.length)}`))
  )
    throw new Unjoinable()
  const first = await archives.addImages(trx, { rid, oid, bytes }, images)
  if (first === null) throw new Refusal(ERROR.conflict, 'already_exists')
  const about = target('archive', rid, { pid: archive.pid })
  await audit(trx, {
    actor,
    ip,
    action: 'archive.join',
    ...about,
    detail: { modality, images: images.length },
  })
  await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
  const sitting = { pid: archive.pid, rid, modality }
  await restartAnalysis(ctx, trx, { actor, ip }, sitting, await analysesOnSaving(trx, oid))
  return first
}
