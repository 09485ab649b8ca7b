import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { Config } from '../config.ts'
import { giveUpCode, handleCode } from '../features/codes/code.handler.ts'
import { codeJob } from '../features/codes/code.job.ts'
import {
  giveUpInitialPassword,
  handleInitialPassword,
} from '../features/passwords/initial-password.ts'
import { initialPasswordJob } from '../features/passwords/initial-password.job.ts'
import { giveUpMail, handleMail } from '../platform/mail/mail.handler.ts'
import { mailJob } from '../platform/mail/mail.ts'
import { testApp, type TestApp } from './test-app.ts'

export interface ReceivedMail {
  to: string
  /** A mail program recognises a repeated mail by this. */
  id: string
  subject: string
  /** The lines of the plain-text part that are not empty. */
  lines: string[]
}

export interface MailApp extends TestApp {
  /** The oldest unread mail to an address. Waits for it. */
  mailTo(email: string): Promise<ReceivedMail>
  /** The code or initial password of the mail: its one line of ASCII characters that is no link. */
  secretTo(email: string): Promise<string>
  /** The unread mails. */
  unread(): ReceivedMail[]
  /** The results of the next deliveries, one after the other. */
  failNext(...faults: Fault[]): void
}

/** The behaviour of a mail server that takes no mail, or takes it without saying so. */
export type Fault =
  | 'busy' // ends the line at once
  | 'mute' // never greets
  | 'no such box' // refuses the address
  | 'refused' // refuses the mail
  | 'silent' // reads the mail and never answers
  | 'dropped' // breaks the line in the middle of the mail
  | 'lost answer' // takes the mail, and breaks the line before it says so

/** How long a mail server may be silent in tests of silence. */
const IMPATIENT = '?connectionTimeout=1500&greetingTimeout=1500&socketTimeout=3000'

/** The program with a real mail server on loopback, and a worker that sends its mails. */
export async function mailApp({
  impatient = false,
  config = {},
}: { impatient?: boolean; config?: Partial<Config> } = {}): Promise<MailApp> {
  const unread: ReceivedMail[] = []
  const faults: Fault[] = []
  const fated = new WeakMap<object, Fault>()
  const lines = new Map<number, Socket>()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect(session, done) {
      const fault = faults.shift()
      if (fault) fated.set(session, fault)
      if (fault === 'mute') return
      done(fault === 'busy' ? refusal('too many connections', 421) : null)
    },
    onRcptTo(_, session, done) {
      done(fated.get(session) === 'no such box' ? refusal('no such box', 550) : null)
    },
    onData(stream, session, done) {
      const fault = fated.get(session)
      const hangUp = () => lines.get(session.remotePort)?.destroy()
      if (fault === 'dropped') {
        hangUp()
        return
      }
      void read(stream).then((raw) => {
        if (fault === 'silent') return
        if (fault === 'refused') {
          done(refusal('try again later', 451))
          return
        }
        const to = session.envelope.rcptTo[0]?.address ?? ''
        unread.push({ to, id: idOf(raw), subject: subjectOf(raw), lines: linesOf(raw) })
        if (fault === 'lost answer') hangUp()
        else done()
        server.emit('received')
      })
    },
  })
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    if (socket.remotePort !== undefined) lines.set(socket.remotePort, socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const app = await testApp({
    ...config,
    mail: {
      url: `smtp://127.0.0.1:${port}${impatient ? IMPATIENT : ''}`,
      from: 'mingmou@clinic.example.com',
    },
  })
  const ctx = app.context
  // The options of the program, but without the wait between two tries.
  const atOnce = { retryDelaySeconds: 0 }
  await ctx.queue.work({ ...mailJob, ...atOnce }, handleMail(ctx.config), giveUpMail(ctx.log))
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
    failNext: (...next) => void faults.push(...next),
    async close() {
      await app.close()
      for (const socket of lines.values()) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

const refusal = (message: string, responseCode: number) =>
  Object.assign(new Error(message), { responseCode })

const idOf = (raw: string) => /^Message-ID: (<[^>]*>)/im.exec(raw)?.[1] ?? ''

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
