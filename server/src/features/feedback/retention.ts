import { FEEDBACK } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import { audit, target } from '../audit/service.ts'
import { findExpired, findFiles, removeContact } from './queries.ts'

const DAY_MS = 86_400_000

/** The files of feedback that are in use. */
export const findFeedbackKeys = async (ctx: Context, fid: string) =>
  new Set((await findFiles(ctx.db, fid)).map(({ file_key }) => file_key))

/**
 * Removes contact and attachments of feedback that was finished long enough ago. Files first: rows without files are
 * removed at the next run, but files without rows would stay.
 */
export async function removeOldContacts(ctx: Context): Promise<void> {
  const before = new Date(ctx.now().getTime() - FEEDBACK.keptDays * DAY_MS)
  for (const fid of await findExpired(ctx.db, before)) {
    await ctx.files.remove([...(await findFeedbackKeys(ctx, fid))])
    await ctx.db.transaction().execute(async (trx) => {
      await removeContact(trx, fid)
      const action = 'feedback.remove-contact'
      await audit(trx, { actor: null, ip: '', action, ...target('feedback', fid) })
    })
  }
}
