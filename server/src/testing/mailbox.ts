import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { giveUpCode, handleCode } from '../features/accounts/code.handler.ts'
import { codeJob } from '../features/accounts/code.job.ts'
import {
  giveUpInitialPassword,
  handleInitialPassword,
} from '../features/accounts/initial-password.ts'
import { initialPasswordJob } from '../features/accounts/initial-password.job.ts'
import { giveUpMail, handleMail } from '../platform/mail/mail.handler.ts'
import { mailJob } from '../platform/mail/mail.ts'
import { testApp, type TestApp } from './test-app.ts'

export interface ReceivedMail {
  to: string
  subject: string
  /** The lines of the plain-text part that are not empty. */
  lines: string[]
}

export interface MailApp extends TestApp {
  /** The oldest mail to an address that was not read yet; waits for it. */
  mailTo(email: string): Promise<ReceivedMail>
  /** The code or initial password in it: the one line of ASCII characters alone that is no link. */
  secretTo(email: string): Promise<string>
  /** Mails nobody read yet. */
  unread(): ReceivedMail[]
  /** Answers the next deliveries with this status instead of taking them. */
  refuseNext(count: number): void
}

/** The program with a real mail server on loopback, and a worker that sends its mails. */
export async function mailApp(): Promise<MailApp> {
  const unread: ReceivedMail[] = []
  let refusals = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      void read(stream).then((raw) => {
        if (refusals > 0) {
          refusals--
          done(Object.assign(new Error('try again later'), { responseCode: 451 }))
          return
        }
        const to = session.envelope.rcptTo[0]?.address ?? ''
        unread.push({ to, subject: subjectOf(raw), lines: linesOf(raw) })
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
  const ctx = app.context
  // As in the program, but without the wait between two tries.
  const atOnce = { retryDelaySeconds: 0 }
  await ctx.queue.work({ ...mailJob, ...atOnce }, handleMail(ctx), giveUpMail(ctx))
  await ctx.queue.work({ ...codeJob, ...atOnce }, handleCode(ctx), giveUpCode(ctx))
  await ctx.queue.work(
    { ...initialPasswordJob, ...atOnce },
    handleInitialPassword(ctx),
    giveUpInitialPassword(ctx),
  )

  const mailTo = async (email: string): Promise<ReceivedMail> => {
    for (;;) {
      const index = unread.findIndex((mail) => mail.to === email)
      const [mail] = index < 0 ? [] : unread.splice(index, 1)
      if (mail) return mail
      await once(server, 'received')
    }
  }
  return {
    ...app,
    mailTo,
    secretTo: async (email) => secretOf(await mailTo(email)),
    unread: () => unread,
    refuseNext: (count) => (refusals = count),
    async close() {
      await app.close()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function secretOf(mail: ReceivedMail): string {
  const found = mail.lines.filter((line) => /^[!-~]+$/.test(line) && !line.startsWith('http'))
  if (found.length !== 1) throw new Error(`${found.length} secrets in “${mail.subject}”`)
  return found[0] ?? ''
}

async function read(stream: SMTPServerDataStream): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function subjectOf(raw: string): string {
  const folded = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(raw)?.[1] ?? ''
  return folded
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?([BQ])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : unquoted(text.replaceAll('_', ' ')),
    )
}

function linesOf(raw: string): string[] {
  const part = /text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(raw)
  const encoding = /text\/plain[\s\S]*?Content-Transfer-Encoding: (\S+)/.exec(raw)?.[1]
  const body = part?.[1] ?? ''
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? unquoted(body.replace(/=\r\n/g, ''))
        : body
  return text.split(/\r?\n/).filter(Boolean)
}

function unquoted(text: string): string {
  const bytes = text.replace(/=([\dA-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1').toString()
}
