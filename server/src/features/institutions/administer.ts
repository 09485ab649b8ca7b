import {
  ACCOUNT_STATUS,
  ERROR,
  message,
  type adminAddInstitution,
  type adminChangeQuota,
  type adminInstitutionDetail,
  type adminListInstitutions,
  type BodyOf,
  type DataOf,
  type Language,
} from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { noPassword, requestInitialPassword } from '../passwords/initial-password.ts'
import { insertAccount, refusingTaken } from '../accounts/new-account.ts'
import { findMainAccount, freeRefusedAddress, lockAccountsOf } from '../accounts/of-institution.ts'
import { audit, target } from '../audit/service.ts'
import { endSessionsOfInstitution } from '../sessions/end-sessions.ts'
import { statusMap } from '../accounts/status-map.ts'
import { countMembers, findMain } from '../members/main-account.ts'
import { areaExists } from '../site/areas.ts'
import { countClients, findInstitutions } from './admin-queries.ts'
import { documentsOf } from './documents.ts'
import { institutionStatusMail } from './mail-texts.ts'
import { findInstitution, insertInstitution, updateInstitution } from './queries.ts'
import { megabytes } from './quota.ts'
import { holdInstitution, toInstitution, toMainAccount } from './service.ts'
import { generatedUsername } from './sign-up.ts'

export async function listInstitutions(
  ctx: Context,
  { page, size, area_id = [], status = '', ...search }: BodyOf<typeof adminListInstitutions>,
  language: Language,
): Promise<DataOf<typeof adminListInstitutions>> {
  const filter = { ...search, area_id, status: status === '' ? null : status }
  const found = await findInstitutions(ctx.db, filter, { page, size })
  return {
    organizations: await Promise.all(found.rows.map((row) => toInstitution(ctx, row))),
    total_count: found.total_count,
    total_more: found.total_more,
    page: found.page,
    org_status_map: statusMap(language),
  }
}

export async function showForAdmin(
  ctx: Context,
  oid: string,
): Promise<DataOf<typeof adminInstitutionDetail>> {
  const [row, main, member_count, client_count, documents] = await Promise.all([
    findInstitution(ctx.db, oid),
    findMain(ctx.db, oid),
    countMembers(ctx.db, oid),
    withInstitution(ctx.db, oid, (trx) => countClients(trx, oid)),
    documentsOf(ctx, oid),
  ])
  if (row === undefined || main === undefined) throw notFound()
  return {
    ...(await toInstitution(ctx, row)),
    storage_limit_mb: row.storage_limit_mb,
    waiting_limit: row.waiting_limit,
    stored_mb: megabytes(row.stored_bytes),
    main_account: toMainAccount(main),
    member_count,
    client_count,
    documents,
  }
}

/** Adds an approved institution with a main account, whose initial password is mailed. */
export async function addInstitution(
  ctx: Context,
  { actor, ip, language }: Caller,
  { join_time, ...given }: BodyOf<typeof adminAddInstitution>,
): Promise<{ oid: string }> {
  if (!areaExists(given.area_id)) throw invalid({ area_id: 'area_unknown' })
  const { email, contact, phone } = given
  const password_hash = await noPassword()
  const done = ctx.db.transaction().execute(async (trx) => {
    await freeRefusedAddress(trx, email, ctx.now())
    const oid = uuid()
    await insertInstitution(trx, oid, {
      ...given,
      join_type: 2,
      review_status: 1,
      join_time: join_time === undefined ? ctx.now() : new Date(`${join_time}T00:00:00+08:00`),
    })
    const uid = await insertAccount(trx, {
      oid,
      role: '3',
      username: generatedUsername(),
      name: contact,
      email,
      phone,
      password_hash,
      first_login: true,
      language,
    })
    await requestInitialPassword(ctx, trx, uid, { actor, ip })
    await audit(trx, {
      actor,
      ip,
      action: 'institution.add',
      ...target('institution', oid),
    })
    return { oid }
  })
  return refusingTaken({ username: 'email', email: 'email' }, done)
}

/**
 * Bans or activates. Sessions and sockets of a banned institution end at once, and its main account
 * gets a mail.
 */
export async function setInstitutionStatus(
  ctx: Context,
  caller: Caller,
  oid: string,
  status: 1 | 2,
): Promise<{ status: 1 | 2 }> {
  const banned = status === ACCOUNT_STATUS.banned
  return ctx.db.transaction().execute(async (trx) => {
    await lockAccountsOf(trx, oid)
    const row = await holdInstitution(trx, oid)
    if (row.review_status !== 1) {
      const why = row.review_status === 0 ? 'institution_pending' : 'institution_refused'
      throw new Refusal(ERROR.conflict, why)
    }
    if (row.status !== status) {
      await updateInstitution(trx, oid, { status })
      if (banned) await endSessionsOfInstitution(ctx, trx, oid)
      const main = await findMainAccount(trx, oid)
      if (main) {
        const mail = institutionStatusMail(main, row.name, status, ctx.config.publicUrl)
        await sendMail(ctx.queue, trx, mail, null)
      }
    }
    const action = banned ? 'institution.ban' : 'institution.activate'
    await audit(trx, { ...caller, action, ...target('institution', oid) })
    return { status }
  })
}

/**
 * Holds the institution, as adding a sub-account does: the limit is never below the number in use.
 */
export async function changeLimit(
  ctx: Context,
  caller: Caller,
  { oid, account_limit }: { oid: string; account_limit: number },
): Promise<{ account_limit: number }> {
  return ctx.db.transaction().execute(async (trx) => {
    const row = await holdInstitution(trx, oid)
    const used = await countMembers(trx, oid)
    if (account_limit < used) throw invalid({ account_limit: message('limit_below_used', used) })
    await updateInstitution(trx, oid, { account_limit })
    const detail = { from: row.account_limit, to: account_limit }
    await audit(trx, {
      ...caller,
      action: 'institution.change-limit',
      ...target('institution', oid),
      detail,
    })
    return { account_limit }
  })
}

/** A limit below what is kept already takes nothing away. It stops what would come. */
export async function changeQuota(
  ctx: Context,
  caller: Caller,
  { oid, ...quota }: BodyOf<typeof adminChangeQuota>,
): Promise<DataOf<typeof adminChangeQuota>> {
  return ctx.db.transaction().execute(async (trx) => {
    await holdInstitution(trx, oid)
    await updateInstitution(trx, oid, quota)
    const about = { ...target('institution', oid), detail: quota }
    await audit(trx, { ...caller, action: 'institution.change-quota', ...about })
    return quota
  })
}
