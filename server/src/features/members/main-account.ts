import { openChanges, type OpenChanges } from '../accounts/open-changes.ts'
import { hasSecondFactor } from '../credentials/second-factor.ts'
import { hasSsoLink } from '../credentials/sso.ts'
import type { Db, Trx } from '../../platform/database/database.ts'

export const livingMembers = (db: Db | Trx, oid: string) =>
  db.selectFrom('accounts').where('oid', '=', oid).where('deleted_at', 'is', null)

export interface MemberRow {
  uid: string
  oid: string
  name: string
  username: string
  email: string
  phone: string
  status: 1 | 2
  banned: boolean
  locked: boolean
  second_factor: boolean
  sso: boolean
  changes: OpenChanges
  created_at: Date
}
const FIELDS = [
  'uid',
  'oid',
  'name',
  'username',
  'email',
  'phone',
  'status',
  'banned',
  'locked',
  'created_at',
] as const

export const SELECTED = [
  ...FIELDS,
  hasSecondFactor.as('second_factor'),
  hasSsoLink.as('sso'),
  openChanges.as('changes'),
] as const

export function findMain(db: Db | Trx, oid: string) {
  return livingMembers(db, oid).where('role', '=', '3').select(SELECTED).executeTakeFirst()
}

export async function countMembers(trx: Db | Trx, oid: string): Promise<number> {
  const found = await livingMembers(trx, oid)
    .where('role', '=', '4')
    .select((row) => row.fn.countAll<string>().as('count'))
    .executeTakeFirst()
  return Number(found?.count ?? 0)
}
