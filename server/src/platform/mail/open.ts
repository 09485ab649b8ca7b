import { dirname, join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import { waits } from '../database/within.ts'
import { roomIn } from '../files/disk.ts'
import { writeDurably } from '../files/disk-writing.ts'
import { compose } from './compose.ts'
import type { Mailer } from './mail.ts'

/** The mail server where one is configured, else a folder of `.eml` files. */
export function openMailer(config: Config): Mailer {
  return config.mail === null
    ? outboxMailer(join(config.dataDir, 'outbox'), config.diskReserveBytes)
    : smtpMailer(config.mail)
}

function smtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const transport = createTransport({
    url,
    connectionTimeout: 20_000,
    greetingTimeout: 20_000,
    socketTimeout: 60_000,
  })
  return {
    async deliver(mail, id) {
      waits('the mail server')
      await transport.sendMail(compose(mail, from, id))
    },
  }
}

function outboxMailer(folder: string, reserveBytes: number): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(mail, id) {
      const { message } = await transport.sendMail(compose(mail, 'mingmou@localhost', id))
      if (!Buffer.isBuffer(message)) throw new Error('The mail came out as no buffer')
      // Its folder is made by the first mail. Its disk is that of the folder around it.
      const room = roomIn(dirname(folder), reserveBytes)('begun')
      await writeDurably(folder, join(folder, `${id}.eml`), message, room)
    },
  }
}
