import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import {
  addHl7Peer,
  listHl7Messages,
  listHl7Peers,
  listOrders,
  listPatients,
  patientInfo,
  playHl7Message,
  today,
  type Hl7Message,
  type InputOf,
} from '@mingmou/contract'
import type { Hl7Config } from '../config.ts'
import { startHl7 } from '../hl7.ts'
import { framed, mllpReader } from '../platform/hl7/mllp.ts'
import type { SignedIn } from './factories.ts'
import { succeed, testApp, type TestApp } from './test-app.ts'

const HL7: Hl7Config = {
  host: '127.0.0.1',
  port: 0,
  tls: null,
  frameMs: 2000,
  idleMs: 20_000,
  messageBytes: 1024 * 1024,
  most: { address: 16, all: 64, silent: 8 },
}

/** A program that takes HL7 v2, before anybody uses it. */
export async function hl7App(hl7: Partial<Hl7Config> = {}) {
  const app = await testApp({ hl7: { ...HL7, ...hl7 } })
  const receiver = await startHl7(app.context)
  if (!receiver) throw new Error('nothing listens')
  const close = async () => {
    await receiver.stop()
    await app.close()
  }
  return { app, port: receiver.port, close }
}

export const PEER: InputOf<typeof addHl7Peer> = {
  name: '医院信息系统',
  application: 'HIS',
  facility: 'H1',
  addresses: ['127.0.0.1'],
  codes_fundus: ['FP'],
  codes_octa: ['OCTA'],
}

/** The system of an institution, registered by its main account, and what it writes into MSH-6. */
export async function registerSystem(
  app: TestApp,
  main: SignedIn,
  traits: Partial<InputOf<typeof addHl7Peer>> = {},
): Promise<{ peer_id: string; facility: string }> {
  const asked = { token: main.token }
  const { peer_id } = await succeed(app, addHl7Peer, { ...PEER, ...traits }, asked)
  const { called } = await succeed(app, listHl7Peers, {}, asked)
  return { peer_id, facility: called.facility }
}

export interface Answer {
  text: string
  ack: string
  /** MSA-2. */
  of: string
  /** ERR-2 as SEG-field, ERR-3 and ERR-4; empty where there is none. */
  at: string
  code: string
  severity: string
}

function answered(text: string): Answer {
  const line = (name: string) =>
    (text.split('\r').find((row) => row.startsWith(name)) ?? '').split('|')
  const [, ack = '', of = ''] = line('MSA')
  const [, , place = '', code = '', severity = ''] = line('ERR')
  const [segment = '', , field = ''] = place.split('^')
  const at = field === '' ? segment : `${segment}-${field}`
  return { text, ack, of, at, code: code.split('^')[0] ?? '', severity }
}

export interface Line {
  socket: Socket
  /** The next answer; null where the line ended before. */
  next(): Promise<Answer | null>
}

export async function lineTo(port: number): Promise<Line> {
  const socket = connect({ host: '127.0.0.1', port })
  // One that is cut while it sends.
  socket.on('error', () => undefined)
  const read = mllpReader(1024 * 1024)
  const found: Answer[] = []
  const waiting: ((answer: Answer | null) => void)[] = []
  socket.on('data', (chunk: Buffer) => {
    for (const message of read(chunk).messages) {
      const answer = answered(message.toString())
      const first = waiting.shift()
      if (first) first(answer)
      else found.push(answer)
    }
  })
  socket.on('close', () => {
    for (const resolve of waiting.splice(0)) resolve(null)
  })
  await once(socket, 'connect')
  const next = () =>
    new Promise<Answer | null>((resolve) => {
      const first = found.shift()
      if (first) resolve(first)
      else if (socket.closed) resolve(null)
      else waiting.push(resolve)
    })
  return { socket, next }
}

/** Sends one message over a line of its own. */
export async function sendMessage(port: number, message: string | Buffer): Promise<Answer> {
  const line = await lineTo(port)
  line.socket.write(framed(Buffer.from(message)))
  const answer = await line.next()
  line.socket.destroy()
  if (answer === null) throw new Error('the line was cut')
  return answer
}

let sent = 0
export interface Head {
  facility: string
  id?: string
  charset?: string
  application?: string
  sender?: string
  processing?: string
  version?: string
}
export const nextId = () => `T${process.pid}-${++sent}`

/** A message: its type, then its segments after MSH. */
export const messageOf = (head: Head, type: string, ...segments: string[]): string => {
  const { facility, id = nextId(), charset = '', application = 'HIS', sender = 'H1' } = head
  const { processing = 'P', version = '2.5' } = head
  const msh = [
    ...['MSH', '^~\\&', application, sender, 'MINGMOU', facility, '20261127090000', '', type],
    ...[id, processing, version, '', '', '', '', '', charset],
  ]
  return `${[msh.join('|'), ...segments].join('\r')}\r`
}

export interface PersonTraits {
  number?: string
  name?: string
  birthday?: string
  sex?: string
  phone?: string
  address?: string
  numbers?: string
}
export const pidOf = ({
  number = '',
  name = '王^芳',
  birthday = '19600517',
  sex = 'F',
  phone = '',
  address = '',
  numbers = '',
}: PersonTraits): string =>
  `PID|1||${number}^^^HIS^MR${numbers}||${name}||${birthday}|${sex}|||${address}||${phone}`

/** What a system sends to an institution, and what its main account then sees. */
export function atHospital(
  of: () => { app: TestApp; port: number; main: SignedIn; facility: string },
) {
  const asMain = () => ({ token: of().main.token })
  const send = (type: string, segments: string[], head: Partial<Head> = {}) =>
    sendMessage(of().port, messageOf({ facility: of().facility, ...head }, type, ...segments))
  const adt = (trigger: string, person: PersonTraits, head: Partial<Head> = {}) =>
    send(`ADT^${trigger}`, ['EVN||20261127', pidOf(person)], head)
  let n = 0
  const fresh = () => `H${process.pid}${++n}`
  const patientWith = async (number: string) => {
    const { app } = of()
    const { rows } = await succeed(app, listPatients, { adCardNumber: number }, asMain())
    const [row] = rows
    return row === undefined ? null : succeed(app, patientInfo, { pid: row.pid }, asMain())
  }
  const messages = async (body: object = {}): Promise<Hl7Message[]> =>
    (await succeed(of().app, listHl7Messages, { size: 100, ...body }, asMain())).rows
  const messageNamed = async (id: string) => {
    const found = (await messages()).find(({ control_id }) => control_id === id)
    if (!found) throw new Error(`no message ${id}`)
    return found
  }
  const ordersOf = async (number: string, day = today()) =>
    (await succeed(of().app, listOrders, { day, size: 100 }, asMain())).rows.filter(
      (row) => row.ad_card_number === number,
    )
  const play = (message_id: string) => succeed(of().app, playHl7Message, { message_id }, asMain())
  return { asMain, send, adt, fresh, patientWith, messages, messageNamed, ordersOf, play }
}
