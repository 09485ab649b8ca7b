import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { Files } from '../../platform/files/files.ts'
import { findHead, findLink, type Link } from './chain.ts'

const FOLDER = 'audit/'
const Anchor = z.object({ seq: z.int(), hash: z.string(), at: z.iso.datetime() })

/**
 * The head of the chain, kept among the files, one for each day. A forger of the whole chain in the
 * database would have to change these files too. An anchor that does not match is never replaced.
 */
export async function anchorHead(ctx: Context): Promise<'written' | 'unchanged' | 'broken'> {
  // In this order: another worker may write an anchor meanwhile, which a head read before it would miss.
  const last = (await readAnchors(ctx.files)).at(-1)
  const head = await findHead(ctx.db)
  if (last?.seq === head.seq && last.hash === head.hash) return 'unchanged'
  if (head.seq === 0 && last === undefined) return 'unchanged'
  if (last && (await isBroken(ctx, head, last))) {
    ctx.log.error({ anchor: last, head }, 'the audit chain does not fit its last anchor')
    return 'broken'
  }
  const at = ctx.now().toISOString()
  const anchor = Buffer.from(JSON.stringify({ ...head, at }))
  await ctx.files.put(`${FOLDER}${at.slice(0, 10)}.json`, anchor, 'application/json', 'record')
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

/** All anchors, the oldest first. */
export async function readAnchors(files: Files): Promise<Link[]> {
  const anchors: Link[] = []
  for await (const { key } of files.list(FOLDER)) {
    anchors.push(Anchor.parse(JSON.parse((await files.read(key)).toString())))
  }
  return anchors.sort((a, b) => a.seq - b.seq)
}

/** Anchors of days whose entries are gone. */
export async function forgetAnchors(ctx: Context, before: Date): Promise<void> {
  const old: string[] = []
  for await (const { key } of ctx.files.list(FOLDER)) {
    if (key.slice(FOLDER.length, -'.json'.length) < before.toISOString().slice(0, 10)) old.push(key)
  }
  await ctx.files.remove(old)
}
