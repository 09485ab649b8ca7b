import {
  DELETION_HOLD_DAYS,
  ERROR,
  type adminDeleteInstitution,
  type adminListDeletedInstitutions,
  type BodyOf,
  type DataOf,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { refusingTaken } from '../accounts/new-account.ts'
import {
  deleteAccountsOf,
  findDeletedMain,
  findMainAccount,
  lockAccountsOf,
  restoreMain,
  restoreMembers,
} from '../accounts/of-institution.ts'
import { audit, target } from '../audit/service.ts'
import { endSessionsOfInstitution } from '../sessions/end-sessions.ts'
import { findDeleted, lockDeleted } from './admin-queries.ts'
import { institutionDeletedMail, institutionRestoredMail } from './mail-texts.ts'
import { updateInstitution } from './queries.ts'
import { holdInstitution } from './service.ts'
import { generatedUsername } from './sign-up.ts'

const HOLD_MS = DELETION_HOLD_DAYS * 86_400_000

/** Deletions before this time are final. */
export const holdBegan = (now: Date) => new Date(now.getTime() - HOLD_MS)
const finalOf = (deleted_at: Date) => new Date(deleted_at.getTime() + HOLD_MS)

/** Ends its accounts at once. Patients, images and reports stay hidden until the hold is over. */
export async function deleteInstitution(
  ctx: Context,
  caller: Caller,
  { oid, name }: BodyOf<typeof adminDeleteInstitution>,
): Promise<{ final_at: string }> {
  const deleted_at = ctx.now()
  const final = finalOf(deleted_at)
  await ctx.db.transaction().execute(async (trx) => {
    await lockAccountsOf(trx, oid)
    const row = await holdInstitution(trx, oid)
    if (name !== undefined && row.name !== name) throw invalid({ name: 'institution_name_differs' })
    const main = await findMainAccount(trx, oid)
    await updateInstitution(trx, oid, { deleted_at })
    await endSessionsOfInstitution(ctx, trx, oid)
    await deleteAccountsOf(trx, oid, deleted_at)
    if (main) await sendMail(ctx.queue, trx, institutionDeletedMail(main, row.name, final), null)
    await audit(trx, {
      ...caller,
      action: 'institution.delete',
      ...target('institution', oid),
    })
  })
  return { final_at: final.toISOString() }
}

export async function listDeleted(
  ctx: Context,
  page: BodyOf<typeof adminListDeletedInstitutions>,
): Promise<DataOf<typeof adminListDeletedInstitutions>> {
  const found = await findDeleted(ctx.db, holdBegan(ctx.now()), page)
  return {
    organizations: found.rows.map((row) => ({
      oid: row.oid,
      name: row.name,
      short_name: row.short_name,
      contact: row.contact,
      phone: row.phone,
      email: row.email,
      deleted_at: row.deleted_at.toISOString(),
      final_at: finalOf(row.deleted_at).toISOString(),
    })),
    total_count: found.total_count,
    total_more: found.total_more,
    page: found.page,
  }
}

/**
 * Restores the institution with the accounts deleted with it, unless their names and addresses are
 * taken by now.
 */
export async function restoreInstitution(
  ctx: Context,
  caller: Caller,
  oid: string,
): Promise<{ members_left: number }> {
  const done = ctx.db.transaction().execute(async (trx) => {
    await lockAccountsOf(trx, oid)
    const row = await lockDeleted(trx, oid, holdBegan(ctx.now()))
    if (row === undefined) throw notFound()
    const main = await findDeletedMain(trx, oid, row.deleted_at)
    if (main === undefined) throw notFound()
    if (main.address_taken) throw new Refusal(ERROR.conflict, 'institution_address_taken')
    await updateInstitution(trx, oid, { deleted_at: null })
    await restoreMain(trx, main.uid, main.name_taken ? { username: generatedUsername() } : {})
    const members_left = await restoreMembers(trx, oid, row.deleted_at)
    const reader = await findMainAccount(trx, oid)
    if (reader) {
      const mail = institutionRestoredMail(reader, row.name, ctx.config.publicUrl)
      await sendMail(ctx.queue, trx, mail, null)
    }
    const detail = { members_left }
    await audit(trx, {
      ...caller,
      action: 'institution.restore',
      ...target('institution', oid),
      detail,
    })
    return { members_left }
  })
  return refusingTaken({ username: 'username', email: 'email' }, done)
}
