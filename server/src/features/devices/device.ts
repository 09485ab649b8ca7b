import type { Selectable } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Devices } from '../../platform/database/device-tables.ts'

export type DeviceRow = Selectable<Devices>

/** What was sent names its device: one that was taken off too. */
export const findEver = (trx: Trx, oid: string, device_id: string): Promise<DeviceRow> =>
  trx
    .selectFrom('devices')
    .selectAll()
    .where('oid', '=', oid)
    .where('device_id', '=', device_id)
    .executeTakeFirstOrThrow()
