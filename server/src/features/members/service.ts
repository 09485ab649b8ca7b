import {
  ERROR,
  message,
  type addMember,
  type BodyOf,
  type listMembers,
  type Member,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { refuseGuessable } from '../credentials/guessable.ts'
import { noPassword, requestInitialPassword } from '../passwords/initial-password.ts'
import { statusMap } from '../accounts/status-map.ts'
import { toWaiting } from '../accounts/open-changes.ts'
import { noteChange } from '../accounts/changes.ts'
import { insertAccount, refusingTaken } from '../accounts/new-account.ts'
import { hashPassword } from '../credentials/passwords.ts'
import { audit, target } from '../audit/service.ts'
import { findMembers, isMember, lockLimit } from './queries.ts'
import { countMembers, type MemberRow } from './main-account.ts'

const toMember = (row: MemberRow, No: number): Member => ({
  aid: row.uid,
  id: row.uid,
  oid: row.oid,
  No,
  name: row.name,
  username: row.username,
  loginUserName: row.username,
  email: row.email,
  status: row.status,
  banned: row.banned,
  locked: row.locked,
  second_factor: row.second_factor,
  sso: row.sso,
  changes: toWaiting(row.changes),
  created_at: row.created_at.toISOString(),
})

/** One page of an institution's sub-accounts, newest first. */
export async function membersOf(
  ctx: Context,
  oid: string,
  {
    page,
    size,
    name = '',
    email = '',
  }: { page: number; size: number; name?: string | undefined; email?: string | undefined },
) {
  const found = await findMembers(ctx.db, oid, { name, email }, { page, size })
  const before = (found.page - 1) * size
  return {
    account: found.rows.map((row, index) => toMember(row, before + index + 1)),
    total_count: found.total_count,
    total_more: found.total_more,
    page: found.page,
  }
}

export async function searchMembers(
  ctx: Context,
  { actor, language }: Caller<Clinician>,
  { uid = actor.uid, ...filter }: BodyOf<typeof listMembers>,
) {
  if (uid !== actor.uid) throw notFound()
  return {
    ...(await membersOf(ctx, actor.oid, filter)),
    acc_status_map: statusMap(language),
  }
}

/** A sub-account of another institution gets the same answer as a missing one. */
export async function requireMember(ctx: Context, actor: Clinician, aid: string): Promise<string> {
  if (!(await isMember(ctx.db, actor.oid, aid))) throw notFound()
  return aid
}

export async function createMember(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  given: BodyOf<typeof addMember>,
): Promise<{ aid: string }> {
  const { oid, name, email, username, init_key } = given
  if (oid !== actor.oid) throw notFound()
  if (init_key !== undefined) refuseGuessable(ctx, 'init_key', init_key, [username, email])
  const password_hash = await (init_key === undefined ? noPassword() : hashPassword(init_key))
  const done = ctx.db.transaction().execute(async (trx) => {
    const limit = await lockLimit(trx, oid)
    if (limit === null) throw notFound()
    if ((await countMembers(trx, oid)) >= limit) {
      throw new Refusal(ERROR.limitReached, message('account_limit_reached', limit))
    }
    const aid = await insertAccount(trx, {
      oid,
      role: '4',
      username,
      name,
      email,
      password_hash,
      first_login: true,
      language,
    })
    if (init_key === undefined) await requestInitialPassword(ctx, trx, aid, { actor, ip })
    await noteChange(ctx, trx, actor, { uid: aid, oid }, { kind: 'made' })
    await audit(trx, { actor, ip, action: 'account.add', ...target('account', aid) })
    return { aid }
  })
  return refusingTaken({ username: 'username', email: 'email' }, done)
}
