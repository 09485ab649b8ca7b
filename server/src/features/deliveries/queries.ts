import type { Insertable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Deliveries } from '../../platform/database/tables/destination.ts'
import { standsFor } from '../../platform/database/person.ts'
import { CAME } from './as-came.ts'

/** The birthday of a record. */
export const findBirthday = (trx: Trx, oid: string, pid: string) =>
  trx
    .selectFrom('patients')
    .select('birthday')
    .where('oid', '=', oid)
    .where('pid', '=', standsFor(pid))
    .executeTakeFirstOrThrow()

export const findActive = (trx: Trx, oid: string) =>
  trx
    .selectFrom('destinations')
    .select(['destination_id', 'photographs', 'measurements'])
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .where('active', '=', true)
    .execute()

/** Where the images of an archive come from. */
export const findOrigins = (trx: Trx, oid: string, rid: string) =>
  trx
    .selectFrom('archive_images')
    .select(['rid', 'image_index', 'filed_from_rid', 'filed_from_index', CAME.as('came')])
    .where('oid', '=', oid)
    .where('rid', '=', rid)
    .orderBy('image_index')
    .execute()

/** Those that are new: an archive gets a document once. */
export async function insertDeliveries(
  trx: Trx,
  rows: readonly Insertable<Deliveries>[],
): Promise<string[]> {
  if (rows.length === 0) return []
  const inserted = await trx
    .insertInto('deliveries')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['destination_id', 'sop_uid']).doNothing())
    .returning('delivery_id')
    .execute()
  return inserted.map(({ delivery_id }) => delivery_id)
}

/** The destinations that a report, or its measurements, went to or are on their way to. */
export const findReceivers = (trx: Trx, oid: string, report_id: string) =>
  trx
    .selectFrom('deliveries')
    .select(['destination_id', 'what'])
    .where('oid', '=', oid)
    .where('report_id', '=', report_id)
    .where('what', 'in', ['report', 'measurements'])
    .orderBy('delivery_id')
    .execute()
