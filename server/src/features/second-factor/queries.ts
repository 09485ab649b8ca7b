import type { Db, Trx } from '../../platform/database/database.ts'

export function findTotp(db: Db | Trx, uid: string) {
  return db
    .selectFrom('totp_factors')
    .select(['secret', 'created_at'])
    .where('uid', '=', uid)
    .executeTakeFirst()
}

/** The app of an account, with the period of the code that proved it. */
export async function keepTotp(
  trx: Trx,
  factor: { uid: string; secret: Buffer; last_step: number; created_at: Date },
): Promise<void> {
  const { secret, last_step, created_at } = factor
  await trx
    .insertInto('totp_factors')
    .values(factor)
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ secret, last_step, created_at }))
    .execute()
  await trx
    .updateTable('accounts')
    .set({ factor_due: false })
    .where('uid', '=', factor.uid)
    .where('factor_due', '=', true)
    .execute()
}

/** Whether the period is a new one. Of two uses at once the second is refused. */
export async function usePeriod(db: Db, uid: string, period: number): Promise<boolean> {
  const used = await db
    .updateTable('totp_factors')
    .set({ last_step: period })
    .where('uid', '=', uid)
    .where('last_step', '<', String(period))
    .returning('uid')
    .executeTakeFirst()
  return used !== undefined
}

export async function findSalt(db: Db, uid: string): Promise<Buffer | null> {
  const found = await db
    .selectFrom('recovery_codes')
    .select('salt')
    .where('uid', '=', uid)
    .limit(1)
    .executeTakeFirst()
  return found?.salt ?? null
}

export async function useRecoveryCode(
  db: Db,
  uid: string,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('uid', '=', uid)
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .returning('uid')
    .executeTakeFirst()
  return used !== undefined
}

export async function countRecoveryCodes(db: Db, uid: string): Promise<number> {
  const found = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll<string>().as('count'))
    .where('uid', '=', uid)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(found.count)
}
