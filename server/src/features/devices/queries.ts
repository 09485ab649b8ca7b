import type { DeviceFault } from '@mingmou/contract'
import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Devices } from '../../platform/database/tables/device.ts'
import { pageOf } from '../../platform/database/page.ts'
import type { DeviceRow } from './device.ts'

type Changed = Pick<
  Updateable<Devices>,
  'name' | 'ae_title' | 'addresses' | 'port' | 'modality' | 'collect_device' | 'fields'
>

const living = (trx: Trx, oid: string) =>
  trx.selectFrom('devices').selectAll().where('oid', '=', oid).where('deleted_at', 'is', null)

export const findDevices = (trx: Trx, oid: string, page: { page: number; size: number }) =>
  pageOf(trx, living(trx, oid), sql`created_at DESC, device_id`, page)

export const findDevice = (
  trx: Trx,
  oid: string,
  device_id: string,
): Promise<DeviceRow | undefined> =>
  living(trx, oid).where('device_id', '=', device_id).executeTakeFirst()

export const findCalling = (trx: Trx, oid: string, ae: string): Promise<DeviceRow | undefined> =>
  living(trx, oid).where('ae_title', '=', ae).executeTakeFirst()

/** Of two that are added at once the second waits, and counts the first. */
export async function countDevices(trx: Trx, oid: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext(${`devices ${oid}`}))`.execute(trx)
  const { count } = await trx
    .selectFrom('devices')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('oid', '=', oid)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertDevice(trx: Trx, device: Insertable<Devices>): Promise<void> {
  await trx.insertInto('devices').values(device).execute()
}

/** False where there is none. */
export async function updateDevice(
  trx: Trx,
  oid: string,
  device_id: string,
  changed: Changed | { deleted_at: Date } | { heard_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('devices')
    .set({ ...changed, updated_at: sql<Date>`now()` })
    .where('oid', '=', oid)
    .where('device_id', '=', device_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updateFault(
  trx: Trx,
  oid: string,
  device_id: string,
  fault: { fault: DeviceFault; fault_at: Date },
): Promise<void> {
  await trx
    .updateTable('devices')
    .set({ ...fault, failing_since: sql<Date>`coalesce(failing_since, ${fault.fault_at})` })
    .where('oid', '=', oid)
    .where('device_id', '=', device_id)
    .execute()
}

export async function forgetFault(trx: Trx, oid: string, device_id: string): Promise<void> {
  await trx
    .updateTable('devices')
    .set({ fault: null, fault_at: null, failing_since: null })
    .where('oid', '=', oid)
    .where('device_id', '=', device_id)
    .where('fault', 'is not', null)
    .execute()
}

export const findAll = (trx: Trx, oid: string): Promise<DeviceRow[]> =>
  living(trx, oid).orderBy('created_at').orderBy('device_id').execute()

export async function findTitle(db: Db | Trx, oid: string): Promise<string> {
  const { ae_title } = await db
    .selectFrom('institutions')
    .select('ae_title')
    .where('oid', '=', oid)
    .executeTakeFirstOrThrow()
  return ae_title
}

export async function updateTitle(trx: Trx, oid: string, ae_title: string): Promise<void> {
  await trx.updateTable('institutions').set({ ae_title }).where('oid', '=', oid).execute()
}

/** The institution that is called so, where it may work. */
export async function findCalled(db: Db, ae_title: string): Promise<string | undefined> {
  const found = await db
    .selectFrom('institutions')
    .select('oid')
    .where('ae_title', '=', ae_title)
    .where('kind', '=', 'clinic')
    .where('status', '=', 1)
    .where('review_status', '=', 1)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found?.oid
}
