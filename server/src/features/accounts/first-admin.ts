import { NewPassword, Username } from '@mingmou/contract'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Config } from '../../config.ts'
import type { Context } from '../../context.ts'
import { StartRefused } from '../../start-refused.ts'
import { audit, target } from '../audit/service.ts'
import { isGuessable } from '../credentials/guessable.ts'
import { generatedPassword, hashPassword } from '../credentials/passwords.ts'

export interface FirstAdmin {
  account: string
  password: string
  /** A generated password is stored nowhere, so it must be shown now. */
  generated: boolean
}

/** Makes the first role-1 account; null where one exists. */
export async function ensureFirstAdmin(ctx: Context): Promise<FirstAdmin | null> {
  if (await hasAdmin(ctx.db)) return null
  const admin = chosen(ctx.config)
  const password_hash = await hashPassword(admin.password)
  return ctx.db.transaction().execute(async (trx) => {
    // Two processes may start side by side on one database.
    await sql`select pg_advisory_xact_lock(hashtext('mingmou.first_admin'))`.execute(trx)
    if (await hasAdmin(trx)) return null
    const uid = uuid()
    await trx
      .insertInto('accounts')
      .values({
        uid,
        oid: null,
        role: '1',
        username: admin.account,
        name: admin.account,
        email: `${admin.account}@localhost`,
        password_hash,
        first_login: false,
      })
      .execute()
    await audit(trx, {
      actor: null,
      ip: '',
      action: 'account.add',
      ...target('account', uid),
      detail: { by: 'start' },
    })
    return admin
  })
}

async function hasAdmin(db: Context['db']): Promise<boolean> {
  const found = await db
    .selectFrom('accounts')
    .select('uid')
    .where('role', '=', '1')
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

function chosen({ admin: given, refuseCommonPasswords }: Config): FirstAdmin {
  const account = Username.safeParse(given.account ?? 'admin')
  if (!account.success) {
    throw new StartRefused('ADMIN_ACCOUNT: must be 1-32 letters and digits')
  }
  if (given.password === null) {
    return { account: account.data, password: generatedPassword(), generated: true }
  }
  if (!NewPassword.safeParse(given.password).success) {
    throw new StartRefused(
      'ADMIN_PASSWORD: must be 8-16 characters without spaces, of at least two classes',
    )
  }
  if (refuseCommonPasswords && isGuessable(given.password, [account.data])) {
    throw new StartRefused('ADMIN_PASSWORD: too common or easily guessed')
  }
  return { account: account.data, password: given.password, generated: false }
}
