import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createSecureServer, type TlsOptions } from 'node:tls'
import type { addDestination, InputOf } from '@mingmou/contract'
import { decodeMessage } from '../platform/hl7/charset.ts'
import { parseMessage, type Segment } from '../platform/hl7/message.ts'
import { framed, mllpReader } from '../platform/hl7/mllp.ts'
import { dribble } from './dribble.ts'

/**
 * How a system answers a result: `half` ends within its answer, `hold` and `dribble` take it once another manner is set,
 * one silent until then and one not.
 */
export type Manner =
  'AA' | 'AE' | 'AR' | 'CA' | 'other' | 'half' | 'ends' | 'hold' | 'dribble' | 'garbage'

/** A result as a system got it. */
export interface Got {
  bytes: Buffer
  text: string
  charset: string
  segments: Segment[]
  /** MSH-10. */
  id: string
}

export interface ResultSystem {
  port: number
  got: Got[]
  /** From now on it answers so. */
  answer: (manner: Manner) => void
  /** Resolves at the next result. */
  next: () => Promise<Got>
  stop: () => void
}

function read(bytes: Buffer): Got {
  const [head] = parseMessage(bytes.toString('latin1'), 'iso-8859-1') ?? []
  const found = decodeMessage(bytes, head?.text(18) ?? '')
  if (typeof found === 'string') throw new Error(`a message that is ${found}`)
  const segments = parseMessage(found.text, found.charset) ?? []
  return { bytes, ...found, segments, id: head?.text(10) ?? '' }
}

const answerOf = (manner: Manner, id: string): Buffer => {
  const msa = {
    AA: `MSA|AA|${id}`,
    CA: `MSA|CA|${id}`,
    AE: `MSA|AE|${id}\rERR||PID^1^3|204^Unknown key identifier^HL70357|E||||没有该患者 & 请核对`,
    AR: `MSA|AR|${id}|unknown receiver`,
    other: 'MSA|AA|SOMETHING-ELSE',
  }
  const said = manner in msa ? msa[manner as keyof typeof msa] : ''
  return framed(
    Buffer.from(`MSH|^~\\&|HIS|H1|MINGMOU||20261127||ACK^R01^ACK|A${id}|P|2.5\r${said}\r`),
  )
}

/** One that is named as a destination, without PDF unless said otherwise. */
export const resultDestination = (
  port: number,
  traits: Partial<InputOf<typeof addDestination>> = {},
): InputOf<typeof addDestination> => ({
  name: '医院 HIS',
  kind: 'hl7',
  host: '127.0.0.1',
  port,
  active: true,
  sending_application: 'MINGMOU',
  sending_facility: 'EYE',
  receiving_application: 'HIS',
  receiving_facility: 'H1',
  charset: 'utf-8',
  pdf: false,
  ...traits,
})

/** A system of a hospital that takes results by HL7 v2. */
export async function startResultSystem(tls: TlsOptions | null = null): Promise<ResultSystem> {
  const got: Got[] = []
  const waiting: ((got: Got) => void)[] = []
  const sockets = new Set<Socket>()
  const held: (() => void)[] = []
  let manner: Manner = 'AA'
  const serve = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const reader = mllpReader(64 * 1024 * 1024)
    socket.on('data', (chunk: Buffer) => {
      for (const bytes of reader(chunk).messages) {
        const message = read(bytes)
        got.push(message)
        const answer = answerOf(manner, message.id)
        if (manner === 'ends') socket.destroy()
        else if (manner === 'half') socket.end(answer.subarray(0, answer.length - 9))
        else if (manner === 'garbage') socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
        else if (manner === 'hold') held.push(() => socket.write(answerOf('AA', message.id)))
        else if (manner === 'dribble') {
          const drops = dribble(socket)
          drops.add(answerOf('AA', message.id))
          held.push(drops.rest)
        } else socket.write(answer)
        for (const tell of waiting.splice(0)) tell(message)
      }
    })
  }
  const server = tls ? createSecureServer(tls, serve) : createServer(serve)
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    got,
    answer: (to) => {
      manner = to
      for (const write of held.splice(0)) write()
    },
    next: () => new Promise((resolve) => waiting.push(resolve)),
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
