import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Devices } from '../../platform/database/tables/device.ts'

export type DeviceRow = Selectable<Devices>

/** What was sent names its device: one that was taken off too. */
export const findEver = (trx: Trx, oid: string, device_id: string): Promise<DeviceRow> =>
  trx
    .selectFrom('devices')
    .selectAll()
    .where('oid', '=', oid)
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow()

/** A device by its AE title; without one the only device of the institution. */
export async function findByTitle(
  trx: Trx,
  oid: string,
  ae_title: string | null,
): Promise<DeviceRow | undefined> {
  const rows = await trx
    .selectFrom('devices')
    .selectAll()
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .$if(ae_title !== null, (all) => all.where('ae_title', '=', ae_title ?? ''))
    .limit(2)
    .execute()
  const [only, other] = rows
  return other ? undefined : only
}
