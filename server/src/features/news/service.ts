import type {
  adminAddNews,
  adminDeleteNews,
  adminListNews,
  adminSetNews,
  BodyOf,
  DataOf,
  Language,
  ManagedNews,
  NewsEntry,
} from '@mingmou/contract'
import { v7 as uuid } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller } from '../../http/actor.ts'
import { changedMeanwhile, notFound } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { isSeen } from '../../platform/database/seen.ts'
import { audit, target } from '../audit/service.ts'
import { takePicture } from '../files/picture.ts'
import {
  findAll,
  findOne,
  findPicture,
  findPublished,
  holdNews,
  insertNews,
  updateNews,
  type ManagedRow,
  type News,
} from './queries.ts'

const SIDE_PX = 1600

const urlOf = async (ctx: Context, { picture }: News) =>
  picture === null ? null : ctx.files.signedUrl(picture)

/** Read at most this often, however many visitors ask. Another process publishes within it. */
const FRESH_MS = 10_000

/** The published news, kept between calls until this process changes them. */
export function publishedNews(ctx: Context) {
  let kept: { at: number; rows: Promise<News[]> } | null = null
  const forget = () => {
    kept = null
  }
  return {
    forget,
    read: (): Promise<News[]> => {
      const now = ctx.now().getTime()
      if (kept && now - kept.at < FRESH_MS) return kept.rows
      const rows = findPublished(ctx.db)
      kept = { at: now, rows }
      rows.catch(forget)
      return rows
    },
  }
}

/** For anybody: never a draft. */
export async function listPublished(
  ctx: Context,
  rows: readonly News[],
  language: Language,
): Promise<NewsEntry[]> {
  const english = language === 'en'
  return Promise.all(
    rows.map(async (row) => ({
      nid: row.nid,
      happened_on: row.happened_on,
      title: english ? row.title_en : row.title_zh,
      body: english ? row.body_en : row.body_zh,
      picture_url: await urlOf(ctx, row),
    })),
  )
}

export async function listAll(
  ctx: Context,
  { title, page, size }: BodyOf<typeof adminListNews>,
): Promise<DataOf<typeof adminListNews>> {
  const found = await findAll(ctx.db, title, { page, size })
  return { ...found, rows: await Promise.all(found.rows.map((row) => toManaged(ctx, row))) }
}

/** Every field is named: a new column stays private until it stands here. */
async function toManaged(ctx: Context, row: ManagedRow): Promise<ManagedNews> {
  return {
    nid: row.nid,
    happened_on: row.happened_on,
    title_zh: row.title_zh,
    title_en: row.title_en,
    body_zh: row.body_zh,
    body_en: row.body_en,
    published: row.published,
    picture_url: await urlOf(ctx, row),
    version: row.version,
    changed_by: row.changed_by,
    changed_at: row.updated_at.toISOString(),
  }
}

export async function addNews(
  ctx: Context,
  caller: Caller,
  { picture, ...written }: BodyOf<typeof adminAddNews>,
): Promise<{ nid: string }> {
  const nid = uuid()
  const taken = picture ? await taking(ctx, caller, nid, picture) : null
  await ctx.db.transaction().execute(async (trx) => {
    await insertNews(trx, { ...written, nid, picture: taken, updated_by: caller.actor.uid })
    await note(trx, caller, 'news.add', nid)
  })
  return { nid }
}

export async function setNews(
  ctx: Context,
  caller: Caller,
  { nid, picture, version, ...written }: BodyOf<typeof adminSetNews>,
): Promise<void> {
  const { uid } = caller.actor
  const before = await findPicture(ctx.db, nid)
  const taken = picture ? await taking(ctx, caller, nid, picture) : picture
  await ctx.db.transaction().execute(async (trx) => {
    await holdSeen(ctx, trx, nid, { version, uid })
    const change = { ...written, ...(taken !== undefined && { picture: taken }) }
    await updateNews(trx, nid, { ...change, updated_by: uid })
    await note(trx, caller, 'news.set', nid)
  })
  // A picture of a refused change is swept, and so is what a race leaves.
  if (taken !== undefined && before !== null) await ctx.files.remove([before])
}

export async function deleteNews(
  ctx: Context,
  caller: Caller,
  { nid, version }: BodyOf<typeof adminDeleteNews>,
): Promise<void> {
  const { uid } = caller.actor
  await ctx.db.transaction().execute(async (trx) => {
    await holdSeen(ctx, trx, nid, { version, uid })
    await updateNews(trx, nid, { deleted_at: ctx.now(), updated_by: uid })
    await note(trx, caller, 'news.delete', nid)
  })
}

/** Held until the end of the transaction. Refused where somebody else changed them since. */
async function holdSeen(
  ctx: Context,
  trx: Trx,
  nid: string,
  seen: Parameters<typeof isSeen>[1],
): Promise<void> {
  const held = (await holdNews(trx, nid)) && (await findOne(trx, nid))
  if (!held) throw notFound()
  if (!isSeen(held, seen)) throw changedMeanwhile(await toManaged(ctx, held))
}

const taking = (ctx: Context, { actor }: Caller, nid: string, upload: string) =>
  takePicture(ctx, actor, upload, {
    type: 'news',
    field: 'picture',
    folder: `news/${nid}`,
    sidePx: SIDE_PX,
    format: 'webp',
  })

const note = (
  trx: Parameters<typeof audit>[0],
  { actor, ip }: Caller,
  action: 'news.add' | 'news.set' | 'news.delete',
  nid: string,
) => audit(trx, { actor, ip, action, ...target('news', nid) })
