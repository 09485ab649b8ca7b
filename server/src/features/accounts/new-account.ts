import { ERROR, type Language, type Role } from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { violates } from '../../platform/database/violation.ts'

export interface NewAccount {
  oid: string | null
  role: Role
  username: string
  name: string
  email: string
  phone?: string
  password_hash: string
  first_login: boolean
  language: Language
}

export async function insertAccount(trx: Trx, account: NewAccount): Promise<string> {
  const uid = uuid()
  await trx
    .insertInto('accounts')
    .values({ ...account, uid })
    .execute()
  return uid
}

/** Runs a change of names or addresses. A value that is taken is refused at its field. */
export async function refusingTaken<T>(
  fields: { username: string; email: string },
  change: Promise<T>,
): Promise<T> {
  try {
    return await change
  } catch (error) {
    for (const name of ['username', 'email'] as const) {
      if (!violates(error, `accounts_${name}`)) continue
      const message = `${name}_exists`
      throw new Refusal(ERROR.conflict, message, {}, { [fields[name]]: message })
    }
    throw error
  }
}
