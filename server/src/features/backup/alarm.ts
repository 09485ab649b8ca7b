import type { Context } from '../../context.ts'
import { sendMail, type Mail } from '../../platform/mail/mail.ts'
import { writeMail, type Reader } from '../../platform/mail/write.ts'
import { findChiefs } from '../credentials/chiefs.ts'

/** Tells the administrators of the platform by mail. */
export async function alarm(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    for (const chief of await findChiefs(trx))
      await sendMail(ctx.queue, trx, failedMail(chief), null)
  })
}

function failedMail(chief: Reader): Mail {
  return writeMail(
    chief,
    ['备份失败', 'the backup failed'],
    [
      [
        '平台的定时备份没有完成，五分钟后会自动重试。在备份恢复正常之前，一旦机器损坏，新的数据可能丢失。',
        'The planned backup of the platform did not end. It is tried again in five minutes. Until it works, new data may be lost with the machine.',
      ],
      ['原因见工作进程的日志。', 'The log of the worker says why.'],
      ['故障持续期间每天提醒一次。', 'As long as the fault lasts, this mail comes once a day.'],
    ],
  )
}
