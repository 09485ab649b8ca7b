import { listHl7Messages, listHl7Peers, listPatients } from '@mingmou/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHl7 } from '../../hl7.ts'
import { framed } from '../../platform/hl7/mllp.ts'
import { makeAccount, type SignedIn } from '../../testing/factories.ts'
import {
  hl7App,
  lineTo,
  messageOf,
  nextId,
  pidOf,
  registerSystem,
  sendMessage,
  type Line,
} from '../../testing/hl7-system.ts'
import { succeed, type TestApp } from '../../testing/test-app.ts'
import { SPOKEN } from './apply.ts'

let app: TestApp
let port: number
let close: () => Promise<void>
let main: SignedIn
let facility: string
beforeAll(async () => {
  const started = await hl7App({ frameMs: 500, idleMs: 1000, messageBytes: 64 * 1024 })
  ;({ app, port, close } = started)
  main = await makeAccount(app, { role: '3' })
  ;({ facility } = await registerSystem(app, main))
})
afterAll(() => close())

const patient = (number: string) => messageOf({ facility }, 'ADT^A04', pidOf({ number }))
const isServed = async () => (await sendMessage(port, patient(nextId()))).ack
const countOf = async () =>
  (await succeed(app, listPatients, { size: 1 }, { token: main.token })).total_count
/** The line ends without an answer. */
const isCut = async (line: Line) => expect(await line.next()).toBeNull()

