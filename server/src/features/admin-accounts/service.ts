import {
  ADMIN_ROLES,
  ERROR,
  STATUS,
  text,
  type adminAddAdmin,
  type adminAddTrialAccount,
  type adminListAdmins,
  type adminListTrialAccounts,
  type adminSetAccount,
  type BodyOf,
  type DataOf,
  type Language,
  type Role,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { Denied, notFound, Refusal } from '../../http/refusal.ts'
import { audit, target } from '../audit/service.ts'
import { statusMap } from '../accounts/status-map.ts'
import { addTenant } from '../tenants/tenants.ts'
import { findAccounts, findMainOf, type ListedAccount } from './queries.ts'
import { refuseGuessable } from '../credentials/guessable.ts'
import { noPassword, requestInitialPassword } from '../passwords/initial-password.ts'
import { renameAccount } from '../accounts/manage.ts'
import { insertAccount, refusingTaken, type NewAccount } from '../accounts/new-account.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { findProfile } from '../accounts/profiles.ts'

/** The accounts a call is about, unless it is about all. */
export const LOCKABLE = ['3', '4', '5'] as const
export const TRIAL = ['5'] as const
export const ADMINS = ADMIN_ROLES

/**
 * An account of these roles. Only role 1 reaches role 1, so that role 2 cannot take its accounts
 * over.
 */
export async function requireManaged(
  ctx: Context,
  actor: Actor,
  aid: string,
  roles: readonly Role[] = ['1', '2', '3', '4', '5'],
): Promise<string> {
  const account = await findProfile(ctx.db, aid)
  if (account === undefined || !roles.includes(account.role)) throw notFound()
  requireRank(actor, account.role)
  return aid
}

function requireRank(actor: Actor, role: Role): void {
  if (role === '1' && actor.role !== '1') throw new Denied(STATUS.roleNotAllowed)
}

/** An account changes itself on its own page, which asks for password and codes. */
export async function requireOther(ctx: Context, actor: Actor, aid: string): Promise<string> {
  if (aid === actor.uid) throw new Refusal(ERROR.conflict, 'not_yourself')
  return requireManaged(ctx, actor, aid)
}

export async function requireMain(ctx: Context, oid: string): Promise<string> {
  const main = await findMainOf(ctx.db, oid)
  if (main === undefined) throw notFound()
  return main.uid
}

export async function setManaged(
  ctx: Context,
  caller: Caller,
  { aid, ...named }: BodyOf<typeof adminSetAccount>,
): Promise<DataOf<typeof adminSetAccount>> {
  const uid = await requireOther(ctx, caller.actor, aid)
  return renameAccount(ctx, caller, uid, named)
}

/** Every field is named: a new column stays private until it stands here. */
const toListed = (row: ListedAccount<Role>) => ({
  aid: row.uid,
  id: row.uid,
  username: row.username,
  email: row.email,
  status: row.status,
  banned: row.banned,
  locked: row.locked,
  second_factor: row.second_factor,
  created_at: row.created_at.toISOString(),
})

export async function listTrialAccounts(
  ctx: Context,
  { page, size, ...filters }: BodyOf<typeof adminListTrialAccounts>,
  language: Language,
): Promise<DataOf<typeof adminListTrialAccounts>> {
  const found = await findAccounts(ctx.db, TRIAL, filters, { page, size })
  return {
    account: found.rows.map((row) => ({
      ...toListed(row),
      last_login: row.last_login?.toISOString() ?? null,
    })),
    total_count: found.total_count,
    total_more: found.total_more,
    page: found.page,
    acc_status_map: statusMap(language),
  }
}

export async function listAdmins(
  ctx: Context,
  { page, size, ...filters }: BodyOf<typeof adminListAdmins>,
  language: Language,
): Promise<DataOf<typeof adminListAdmins>> {
  const found = await findAccounts(ctx.db, ADMINS, filters, { page, size })
  return {
    account: found.rows.map((row) => ({
      ...toListed(row),
      userName: row.username,
      name: row.name,
      phone: row.phone,
      role: row.role,
    })),
    totalCount: found.total_count,
    page: found.page,
    roleMap: {
      '1': text(language, 'role_chief_administrator'),
      '2': text(language, 'role_administrator'),
    },
    statusMap: statusMap(language),
  }
}

/** The chooser knows this password until the owner changes it. */
export async function addTrialAccount(
  ctx: Context,
  asked: Caller,
  { username, email, password }: BodyOf<typeof adminAddTrialAccount>,
): Promise<{ aid: string }> {
  refuseGuessable(ctx, 'password', password, [username, email])
  const password_hash = await hashPassword(password)
  const account = { role: '5', username, name: username, email, password_hash } as const
  return add(ctx, asked, account, { username: 'username', mailPassword: false })
}

export async function addAdmin(
  ctx: Context,
  asked: Caller,
  { userName, name, phone, email, role }: BodyOf<typeof adminAddAdmin>,
): Promise<{ aid: string }> {
  requireRank(asked.actor, role)
  const password_hash = await noPassword()
  const account = { role, username: userName, name, phone, email, password_hash }
  return add(ctx, asked, account, { username: 'userName', mailPassword: true })
}

async function add(
  ctx: Context,
  { actor, ip, language }: Caller,
  account: Omit<NewAccount, 'oid' | 'first_login' | 'language'>,
  { username, mailPassword }: { username: string; mailPassword: boolean },
): Promise<{ aid: string }> {
  const done = ctx.db.transaction().execute(async (trx) => {
    const aid = await insertAccount(trx, { ...account, oid: null, first_login: true, language })
    if (account.role === '5') await addTenant(trx, aid)
    if (mailPassword) await requestInitialPassword(ctx, trx, aid, { actor, ip })
    const about = { ...target('account', aid), detail: { role: account.role } }
    await audit(trx, { actor, ip, action: 'account.add', ...about })
    return { aid }
  })
  return refusingTaken({ username, email: 'email' }, done)
}
