import {
  ERROR,
  text,
  type adminListReviews,
  type adminReviewInstitution,
  type BodyOf,
  type DataOf,
  type Language,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { findMainAccount } from '../accounts/of-institution.ts'
import { tellOffice } from '../accounts/tell-office.ts'
import { audit, target } from '../audit/service.ts'
import { countReviews, findReviews } from './admin-queries.ts'
import { reviewedMail } from './mail-texts.ts'
import { updateInstitution } from './queries.ts'
import { holdInstitution, toInstitution } from './service.ts'

/** Reviews a sign-up once: the second of two reviewers gets a refusal. */
export async function reviewInstitution(
  ctx: Context,
  caller: Caller,
  { oid, review_status, review_msg = '' }: BodyOf<typeof adminReviewInstitution>,
): Promise<DataOf<typeof adminReviewInstitution>> {
  const review_time = ctx.now()
  const approved = review_status === 1
  await ctx.db.transaction().execute(async (trx) => {
    const row = await holdInstitution(trx, oid)
    if (row.review_status !== 0) throw new Refusal(ERROR.conflict, 'already_reviewed')
    const review = { review_status, review_msg, review_time }
    await updateInstitution(trx, oid, { ...review, ...(approved && { join_time: review_time }) })
    await tellOffice(ctx, trx, 'reviews')
    const main = await findMainAccount(trx, oid)
    if (main) {
      const said = { name: row.name, review_status, review_msg }
      await sendMail(ctx.queue, trx, reviewedMail(main, said, ctx.config.publicUrl), null)
    }
    const action = approved ? 'institution.approve' : 'institution.refuse'
    await audit(trx, { ...caller, action, ...target('institution', oid) })
  })
  return { review_status, review_time: review_time.toISOString() }
}

const TAGGED = { '': [0, 1, 2], pending: [0], checked: [1, 2] } as const

export async function listReviews(
  ctx: Context,
  given: BodyOf<typeof adminListReviews>,
  language: Language,
): Promise<DataOf<typeof adminListReviews>> {
  const { page, size, review_status = '', review_status_tag = '', ...search } = given
  const wanted = TAGGED[review_status_tag].filter(
    (status) => review_status === '' || status === review_status,
  )
  const filter = { ...search, review_status: wanted }
  const [found, counts] = await Promise.all([
    findReviews(ctx.db, filter, { page, size }),
    countReviews(ctx.db),
  ])
  return {
    organizations: await Promise.all(found.rows.map((row) => toInstitution(ctx, row))),
    total_count: found.total_count,
    total_more: found.total_more,
    page: found.page,
    reviewStatusMap: {
      '0': text(language, 'review_pending'),
      '1': text(language, 'review_approved'),
      '2': text(language, 'review_refused'),
    },
    pending_count: counts.pending,
    checked_count: counts.checked,
  }
}
