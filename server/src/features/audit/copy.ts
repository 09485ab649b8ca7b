import { open, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { today } from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
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
function copyBatch(ctx: Context, place: URL): Promise<boolean> {
  return copying(ctx, place, async (trx, { seq }) => {
    const entries = await entriesAfter(trx, seq)
    const last = entries.at(-1)
    if (last === undefined) return { seq, done: false }
    await deliver(place, entries.map(syslogLine))
    return { seq: last.seq, done: entries.length === BATCH }
  })
}

/** Tells the head of the chain at the place of AUDIT_HEADS, once a day of Asia/Shanghai. */
export async function tellHead(ctx: Context): Promise<void> {
  const { auditHeads: place } = ctx.config
  if (place === null) return
  await copying(ctx, place, async (trx, { seq, at }) => {
    const day = today(ctx.now())
    if (at !== null && today(at) === day) return { seq, done: false }
    const head = await findHead(trx)
    const line = `${head.seq}:${head.hash}`
    if (place.protocol === 'file:') await keepHead(fileURLToPath(place), day, line)
    else
      await sendMail(ctx.queue, trx, headMail(decodeURIComponent(place.pathname), day, line), null)
    return { seq: String(head.seq), done: true }
  })
}

interface Reached {
  seq: string
  at: Date | null
}

/** One process at a time copies to a place. Nothing is noted where the work fails. */
function copying(
  ctx: Context,
  { href: place }: URL,
  work: (trx: Trx, reached: Reached) => Promise<{ seq: string; done: boolean }>,
): Promise<boolean> {
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`audit copy ${place}`})) as mine`.execute(trx)
    if (rows[0]?.mine !== true) return false
    const found = await trx
      .selectFrom('audit_copies')
      .select(['seq', 'at'])
      .where('place', '=', place)
      .executeTakeFirst()
    const before = found?.seq ?? '0'
    const { seq, done } = await work(trx, { seq: before, at: found?.at ?? null })
    if (done || seq !== before) {
      const at = ctx.now()
      await trx
        .insertInto('audit_copies')
        .values({ place, seq, at })
        .onConflict((one) => one.column('place').doUpdateSet({ seq, at }))
        .execute()
    }
    return done
  })
}

async function entriesAfter(trx: Trx, seq: string): Promise<Copied[]> {
  const { rows } = await sql<Copied>`
    select c.seq, l.id, c.hash, l.uid, l.oid, l.role, l.ip, l.action, l.target_type, l.target_id,
      l.pid, l.outcome, l.detail,
      to_char(l.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') as at
    from audit_chain c join audit_log l using (id)
    where c.seq > ${seq} order by c.seq limit ${BATCH}`.execute(trx)
  return rows
}

/** A file that is there is never replaced. */
async function keepHead(folder: string, day: string, line: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = await open(join(folder, `${day}.txt`), 'wx').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null
    throw error
  })
  if (file === null) return
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
