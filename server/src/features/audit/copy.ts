import { mkdir, open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { today } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Db } from '../../platform/database/database.ts'
import { sendMail } from '../../platform/mail/mail.ts'
import { writeMail } from '../../platform/mail/write.ts'
import { findHead } from './chain.ts'
import { deliver, syslogLine, type Copied } from './syslog.ts'

const BATCH = 500

/** Copies what is new to the place of AUDIT_SYSLOG: each entry at least once, in the order of the chain. */
export async function copyEntries(ctx: Context): Promise<void> {
  const { auditSyslog: place } = ctx.config
  if (place === null) return
  for (let more = true; more;) more = await copyBatch(ctx, place)
}

/** Answers whether there may be more. What was sent and not noted is sent again. */
async function copyBatch(ctx: Context, place: URL): Promise<boolean> {
  const held = await hold(ctx, place)
  if (held === null) return false
  let seq = held.seq
  try {
    const entries = await entriesAfter(ctx.db, held.seq)
    if (entries.length > 0) await deliver(place, entries.map(syslogLine))
    seq = entries.at(-1)?.seq ?? seq
    return entries.length === BATCH
  } finally {
    await release(ctx, place, held, seq)
  }
}

/** How far it was copied, and until when nobody else copies. */
interface Held {
  seq: string
  /** As the database writes it: a Date has no microseconds. */
  until: string
}

/** Longer than a receiver has for a batch. */
const HELD_SECONDS = 60

/**
 * One process at a time copies to a place: how far it was copied, or null where another one does. A process that died
 * holds it no longer than that.
 */
async function hold(ctx: Context, { href: place }: URL): Promise<Held | null> {
  const { rows } = await sql<Held>`
    insert into audit_copies (place, seq, at, held_until)
    values (${place}, 0, ${new Date(0)}, now() + ${HELD_SECONDS} * interval '1 second')
    on conflict (place) do update set held_until = excluded.held_until
      where audit_copies.held_until is null or audit_copies.held_until < now()
    returning seq, held_until::text as until`.execute(ctx.db)
  return rows[0] ?? null
}

/** Where this process holds it still: one that took too long leaves it to another, which copies the same again. */
async function release(
  ctx: Context,
  { href: place }: URL,
  held: Held,
  seq = held.seq,
): Promise<void> {
  await ctx.db
    .updateTable('audit_copies')
    .set({ held_until: null, ...(seq !== held.seq && { seq, at: ctx.now() }) })
    .where('place', '=', place)
    .where(sql<boolean>`held_until = ${held.until}::timestamptz`)
    .execute()
}

/** Tells the head of the chain at the place of AUDIT_HEADS, once a day of Asia/Shanghai, by one process at a time. */
export async function tellHead(ctx: Context): Promise<void> {
  const { auditHeads } = ctx.config
  if (auditHeads === null) return
  const held = await hold(ctx, auditHeads)
  if (held === null) return
  try {
    await tellToday(ctx, auditHeads)
  } finally {
    await release(ctx, auditHeads, held)
  }
}

/** A file is written before the transaction, which waits for none. */
async function tellToday(ctx: Context, heads: URL): Promise<void> {
  const { href: place, protocol, pathname } = heads
  const told = await ctx.db
    .selectFrom('audit_copies')
    .select('at')
    .where('place', '=', place)
    .executeTakeFirstOrThrow()
  const at = ctx.now()
  const day = today(at)
  if (today(told.at) === day) return
  const { seq, hash } = await findHead(ctx.db)
  const line = `${seq}:${hash}`
  if (protocol === 'file:') await keepHead(fileURLToPath(heads), day, line)
  await ctx.db.transaction().execute(async (trx) => {
    if (protocol !== 'file:')
      await sendMail(ctx.queue, trx, headMail(decodeURIComponent(pathname), day, line), null)
    await trx
      .updateTable('audit_copies')
      .set({ seq: String(seq), at })
      .where('place', '=', place)
      .execute()
  })
}

async function entriesAfter(db: Db, seq: string): Promise<Copied[]> {
  const { rows } = await sql<Copied>`
    select c.seq, l.id, c.hash, l.uid, l.oid, l.role, l.ip, l.action, l.target_type, l.target_id,
      l.pid, l.outcome, l.detail,
      to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at
    from audit_chain c join audit_log l using (id)
    where c.seq > ${seq} order by c.seq limit ${BATCH}`.execute(db)
  return rows
}

/** A file that is there is never replaced. One that was begun and not written is told by an error, for a person to remove. */
async function keepHead(folder: string, day: string, line: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${day}.txt`)
  const file = await open(path, 'wx').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  })
  if (file === null) {
    if ((await stat(path)).size === 0) throw new Error(`${path} is empty`)
    return
  }
  try {
    await file.writeFile(`${line}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

const headMail = (email: string, day: string, line: string) =>
  writeMail(
    { email, language: 'zh-CN' },
    [`审计链头 ${day}`, `audit head ${day}`],
    [
      ['截至目前审计日志的链头如下，请妥善保存。', 'The head of the audit log is this. Keep it.'],
      line,
      [
        '用 npm run audit:verify -- 加上该行即可核验。',
        'npm run audit:verify -- with that line checks it.',
      ],
    ],
  )
