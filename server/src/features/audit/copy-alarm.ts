import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { sendMail, type Mail } from '../../platform/mail/mail.ts'
import { writeMail, type Reader } from '../../platform/mail/write.ts'
import { findChiefs } from '../credentials/chiefs.ts'
import { readCopyAges } from './copy-ages.ts'

/** A place that comes back within so long was not worth a mail. */
const PATIENCE_SECONDS = 15 * 60
const DAY_SECONDS = 86_400

/** Tells the administrators of the platform once a day, whichever of the workers fails. */
export async function alarmCopy(ctx: Context, kind: 'entries' | 'head'): Promise<void> {
  const { auditSyslog, auditHeads } = ctx.config
  const place = kind === 'entries' ? auditSyslog : auditHeads
  const now = ctx.now()
  const ages = await readCopyAges(ctx.db, ctx.config, now)
  const late =
    kind === 'entries'
      ? (ages?.entries_seconds ?? 0) > PATIENCE_SECONDS
      : (ages?.head_seconds ?? Infinity) > DAY_SECONDS + PATIENCE_SECONDS
  if (place === null || !late) return
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into audit_copies (place, seq, at, alarmed_at)
      values (${place.href}, 0, ${new Date(0)}, ${now})
      on conflict (place) do update set alarmed_at = excluded.alarmed_at
        where audit_copies.alarmed_at is null
          or audit_copies.alarmed_at < ${new Date(now.getTime() - DAY_SECONDS * 1000)}
      returning place`.execute(trx)
    if (rows.length === 0) return
    for (const chief of await findChiefs(trx))
      await sendMail(ctx.queue, trx, failedMail(chief), null)
  })
}

function failedMail(chief: Reader): Mail {
  return writeMail(
    chief,
    ['审计日志外送失败', 'the audit log is not copied'],
    [
      [
        '审计日志没有送达指定的外部位置，系统会继续重试。恢复之前，本机上的日志没有外部副本。',
        'The audit log does not reach the place outside that was named. It is tried again. Until then there is no copy of it elsewhere.',
      ],
      ['原因见工作进程的日志。', 'The log of the worker says why.'],
      ['故障持续期间每天提醒一次。', 'As long as the fault lasts, this mail comes once a day.'],
    ],
  )
}
