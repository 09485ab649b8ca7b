import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { testApp } from '../../testing/test-app.ts'
import { giveUpMail, handleMail } from './mail.handler.ts'
import { mailJob, sendMail, type Mail } from './mail.ts'

const MAIL: Mail = {
  to: 'reader@clinic.example.com',
  language: 'zh-CN',
  subject: '验证码',
  lines: ['您的验证码如下，10分钟内有效。', '123456', '如非本人操作<请忽略>。'],
}
/** The options of the program, but without the wait between two tries. */
const work = (ctx: Context) =>
  ctx.queue.work({ ...mailJob, retryDelaySeconds: 0 }, handleMail(ctx.config), giveUpMail(ctx.log))

const textPart = (message: string) => {
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(message)
  const base64 = /text\/plain[^\r]*\r\nContent-Transfer-Encoding: base64/.test(message)
  return Buffer.from(part?.[1] ?? '', base64 ? 'base64' : 'utf8').toString()
}

test('a mail that the server refuses at first arrives later, once', async () => {
  let refusals = 2
  const received: string[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (refusals-- > 0) {
          done(Object.assign(new Error('try again later'), { responseCode: 451 }))
          return
        }
        received.push(Buffer.concat(chunks).toString())
        done()
        server.emit('received')
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const app = await testApp({
    mail: { url: `smtp://127.0.0.1:${port}`, from: 'mingmou@clinic.example.com' },
  })
  const arrived = once(server, 'received')
  await app.context.db.transaction().execute((trx) => sendMail(app.context.queue, trx, MAIL, null))
  await work(app.context)
  await arrived

  expect(received).toHaveLength(1)
  expect(received[0]).toContain('To: reader@clinic.example.com')
  expect(textPart(received[0] ?? '').split(/\r?\n/)).toContain('123456')
  expect(received[0]).not.toContain('<请忽略>')
  await app.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('without a mail server a mail is a file in the outbox, and one rolled back is none', async () => {
  const app = await testApp()
  await app.context.db
    .transaction()
    .execute(async (trx) => {
      await sendMail(app.context.queue, trx, { ...MAIL, subject: 'rolled back' }, null)
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await app.context.db.transaction().execute((trx) => sendMail(app.context.queue, trx, MAIL, null))
  await work(app.context)

  const outbox = join(app.context.config.dataDir, 'outbox')
  const names = async () =>
    (await readdir(outbox).catch(() => [])).filter((n) => n.endsWith('.eml'))
  await expect.poll(names).toHaveLength(1)
  const message = await readFile(join(outbox, (await names())[0] ?? ''), 'utf8')
  expect(textPart(message).split(/\r?\n/)).toContain('123456')
  expect(message).toMatch(/^Subject: =\?UTF-8\?/m)
  await app.close()
})
