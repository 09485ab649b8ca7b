import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Files } from '../../platform/files/files.ts'
import type { Db } from '../../platform/database/database.ts'
import { findHead, findLink, type Link } from './chain.ts'

/** The head of a day, by the day that names its file. */
export interface Anchor extends Link {
  day: string
}

const FOLDER = 'audit/'
const fileOf = (day: string) => `${FOLDER}${day}.json`
const Content = z.object({ seq: z.int(), hash: z.string(), at: z.iso.datetime() })

/**
 * The head of the chain, kept among the files, one for each day. A forger of the whole chain in the
 * database would have to change these files too. An anchor that does not match is never replaced.
 */
export async function anchorHead(ctx: Context): Promise<'written' | 'unchanged' | 'broken'> {
  // In this order: another worker may write an anchor meanwhile, which a head read before it would miss.
  const anchors = await readAnchors(ctx.files)
  await noteAnchors(ctx.db, anchors)
  const last = anchors.at(-1)
  const head = await findHead(ctx.db)
  if (last?.seq === head.seq && last.hash === head.hash) return 'unchanged'
  if (head.seq === 0 && last === undefined) return 'unchanged'
  if (last && (await isBroken(ctx, head, last))) {
    ctx.log.error({ anchor: last, head }, 'the audit chain does not fit its last anchor')
    return 'broken'
  }
  const at = ctx.now().toISOString()
  await putAnchor(ctx.files, at.slice(0, 10), head, at)
  ctx.log.info({ anchor: head }, 'audit anchor')
  return 'written'
}

async function isBroken(ctx: Context, head: Link, last: Link): Promise<boolean> {
  if (last.seq > head.seq) return true
  const link = await findLink(ctx.db, last.seq)
  if (link !== null) return link !== last.hash
  // Removed with the old entries, or against the rules.
  const first = await ctx.db
    .selectFrom('audit_chain')
    .select('seq')
    .orderBy('seq')
    .executeTakeFirst()
  return first === undefined || Number(first.seq) <= last.seq
}

const putAnchor = (files: Files, day: string, { seq, hash }: Link, at: string) =>
  files.put(
    fileOf(day),
    Buffer.from(JSON.stringify({ seq, hash, at })),
    'application/json',
    'record',
  )

/** What lies among the files is noted in the database at the next run, the first head of a day once. */
async function noteAnchors(db: Db, anchors: readonly Anchor[]): Promise<void> {
  const noted = new Set((await readNoted(db)).map(({ day }) => day))
  const fresh = anchors.filter(({ day }) => !noted.has(day))
  if (fresh.length === 0) return
  await db
    .insertInto('audit_anchors')
    .values(fresh.map(({ day, seq, hash }) => ({ day, seq, hash: Buffer.from(hash, 'hex') })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function readNoted(db: Db): Promise<Anchor[]> {
  const rows = await db.selectFrom('audit_anchors').selectAll().orderBy('day').execute()
  return rows.map(({ day, seq, hash }) => ({ day, seq: Number(seq), hash: hash.toString('hex') }))
}

/** All anchors, the oldest first. */
export async function readAnchors(files: Files): Promise<Anchor[]> {
  const anchors: Anchor[] = []
  for await (const { key } of files.list(FOLDER)) {
    const { seq, hash } = Content.parse(JSON.parse((await files.read(key)).toString()))
    anchors.push({ seq, hash, day: key.slice(FOLDER.length, -'.json'.length) })
  }
  return anchors.sort((a, b) => a.seq - b.seq)
}

/**
 * A backup reads these files before the database, which may have noted the next day by then: its
 * anchor is written again. One of an earlier day was missing before.
 */
export async function putBackAnchor(files: Files, noted: readonly Anchor[]): Promise<void> {
  const last = noted.at(-1)
  const newest = (await readAnchors(files)).at(-1)
  if (last === undefined || (newest && newest.day >= last.day)) return
  await putAnchor(files, last.day, last, `${last.day}T00:00:00Z`)
}

/** Anchors of days whose entries are gone. */
export async function forgetAnchors(ctx: Context, before: Date): Promise<void> {
  const old: string[] = []
  for await (const { key } of ctx.files.list(FOLDER)) {
    if (key.slice(FOLDER.length, -'.json'.length) < before.toISOString().slice(0, 10)) old.push(key)
  }
  await ctx.files.remove(old)
}