describe('a caller', () => {
  test('that says nothing is cut', async () => {
    await isCut(await lineTo(port))
    expect(await isServed()).toBe('AA')
  })

  test('that stops within a message is cut, and nothing is kept of the half', async () => {
    const before = await countOf()
    const line = await lineTo(port)
    line.socket.write(framed(Buffer.from(patient('HALF'))).subarray(0, -2))
    await isCut(line)
    expect(await countOf()).toBe(before)
  })

  test('that sends a message byte by byte for ever is cut', async () => {
    const line = await lineTo(port)
    line.socket.write('\x0bMSH')
    const drip = setInterval(() => line.socket.write('|'), 50)
    await isCut(line)
    clearInterval(drip)
  })

  test('that was answered and says nothing more is cut', async () => {
    const line = await lineTo(port)
    line.socket.write(framed(Buffer.from(patient(nextId()))))
    expect(await line.next()).toMatchObject({ ack: 'AA' })
    await isCut(line)
  })

  test.each([
    ['speaks HTTP', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
    ['speaks TLS', Buffer.from('1603010200010001fc0303', 'hex')],
    ['frames what is no message', framed(Buffer.from('hello'))],
    ['frames nothing', framed(Buffer.alloc(0))],
    [
      'sends a message without end',
      Buffer.concat([Buffer.from('\x0bMSH|'), Buffer.alloc(70_000, 65)]),
    ],
  ])('that %s is cut', async (_, bytes) => {
    const line = await lineTo(port)
    line.socket.write(bytes)
    await isCut(line)
    expect(await isServed()).toBe('AA')
  })

  test('that does not read its answers holds nobody up, and is cut', async () => {
    const line = await lineTo(port)
    line.socket.pause()
    const gone = new Promise((resolve) => line.socket.once('close', resolve))
    // Its answers outgrow what the network takes.
    const head = messageOf({ facility, application: 'a'.repeat(60_000) }, 'ADT^A04')
    const bytes = framed(Buffer.from(head))
    for (let sent = 0; sent < 400; sent++) line.socket.write(bytes)
    expect(await isServed()).toBe('AA')
    // What the network still holds is read to its end.
    line.socket.resume()
    await gone
  })
})

test('of 200 connections the silent ones are cut, and a registered system is served', async () => {
  const lines = await Promise.all(Array.from({ length: 200 }, () => lineTo(port)))
  expect(await isServed()).toBe('AA')
  await Promise.all(lines.map(isCut))
  expect(await isServed()).toBe('AA')
})

test('a registered system has a limit of lines for each address; one more is cut', async () => {
  const { context } = app
  const { hl7 } = context.config
  if (hl7 === null) throw new Error('nothing listens')
  const most = { address: 4, all: 64, silent: 8 }
  const config = { ...context.config, hl7: { ...hl7, frameMs: 600_000, idleMs: 600_000, most } }
  const receiver = await startHl7({ ...context, config })
  const to = receiver?.port ?? 0
  const lines = await Promise.all(Array.from({ length: most.address }, () => lineTo(to)))
  for (const line of lines) {
    line.socket.write(framed(Buffer.from(patient(nextId()))))
    expect(await line.next()).toMatchObject({ ack: 'AA' })
  }
  const extra = await lineTo(to)
  extra.socket.write(framed(Buffer.from(patient('ONE-MORE'))))
  await isCut(extra)
  await receiver?.stop()
  const asked = { token: main.token }
  const { rows } = await succeed(app, listPatients, { adCardNumber: 'ONE-MORE' }, asked)
  expect(rows).toEqual([])
})

describe('generated messages', () => {
  const MANY = Number(process.env['BODIES'] ?? 2000)
  const word = fc.oneof(
    fc.constantFrom(
      '',
      '""',
      '王',
      'FP',
      '20260101',
      'NW',
      'CA',
      'XO',
      'M',
      '\\F\\',
      '\\X00\\',
      '\\',
    ),
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.stringMatching(/^[A-Z0-9]{1,8}$/),
  )
  const field = fc.oneof(
    word,
    fc.array(word, { maxLength: 8 }).map((parts) => parts.join('^')),
    fc.array(word, { maxLength: 3 }).map((parts) => parts.join('~')),
  )
  const segment = fc
    .tuple(
      fc.constantFrom('PID', 'MRG', 'ORC', 'OBR', 'TQ1', 'SCH', 'AIS', 'ZZZ', ''),
      fc.array(field, { maxLength: 45 }),
    )
    .map(([name, fields]) => [name, ...fields].join('|'))
  const whole = fc
    .tuple(
      fc.constantFrom(
        ...Object.entries(SPOKEN).flatMap(([kind, all]) => all.map((t) => `${kind}^${t}`)),
      ),
      fc.stringMatching(/^[A-Z0-9]{1,3}$/),
      fc.array(segment, { maxLength: 6 }),
      fc.constantFrom('', 'UNICODE UTF-8', 'GB18030', 'ASCII'),
    )
    .map(([type, number, segments, charset]) =>
      Buffer.from(
        messageOf(
          { facility, charset, id: nextId() },
          type,
          ...(segments.length % 2 === 0 ? [pidOf({ number })] : []),
          ...segments,
        ),
      ),
    )
  /** Some bytes are others. */
  const spoilt = fc
    .tuple(whole, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }))
    .map(([bytes, changes]) => {
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      return bytes
    })

  test(`of ${MANY} each is answered or cut, and the program goes on`, async () => {
    const all = fc.sample(fc.oneof({ weight: 3, arbitrary: whole }, spoilt), MANY)
    const found = { answered: 0, cut: 0 }
    const sendAll = async () => {
      let line = await lineTo(port)
      for (let bytes = all.pop(); bytes; bytes = all.pop()) {
        line.socket.write(framed(bytes))
        const answer = await line.next()
        if (answer === null) {
          found.cut += 1
          line = await lineTo(port)
        } else {
          found.answered += 1
          // A fault of the program would be one that a sender tries again for ever.
          expect([answer.code, bytes.toString()]).not.toEqual(['207', expect.anything()])
        }
      }
      line.socket.destroy()
    }
    await Promise.all(Array.from({ length: 6 }, sendAll))
    expect(found.answered + found.cut).toBe(MANY)
    expect(found.answered).toBeGreaterThan(MANY / 2)
    expect(await isServed()).toBe('AA')
    const asked = { token: main.token }
    const { rows } = await succeed(app, listHl7Messages, { size: 100 }, asked)
    expect(rows.length).toBeGreaterThan(0)
    await succeed(app, listHl7Peers, {}, asked)
  })
})
