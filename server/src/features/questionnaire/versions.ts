import {
  ERROR,
  text,
  VERSION_STATUSES,
  type BodyOf,
  type DataOf,
  type Language,
  type listQuestionnaires,
  type publishQuestionnaire,
  type WholeVersion,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { violates } from '../../platform/database/violation.ts'
import { audit, target } from '../audit/service.ts'
import { dropKept } from './answer-queries.ts'
import * as queries from './queries.ts'

type Rows = DataOf<typeof listQuestionnaires>

export async function listVersions(
  ctx: Context,
  language: Language,
  wanted: { page: number; size: number },
): Promise<Rows> {
  const { rows, ...page } = await queries.findVersions(ctx.db, wanted)
  return {
    ...page,
    rows: rows.map(({ questions, title, ...row }) => ({
      version: row.version,
      title,
      question_count: questions.length,
      ...factsOf(row),
    })),
    status_map: Object.fromEntries(
      VERSION_STATUSES.map((status) => [status, text(language, `questionnaire_is_${status}`)]),
    ),
  }
}

type Facts = Omit<queries.CountedRow, 'title' | 'intro' | 'questions'>
const factsOf = (row: Facts) => ({
  status: row.status,
  revision: row.revision,
  links_only: row.links_only,
  links: row.links,
  answered: row.answered,
  created_at: row.created_at.toISOString(),
  opened_at: row.opened_at?.toISOString() ?? null,
  closed_at: row.closed_at?.toISOString() ?? null,
})

export async function readVersion(ctx: Context, version: number): Promise<WholeVersion> {
  const row = await queries.findVersion(ctx.db, version)
  if (!row) throw notFound()
  const { title, intro, questions } = row
  return { version, title, intro, questions, ...factsOf(row) }
}

const NO_TITLE = { 'zh-CN': '问卷调查', en: 'Questionnaire' }
const NO_INTRO = {
  'zh-CN': '感谢您抽出时间。问卷不记录姓名，请勿填写姓名、电话等个人信息。',
  en: 'Thank you for your time. No name is asked for; please enter no names or telephone numbers.',
}

/** A new draft, with the questions of the newest version. */
export async function beginVersion(
  ctx: Context,
  { actor, ip }: Caller,
): Promise<{ version: number }> {
  try {
    return await ctx.db.transaction().execute(async (trx) => {
      const newest = await queries.newestVersion(trx)
      const version = (newest?.version ?? 0) + 1
      await queries.insertVersion(trx, {
        version,
        title: JSON.stringify(newest?.title ?? NO_TITLE),
        intro: JSON.stringify(newest?.intro ?? NO_INTRO),
        questions: JSON.stringify(newest?.questions ?? []),
        created_by: actor.uid,
        created_at: ctx.now(),
      })
      await audit(trx, { actor, ip, action: 'questionnaire.begin', ...about(version) })
      return { version }
    })
  } catch (error) {
    const isSecond = ['questionnaires_draft', 'questionnaires_pkey'].some((constraint) =>
      violates(error, constraint),
    )
    throw isSecond ? new Refusal(ERROR.conflict, 'questionnaire_draft_exists') : error
  }
}

export const about = (version: number) => target('questionnaire', String(version))

/** The draft that a change is for, as the caller has seen it, locked until the transaction ends. */
export async function holdDraft(
  trx: Trx,
  version: number,
  revision?: number,
): Promise<queries.VersionRow> {
  const row = await queries.holdVersion(trx, version)
  if (!row) throw notFound()
  if (row.status !== 'draft') throw new Refusal(ERROR.conflict, 'questionnaire_fixed')
  if (revision !== undefined && row.revision !== revision)
    throw new Refusal(ERROR.conflict, 'questionnaire_changed')
  return row
}

export async function publishVersion(
  ctx: Context,
  { actor, ip }: Caller,
  { version, revision, links_only }: BodyOf<typeof publishQuestionnaire>,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const { questions } = await holdDraft(trx, version, revision)
    if (questions.length === 0) throw new Refusal(ERROR.conflict, 'questionnaire_empty')
    const open = await queries.findOfStatus(trx, 'open')
    if (open) await close(ctx, trx, open.version)
    await queries.updateVersion(trx, version, { status: 'open', links_only, opened_at: ctx.now() })
    const detail = { closed: open?.version ?? null, links_only }
    await audit(trx, { actor, ip, action: 'questionnaire.publish', ...about(version), detail })
  })
}

export async function closeVersion(
  ctx: Context,
  { actor, ip }: Caller,
  version: number,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    const row = await queries.holdVersion(trx, version)
    if (!row) throw notFound()
    if (row.status !== 'open') throw new Refusal(ERROR.conflict, 'questionnaire_not_open')
    await close(ctx, trx, version)
    await audit(trx, { actor, ip, action: 'questionnaire.close', ...about(version) })
  })
}

/** Nobody can hand in any more, so what is only kept goes. */
async function close(ctx: Context, trx: Trx, version: number): Promise<void> {
  await queries.updateVersion(trx, version, { status: 'closed', closed_at: ctx.now() })
  await dropKept(trx, version)
}

export async function deleteDraft(
  ctx: Context,
  { actor, ip }: Caller,
  version: number,
): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    await holdDraft(trx, version)
    await queries.deleteVersion(trx, version)
    await audit(trx, { actor, ip, action: 'questionnaire.delete', ...about(version) })
  })
}
