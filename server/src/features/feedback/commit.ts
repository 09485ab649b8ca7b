import { FEEDBACK, type BodyOf, type commitFeedback } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import { invalid, notFound } from '../../http/refusal.ts'
import { tellOffice } from '../accounts/tell-office.ts'
import { audit, target } from '../audit/service.ts'
import { removeUploads } from '../files/unfiled.ts'
import { takeAttachments } from './attachments.ts'
import { allow } from './limits.ts'
import { insertFeedback } from './queries.ts'

/** Keeps what anybody sends. Contact and content stand in its row alone, never in the log. */
export async function commit(
  ctx: Context,
  caller: Caller<Actor | null>,
  given: BodyOf<typeof commitFeedback>,
): Promise<{ fid: string }> {
  const { actor, ip, language } = caller
  if (given.uid !== undefined && given.uid !== actor?.uid) throw notFound()
  const { type_class, content, contact = null, return_time = null } = given
  const [category = '', topic = ''] = type_class
  const keys = [...new Set([...(given.attachment ?? []), ...(given.file_list ?? [])])]
  if (keys.length > FEEDBACK.files) throw invalid({ file_list: 'attachments_count' })
  await allow(ctx, caller, 'sent')
  const fid = newId()
  const kept: string[] = []
  try {
    const files = await takeAttachments(ctx, { actor, ip }, { fid, keys }, kept)
    await ctx.db.transaction().execute(async (trx) => {
      await insertFeedback(
        trx,
        {
          fid,
          category,
          topic,
          content,
          contact,
          return_time,
          language,
          uid: actor?.uid ?? null,
          created_at: ctx.now(),
        },
        files,
      )
      await tellOffice(ctx, trx, 'feedback')
      const detail = { files: files.length }
      const action = 'feedback.commit'
      await audit(trx, { actor, ip, action, ...target('feedback', fid), detail })
    })
  } catch (error) {
    await ctx.files.remove(kept)
    throw error
  }
  await removeUploads(ctx, keys)
  return { fid }
}
