import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from '../../config.ts'
import { writeDurably } from '../files/disk-writing.ts'
import { compose } from './compose.ts'
import type { Mailer } from './mail.ts'

/** The mail server where one is configured, else a folder of `.eml` files. */
export function openMailer(config: Config): Mailer {
  return config.mail === null
    ? outboxMailer(join(config.dataDir, 'outbox'))
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
      await transport.sendMail(compose(mail, from, id))
    },
  }
}

function outboxMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(mail, id) {
      const { message } = await transport.sendMail(compose(mail, 'mingmou@localhost', id))
      if (!Buffer.isBuffer(message)) throw new Error('The mail came out as no buffer')
      await writeDurably(folder, join(folder, `${id}.eml`), message)
    },
  }
}
