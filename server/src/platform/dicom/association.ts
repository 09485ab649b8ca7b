import type { Socket } from 'node:net'
import { cut, openLine, writeTo, type Far } from '../line.ts'
import { SOP, SYNTAX } from './classes.ts'
import { commandSet, readStatus } from './commands.ts'
import { IMPLEMENTATION } from './part10.ts'
import {
  associatePdu,
  dataPdus,
  idOf,
  PDU,
  pdu,
  readAccept,
  readData,
  type Pdu,
  type Wanted,
} from './pdus.ts'

/** Answers are short. */
const MOST_BYTES = 1024 * 1024
/** Of one unit, where the peer takes any. */
const PIECE = 65_536

/** Where a peer is, and what both call themselves. */
export interface Peer extends Far {
  calling: string
  called: string
}

export class PeerRefused extends Error {
  readonly why: 'rejected' | 'class' | 'aborted'
  /** For a rejection: who refused and why (PS3.8 9.3.4). */
  readonly detail: string
  constructor(why: PeerRefused['why'], detail = '') {
    super(`the peer: ${why} ${detail}`)
    this.why = why
    this.detail = detail
  }
}

export interface Association {
  /** Resolves with the status of the peer. */
  ask(wanted: Wanted, body: { instance: string; dataset: Buffer } | null): Promise<Status>
}
type Status = ReturnType<typeof readStatus>

/** The status with which a peer answers an echo. */
export async function echo(peer: Peer): Promise<number> {
  const wanted = { sopClass: SOP.verification, syntax: SYNTAX.implicitLittle }
  const { status } = await withAssociation(peer, [wanted], (association) =>
    association.ask(wanted, null),
  )
  return status
}

/** Opens an association for what is wanted, and releases it after the work. The bytes of a data set are sent as they are. */
export async function withAssociation<T>(
  peer: Peer,
  wanted: readonly Wanted[],
  work: (association: Association) => Promise<T>,
): Promise<T> {
  const socket = await openLine(peer)
  try {
    const units = readUnits(socket)
    socket.write(associatePdu(peer, wanted, IMPLEMENTATION))
    const accepted = readAccept(accepting(await next(units)))
    const most = accepted.most === 0 ? PIECE : Math.min(accepted.most, PIECE)
    let message = 0
    const result = await work({
      async ask(asked, body) {
        const context = idOf(wanted.indexOf(asked))
        if (!accepted.contexts.has(context)) throw new PeerRefused('class', asked.sopClass)
        const command = commandSet({
          sopClass: asked.sopClass,
          message: ++message,
          instance: body?.instance ?? null,
        })
        for (const unit of dataPdus(context, true, command, most)) await writeTo(socket, unit)
        if (body)
          for (const unit of dataPdus(context, false, body.dataset, most))
            await writeTo(socket, unit)
        return readAnswer(units)
      },
    })
    // What it says to that changes nothing.
    socket.write(pdu(PDU.release, Buffer.alloc(4)))
    await next(units).catch(() => undefined)
    return result
  } finally {
    socket.destroy()
  }
}

async function* readUnits(socket: Socket): AsyncGenerator<Pdu> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const piece of socket as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= 6) {
      const length = rest.readUInt32BE(2)
      if (length > MOST_BYTES) throw new PeerRefused('aborted')
      if (rest.length < 6 + length) break
      yield { kind: rest.readUInt8(0), body: rest.subarray(6, 6 + length) }
      rest = rest.subarray(6 + length)
    }
  }
}

async function next(units: AsyncGenerator<Pdu>): Promise<Pdu> {
  const came = await units.next()
  if (came.done === true) throw cut()
  return came.value
}

function accepting({ kind, body }: Pdu): Buffer {
  if (kind === PDU.accept) return body
  if (kind === PDU.reject) throw new PeerRefused('rejected', `${body[2] ?? 0}/${body[3] ?? 0}`)
  throw new PeerRefused('aborted')
}

async function readAnswer(units: AsyncGenerator<Pdu>): Promise<Status> {
  const pieces: Buffer[] = []
  for (;;) {
    const { kind, body } = await next(units)
    if (kind !== PDU.data) throw new PeerRefused('aborted')
    for (const { last, bytes } of readData(body)) {
      pieces.push(bytes)
      if (last) return readStatus(Buffer.concat(pieces))
    }
  }
}
