import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { STATUS } from '@mingmou/contract'
import { startProgram, type Program } from '@mingmou/e2e/program'
import { objectStore } from '@mingmou/server/testing/object-store'
import { CallRefused, signIn, type Client } from '../client.ts'
import { processesOf, type Part } from './processes.ts'
import { openRelay, type Relay } from './relay.ts'
import { openVolume, type Volume } from './volume.ts'

/** The library of Debian's package `faketime`. */
const CLOCK = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/**
 * Another sign-in is due where the session is over, and where nobody answers: the program may come back at another address.
 * After any other refusal it would end the session of whoever else is at work.
 */
const isOver = (error: unknown): boolean =>
  !(error instanceof CallRefused) || SESSION_OVER.includes(error.status)
const SESSION_OVER: readonly number[] = [
  STATUS.unauthorised,
  STATUS.tokenExpired,
  STATUS.sessionRevoked,
  STATUS.loggedInElsewhere,
]

/** What the program keeps free. */
export const RESERVE_MB = 50

export interface World {
  url: () => string
  clinician: () => Promise<Client>
  administrator: () => Promise<Client>
  /** A trial account of the demonstration. */
  trial: () => Promise<Client>
  /** Null where this machine has none. */
  volume: Volume | null
  mailLine: Relay
  /** Null where files lie in the data folder. */
  storeLine: Relay | null
  /** Addresses of the mails that were taken. */
  mailed: Set<string>
  signal(part: Part, signal: NodeJS.Signals): Promise<void>
  /** Sets the clocks of web and worker forward or back. False where the library is not there. */
  stepClock(seconds: number): Promise<boolean>
  /** Kills every process at once. */
  killAll(): Promise<void>
  restart(): Promise<void>
  /** Resolves once everything works again. */
  ready(): Promise<void>
  /** Stops the program. Returns the faults of its audit log. */
  auditFaults(): Promise<string[]>
  remove(): Promise<void>
}

/** The program as the README starts it, with a mail server and perhaps an object store that can be made bad. */
export async function openWorld({ store }: { store: boolean }): Promise<World> {
  const mailed = new Set<string>()
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      stream.resume().once('end', () => {
        for (const { address } of session.envelope.rcptTo) mailed.add(address)
        done()
      })
    },
  })
  smtp.on('error', () => undefined)
  smtp.listen(0, '127.0.0.1')
  await once(smtp.server, 'listening')
  const mailLine = await openRelay((smtp.server.address() as AddressInfo).port)
  const objects = store ? await objectStore() : null
  const storeLine = objects && (await openRelay(Number(new URL(objects.config.endpoint).port)))
  const volume = store ? null : await openVolume()
  const home = volume?.folder ?? (await mkdtemp(join(tmpdir(), 'mingmou-chaos-')))
  const dataDir = join(home, 'data')
  const clock = join(tmpdir(), `mingmou-clock-${process.pid}`)
  const setClock = (seconds: number) => writeFile(clock, `${seconds < 0 ? '' : '+'}${seconds}`)
  await setClock(0)
  const env = {
    SMTP_URL: `smtp://127.0.0.1:${mailLine.port}`,
    MAIL_FROM: 'mingmou@clinic.example.com',
    LOG_LEVEL: 'warn',
    DISK_RESERVE_MB: String(RESERVE_MB),
    ...(existsSync(CLOCK) && {
      LD_PRELOAD: CLOCK,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
    ...(objects &&
      storeLine && {
        S3_ENDPOINT: `http://127.0.0.1:${storeLine.port}`,
        S3_REGION: objects.config.region,
        S3_BUCKET: objects.config.bucket,
        S3_ACCESS_KEY_ID: objects.config.accessKeyId,
        S3_SECRET_ACCESS_KEY: objects.config.secretAccessKey,
      }),
  }
  let program: Program = await startProgram({ dataDir, env })

  /** A session is kept until a call fails with it. */
  const session = (role: '2' | '4' | '5', accountType: 1 | 2) => {
    let client: Promise<Client> | null = null
    return () => {
      client ??= signIn(program.url, program.account(role), accountType).then((signed) => ({
        ...signed,
        call: (call, body) =>
          signed.call(call, body).catch((error: unknown) => {
            if (isOver(error)) client = null
            throw error
          }),
      }))
      return client.catch((error: unknown) => {
        client = null
        throw error
      })
    }
  }
  const killAll = async () => {
    const processes = await processesOf(dataDir)
    for (const pid of Object.values(processes).flat()) kill(pid, 'SIGKILL')
    await program.stop('SIGKILL')
  }
  return {
    url: () => program.url,
    clinician: session('4', 2),
    administrator: session('2', 1),
    trial: session('5', 1),
    volume,
    mailLine,
    storeLine,
    mailed,
    async signal(part, signal) {
      const processes = await processesOf(dataDir)
      if (processes[part].length === 0) throw new Error(`no process of the ${part}`)
      for (const pid of processes[part]) kill(pid, signal)
    },
    async stepClock(seconds) {
      await setClock(seconds)
      return existsSync(CLOCK)
    },
    killAll,
    async restart() {
      program = await startProgram({ dataDir, env })
    },
    async ready() {
      for (;;) {
        const answer = await fetch(`${program.url}/readyz`).catch(() => null)
        if (answer?.ok) return
        await new Promise((next) => setTimeout(next, 100))
      }
    },
    async auditFaults() {
      await program.stop()
      const command = ['run', '--silent', 'audit:verify']
      // The mode of a test runner must not reach the command.
      const settings = { ...process.env, MODE: undefined, ...env, DATA_DIR: dataDir }
      // The object store lives in this process, so the process must not wait for the command.
      const [error, stdout, stderr] = await new Promise<[Error | null, string, string]>((done) =>
        execFile('npm', command, { env: settings }, (...said) => done(said)),
      )
      console.log(`audit log: ${stdout.trim()}`)
      return error === null ? [] : [`audit log: ${stderr.trim()}`]
    },
    async remove() {
      await program.stop()
      await storeLine?.close()
      await objects?.close()
      await mailLine.close()
      await new Promise<void>((done) => smtp.close(() => done()))
      if (volume) await volume.remove()
      else await rm(home, { recursive: true, force: true })
      await rm(clock, { force: true })
    },
  }
}

/** It may have ended since it was listed. */
function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}
