import { once } from 'node:events'
import { readdir, readFile, appendFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Mail } from '../../platform/mail/mail.ts'
import { makeAccount } from '../../testing/factories.ts'
import { mailApp } from '../../testing/mailbox.ts'
import { testApp, type TestApp } from '../../testing/test-app.ts'
import { alarmCopy } from './copy-alarm.ts'
import { copyEntries, tellHead } from './copy.ts'
import { keepDuties } from '../../duty.ts'
import { auditDuties } from './duties.ts'
import { audit } from './service.ts'
import { deliver } from './syslog.ts'
import { verifyAudit } from './verify.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp({ logLevel: 'silent' })
})
afterEach(() => app.close())

const write = async (count: number, detail: object = {}) => {
  for (let n = 0; n < count; n++) {
    const by = { actor: null, ip: '203.0.113.7', outcome: 'refused' } as const
    await audit(app.context.db, { ...by, action: 'session.login', detail: { n, ...detail } })
  }
}

/** A receiver as RFC 6587 has it. It may break the next lines. */
async function receiver() {
  const received: string[] = []
  let faulty = 0
  const server: Server = createServer({ allowHalfOpen: true }, (socket) => {
    const chunks: Buffer[] = []
    socket.on('error', () => undefined)
    if (faulty > 0) {
      faulty--
      socket.once('data', () => socket.resetAndDestroy())
      return
    }
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => {
      received.push(...messagesOf(Buffer.concat(chunks)))
      socket.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = new URL(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return { place, received, breakNext: (count: number) => (faulty = count), server }
}

function messagesOf(bytes: Buffer): string[] {
  const messages: string[] = []
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(' ', at)
    const end = space + 1 + Number(bytes.subarray(at, space).toString())
    messages.push(bytes.subarray(space + 1, end).toString())
    at = end
  }
  return messages
}

const seqOf = (line: string) => Number(/ seq="(\d+)"/.exec(line)?.[1])

describe('a receiver of syslog', () => {
  test('gets each entry once and in order, also those of the time when it broke its lines', async () => {
    const { place, received, breakNext, server } = await receiver()
    app.context.config.auditSyslog = place
    await write(3, { text: '演示 "a" \\ ]\n' })
    await copyEntries(app.context)
    breakNext(1)
    await write(600)
    await expect(copyEntries(app.context)).rejects.toThrow()
    expect(received.map(seqOf)).toEqual([1, 2, 3])
    await Promise.all([copyEntries(app.context), copyEntries(app.context)])
    await copyEntries(app.context)
    expect(received.map(seqOf)).toEqual(Array.from({ length: 603 }, (_, n) => n + 1))
    expect(received[0]).toMatch(
      /^<108>1 \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z \S+ mingmou - session\.login \[audit@32473 seq="1" /,
    )
    expect(received[0]).toContain(String.raw`detail="{\"n\": 0`.replace(': ', ':'))
    expect(received[0]).toMatch(/\] Sign in$/)
    expect(received.join('')).not.toContain('\n')
    server.close()
  })

  test.each([
    ['reads nothing', (line: Socket) => line.pause()],
    ['reads all and never ends', (line: Socket) => line.resume()],
    [
      'says something now and then',
      (line: Socket) => {
        const talk = setInterval(() => line.write('.'), 20)
        line.resume().on('close', () => clearInterval(talk))
      },
    ],
  ])('that %s is given up in a bounded time', async (_, stall) => {
    const lines = new Set<Socket>()
    const server = createServer({ allowHalfOpen: true }, (line) => {
      line.on('error', () => undefined)
      lines.add(line)
      stall(line)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const place = new URL(`tcp://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const much = Array.from({ length: 500 }, () => 'x'.repeat(20_000))
    await expect(deliver(place, much, 200)).rejects.toThrow('the receiver of syslog does not end')
    for (const line of lines) line.destroy()
    server.close()
  })
})

describe('a file of syslog', () => {
  test('has a line for each entry, goes on after half a line, and the chain’s hashes stand in it', async () => {
    const path = join(app.context.config.dataDir, 'audit.log')
    app.context.config.auditSyslog = pathToFileURL(path)
    await write(2)
    await copyEntries(app.context)
    await appendFile(path, '<110>1 2026-')
    await write(1)
    await copyEntries(app.context)
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
    expect(lines.filter((line) => line.includes('seq=')).map(seqOf)).toEqual([1, 2, 3])
    const { head } = await verifyAudit(app.context.config)
    expect(lines.at(-1)).toContain(`hash="${head.hash}"`)
  })
})

describe('the head of the chain', () => {
  test('is a new file every day that the check takes, and is never written again', async () => {
    const folder = join(app.context.config.dataDir, 'heads')
    app.context.config.auditHeads = pathToFileURL(folder)
    await write(1)
    await tellHead(app.context)
    await write(1)
    await tellHead(app.context)
    expect(await readdir(folder)).toHaveLength(1)
    app.advance(86_400)
    await tellHead(app.context)
    const names = (await readdir(folder)).sort()
    const heads = await Promise.all(
      names.map(async (name) => (await readFile(join(folder, name), 'utf8')).trim().split(':')),
    )
    expect(heads.map(([seq]) => seq)).toEqual(['1', '2'])
    const kept = heads.map(([seq, hash = '']) => ({ seq: Number(seq), hash }))
    expect((await verifyAudit(app.context.config, kept)).faults).toEqual([])
    const forged = { seq: 1, hash: 'f'.repeat(64) }
    const [fault] = (await verifyAudit(app.context.config, [forged])).faults
    expect(fault?.fault).toBe('rewritten')
  })

  test('is mailed once a day to whoever is named', async () => {
    const mailed = await mailApp()
    mailed.context.config.auditHeads = new URL('mailto:auditor@clinic.example.com')
    await tellHead(mailed.context)
    await tellHead(mailed.context)
    const { lines } = await mailed.mailTo('auditor@clinic.example.com')
    expect(lines.some((line) => /^\d+:[0-9a-f]{64}$/.test(line))).toBe(true)
    expect(mailed.unread()).toEqual([])
    await mailed.close()
  })
})

describe('a place that takes nothing', () => {
  test('is seen in the age of what waits, and mailed to the administrators once a day', async () => {
    const metricsToken = 'a-token-of-metrics'
    const away = {
      auditSyslog: new URL('tcp://127.0.0.1:1'),
      auditHeads: new URL('file:///dev/null'),
    }
    const failing = await testApp({ ...away, metricsToken, logLevel: 'silent' })
    const { context } = failing
    const chief = await makeAccount(failing, { role: '1' })
    failing.advance(3_600)
    const mails = async () => {
      const { rows } = await sql<{ mail: Mail }>`
        select data as mail from jobs where name = 'mail'`.execute(context.db)
      return rows.map(({ mail }) => [mail.to, mail.subject])
    }
    const mail = [chief.email, '【明眸】审计日志外送失败']
    keepDuties(context, auditDuties)
    await expect.poll(mails).toEqual([mail, mail])
    await alarmCopy(context, 'entries')
    expect(await mails()).toHaveLength(2)
    failing.advance(86_401)
    await alarmCopy(context, 'entries')
    expect(await mails()).toHaveLength(3)

    const ready = (await (await fetch(`${failing.url}/readyz`)).json()) as {
      data: { audit_copy: { entries_seconds: number; head_seconds: null } }
    }
    expect(ready.data.audit_copy.entries_seconds).toBeGreaterThan(86_400)
    expect(ready.data.audit_copy.head_seconds).toBe(null)
    const headers = { authorization: `Bearer ${metricsToken}` }
    const metrics = await (await fetch(`${failing.url}/metrics`, { headers })).text()
    expect(metrics).toMatch(/^mingmou_audit_copy_age_seconds\{of="entries"\} \d{5}$/m)
    await failing.close()
  })
})
