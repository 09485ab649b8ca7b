import {
  Email,
  ERROR,
  text,
  type BodyOf,
  type DataOf,
  type FeedbackDetail,
  type feedbackDetail,
  type FeedbackRow,
  type finishFeedback,
  type handleFeedback,
  type Language,
  type listFeedback,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { invalid, notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { audit, target } from '../audit/service.ts'
import { answeredMail } from './answered-mail.ts'
import * as feedback from './queries.ts'

/** Clocks of clients differ from the server's by so much. */
const CLOCK_MS = 120_000

const statusMap = (language: Language) =>
  Object.fromEntries(
    ([1, 2, 3] as const).map((status) => [status, text(language, `feedback_status_${status}`)]),
  )

export async function list(
  ctx: Context,
  { type_class = [], status = '', page, size }: BodyOf<typeof listFeedback>,
  language: Language,
): Promise<DataOf<typeof listFeedback>> {
  const [found, unread_count] = await Promise.all([
    feedback.findPage(ctx.db, { type_class, status }, { page, size }),
    feedback.countUnread(ctx.db),
  ])
  const { rows, ...total } = found
  return { feedbacks: rows.map(toRow), ...total, statusMap: statusMap(language), unread_count }
}

/** Whoever opens feedback first has read it for all administrators. */
export async function open(
  ctx: Context,
  { actor, ip, language }: Caller,
  fid: string,
): Promise<DataOf<typeof feedbackDetail>> {
  const detail = await ctx.db.transaction().execute(async (trx) => {
    const held = await hold(trx, fid)
    const row =
      held.read_at === null ? await feedback.updateFeedback(trx, fid, { read_at: ctx.now() }) : held
    await audit(trx, { actor, ip, action: 'feedback.open', ...target('feedback', fid) })
    return toDetail(ctx, trx, row)
  })
  return { ...detail, statusMap: statusMap(language) }
}

export async function handle(
  ctx: Context,
  { actor, ip }: Caller,
  { fid, uid, processing_time }: BodyOf<typeof handleFeedback>,
): Promise<DataOf<typeof handleFeedback>> {
  if (uid !== actor.uid) throw notFound()
  return ctx.db.transaction().execute(async (trx) => {
    const row = await hold(trx, fid)
    if (row.status !== 1) throw await conflict(ctx, trx, row)
    const at = timeOf(ctx, 'processing_time', processing_time, row.created_at)
    const changed = await feedback.updateFeedback(trx, fid, {
      processing_time: at,
      processed_by: uid,
      read_at: row.read_at ?? ctx.now(),
    })
    await audit(trx, { actor, ip, action: 'feedback.handle', ...target('feedback', fid) })
    return toState(changed)
  })
}

export async function finish(
  ctx: Context,
  { actor, ip }: Caller,
  { fid, uid, finished_time, result }: BodyOf<typeof finishFeedback>,
): Promise<DataOf<typeof finishFeedback>> {
  if (uid !== actor.uid) throw notFound()
  return ctx.db.transaction().execute(async (trx) => {
    const row = await hold(trx, fid)
    if (row.status !== 2 || row.processing_time === null) throw await conflict(ctx, trx, row)
    const at = timeOf(ctx, 'finished_time', finished_time, row.processing_time)
    const change = { finished_time: at, finished_by: uid, result }
    const changed = await feedback.updateFeedback(trx, fid, change)
    const address = Email.safeParse(row.contact)
    const mailed = address.success
    if (address.success)
      await sendMail(ctx.queue, trx, answeredMail(address.data, row, result), null)
    const detail = { mailed }
    await audit(trx, { actor, ip, action: 'feedback.finish', ...target('feedback', fid), detail })
    return { ...toState(changed), result, mailed }
  })
}

async function hold(trx: Trx, fid: string): Promise<feedback.FeedbackRow> {
  const row = await feedback.holdFeedback(trx, fid)
  if (!row) throw notFound()
  return row
}

/** Each step is made once. Who comes second reads how it stands now. */
async function conflict(ctx: Context, trx: Trx, row: feedback.FeedbackRow): Promise<Refusal> {
  const said = { 1: 'feedback_new', 2: 'feedback_processing', 3: 'feedback_finished' } as const
  const stored = await toDetail(ctx, trx, row)
  return new Refusal(ERROR.conflict, said[row.status], { stored })
}

/** The time that was given, or now. It is neither to come nor before the step before it. */
function timeOf(ctx: Context, name: string, value: string | undefined, after: Date): Date {
  const now = ctx.now()
  const at = value === undefined ? now : new Date(value)
  const latest = now.getTime() + CLOCK_MS
  if (at.getTime() > latest || at.getTime() < after.getTime() - CLOCK_MS)
    throw invalid({ [name]: 'out_of_range' })
  return at
}

const instant = (time: Date | null) => time?.toISOString() ?? null

const toState = (row: feedback.FeedbackRow): DataOf<typeof handleFeedback> => ({
  status: row.status,
  is_read: row.read_at !== null,
  processing_time: instant(row.processing_time),
  finished_time: instant(row.finished_time),
})

/** Every field is named: a new column stays private until it stands here. The contact is not in a list. */
const toRow = (row: feedback.FeedbackRow & { file_count: number }): FeedbackRow => ({
  fid: row.fid,
  type_class: [row.category, row.topic],
  content: row.content,
  file_count: row.file_count,
  return_time: row.return_time,
  created_at: row.created_at.toISOString(),
  ...toState(row),
})

async function toDetail(
  ctx: Context,
  trx: Trx,
  row: feedback.FeedbackRow,
): Promise<FeedbackDetail> {
  const files = await feedback.findFiles(trx, row.fid)
  const names = await feedback.findNames(trx, [row.uid, row.processed_by, row.finished_by])
  const nameOf = (uid: string | null) => (uid === null ? null : (names.get(uid) ?? null))
  return {
    ...toRow({ ...row, file_count: files.length }),
    contact: row.contact,
    uid: row.uid,
    sender: nameOf(row.uid),
    file_list: await Promise.all(files.map((file) => toFile(ctx, file))),
    result: row.result,
    processed_by: nameOf(row.processed_by),
    finished_by: nameOf(row.finished_by),
  }
}

async function toFile(ctx: Context, { file_id, file_key, place, type, size }: feedback.FileRow) {
  const saveAs = `attachment-${place + 1}${file_key.slice(file_key.lastIndexOf('.'))}`
  return { file_id, type, size, url: await ctx.files.signedUrl(file_key, { saveAs }) }
}
