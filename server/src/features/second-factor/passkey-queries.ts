import { sql, type Insertable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'

export function findPasskeys(db: Db, uid: string) {
  return db
    .selectFrom('passkeys')
    .select(['passkey_id', 'credential_id', 'name', 'created_at', 'used_at'])
    .where('uid', '=', uid)
    .orderBy('created_at')
    .execute()
}

export function findPasskey(db: Db, credential_id: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credential_id)
    .executeTakeFirst()
}

export async function insertPasskey(
  trx: Trx,
  passkey: Insertable<Tables['passkeys']>,
): Promise<void> {
  await trx.insertInto('passkeys').values(passkey).execute()
}

/** Whether the passkey is of this account. */
export async function ownsPasskey(db: Db, uid: string, passkey_id: string): Promise<boolean> {
  const found = await db
    .selectFrom('passkeys')
    .select('passkey_id')
    .where('passkey_id', '=', passkey_id)
    .where('uid', '=', uid)
    .executeTakeFirst()
  return found !== undefined
}

/**
 * False where the counter has not moved on since it was read: a copy of the device was used at the
 * same moment (WebAuthn, 6.1.1). Devices that do not count stay at 0.
 */
export async function notePasskeyUse(
  trx: Trx,
  passkey_id: string,
  use: { counter: number; used_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('passkeys')
    .set(use)
    .where('passkey_id', '=', passkey_id)
    .where(sql<boolean>`(counter < ${use.counter} or (counter = 0 and ${use.counter} = 0))`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function updatePasskeyName(trx: Trx, passkey_id: string, name: string): Promise<void> {
  await trx.updateTable('passkeys').set({ name }).where('passkey_id', '=', passkey_id).execute()
}

export async function deletePasskey(trx: Trx, passkey_id: string): Promise<void> {
  await trx.deleteFrom('passkeys').where('passkey_id', '=', passkey_id).execute()
}
