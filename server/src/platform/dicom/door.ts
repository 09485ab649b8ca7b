import { EventEmitter } from 'node:events'
import type { Socket } from 'node:net'

/** What a peer may send, and how long it may be silent. */
export interface DoorLimits {
  /** Of one PDU with data, as we tell it. */
  pduBytes: number
  /** Of one data set. */
  datasetBytes: number
  /** Until it asks for an association. */
  firstMs: number
  /** From one whole PDU to the next. */
  silenceMs: number
}

/** Why a connection was cut. */
export type Cut = 'silent' | 'pdu' | 'dataset' | 'order' | 'broken'

/** The types of PDUs (PS3.8 9.3) that a caller sends. */
const PDU = { request: 1, data: 4, release: 5, abort: 7 } as const
const HEAD = 6
/** C-STORE-RQ, C-FIND-RQ, C-ECHO-RQ and C-CANCEL-RQ (PS3.7 E.1-1). */
const SPOKEN: readonly number[] = [0x0001, 0x0020, 0x0030, 0x0fff]
const NO_DATASET = 0x0101
/** So many times as long as a peer may be silent may an answer of ours take. */
const PATIENCE = 5
/** An association request names at most 128 contexts; each has some classes of a few dozen bytes. */
const REQUEST_BYTES = 128 * 1024
const SHORT_BYTES = 64
const COMMAND_BYTES = 16 * 1024

const mostOf = (type: number | undefined, { pduBytes }: DoorLimits): number => {
  if (type === PDU.request) return REQUEST_BYTES
  if (type === PDU.data) return pduBytes
  return type === PDU.release || type === PDU.abort ? SHORT_BYTES : -1
}

/**
 * Stands between a connection and the library that speaks the protocol. It hands on whole PDUs alone, one after the
 * other, and holds back the next one until what came is answered: after the request of an association, and after each
 * message. What is longer, later or in another order than allowed cuts the connection. To the library it is the socket.
 */
export class Door extends EventEmitter {
  private readonly chunks: Buffer[] = []
  private waiting = 0
  private held = false
  private state: 'new' | 'asked' | 'open' | 'ended' = 'new'
  private readonly message = { command: [] as Buffer[], bytes: 0, isData: false }
  private timer: NodeJS.Timeout | undefined
  private readonly socket: Socket
  private readonly limits: DoorLimits
  private readonly onCut: (cut: Cut) => void

  constructor(socket: Socket, limits: DoorLimits, onCut: (cut: Cut) => void) {
    super()
    this.socket = socket
    this.limits = limits
    this.onCut = onCut
    this.wait(limits.firstMs)
    socket.on('data', (chunk: Buffer) => {
      this.chunks.push(chunk)
      this.waiting += chunk.length
      this.pass()
    })
    // A peer that is gone without a word: the end of the connection says so too.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(this.timer)
      this.state = 'ended'
      this.emit('close')
    })
  }

  /** Of the library: its own timers are not used. */
  setTimeout(): this {
    return this
  }

  write(bytes: Buffer): boolean {
    return this.state !== 'ended' && this.socket.write(bytes)
  }

  /** What was held back goes on: the request was answered, or the association accepted. */
  release(accepted = false): void {
    if (this.state === 'ended') return
    if (accepted) this.state = 'open'
    this.held = false
    this.wait(this.limits.silenceMs)
    this.socket.resume()
    this.pass()
  }

  /** Ends the connection once all that was written is sent. */
  end(): void {
    this.state = 'ended'
    clearTimeout(this.timer)
    this.socket.end()
    // A peer that does not close its side.
    setTimeout(() => this.socket.destroy(), this.limits.firstMs).unref()
  }

  cut(why: Cut): void {
    if (this.state === 'ended') return
    this.onCut(why)
    this.state = 'ended'
    clearTimeout(this.timer)
    this.chunks.length = 0
    // A-ABORT of the provider, and no more words.
    this.socket.end(Buffer.from([PDU.abort, 0, 0, 0, 0, 4, 0, 0, 2, 0]))
    this.socket.destroySoon()
    setTimeout(() => this.socket.destroy(), 1000).unref()
  }

  private wait(ms: number, why: Cut = 'silent'): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.cut(why), ms)
  }

  private pass(): void {
    while (!this.held && this.state !== 'ended' && this.waiting >= HEAD) {
      const head = this.peek(HEAD)
      const length = head.readUInt32BE(2)
      if (length > mostOf(head[0], this.limits)) {
        this.cut('pdu')
        return
      }
      if (this.waiting < HEAD + length) return
      this.wait(this.limits.silenceMs)
      const pdu = this.take(HEAD + length)
      const isLong = () => this.message.bytes > this.limits.datasetBytes
      const why = !this.admit(pdu) ? 'order' : isLong() ? 'dataset' : null
      if (why === null) this.emit('data', pdu)
      else this.cut(why)
    }
    // Nothing is read that nobody may look at yet.
    if (this.held && this.waiting > this.limits.pduBytes) this.socket.pause()
  }

  private peek(size: number): Buffer {
    const [first = Buffer.alloc(0)] = this.chunks
    if (first.length >= size) return first
    const joined = Buffer.concat(this.chunks)
    this.chunks.splice(0, Infinity, joined)
    return joined
  }

  private take(size: number): Buffer {
    const joined = this.chunks.length === 1 ? this.peek(size) : Buffer.concat(this.chunks)
    this.chunks.splice(0, Infinity)
    if (joined.length > size) this.chunks.push(joined.subarray(size))
    this.waiting -= size
    return joined.subarray(0, size)
  }

  /** Whether it may come now; holds what follows where it has to be answered first. */
  private admit(pdu: Buffer): boolean {
    const [type] = pdu
    if (type === PDU.abort) {
      this.held = true
      clearTimeout(this.timer)
      this.socket.destroySoon()
      return true
    }
    if (type === PDU.request) {
      const isFirst = this.state === 'new'
      this.state = 'asked'
      this.holdBack()
      return isFirst
    }
    if (this.state !== 'open') return false
    if (type === PDU.release) {
      this.holdBack()
      return true
    }
    return this.admitData(pdu)
  }

  private holdBack(): void {
    this.held = true
    // The answer is ours to give: the peer need not say anything meanwhile.
    this.wait(PATIENCE * this.limits.silenceMs, 'broken')
  }

  /** The parts of messages in a PDU with data: a message ends it, as the next one waits for the answer. */
  private admitData(pdu: Buffer): boolean {
    let at = HEAD
    while (at < pdu.length) {
      if (this.held || at + HEAD > pdu.length) return false
      const length = pdu.readUInt32BE(at)
      const end = at + 4 + length
      if (length < 2 || end > pdu.length) return false
      const flags = pdu[at + 5] ?? 0
      if (!this.admitPart(pdu.subarray(at + HEAD, end), flags)) return false
      at = end
    }
    return true
  }

  private admitPart(part: Buffer, flags: number): boolean {
    const { message } = this
    const isCommand = (flags & 1) !== 0
    const isLast = (flags & 2) !== 0
    if (isCommand === message.isData) return false
    if (!isCommand) {
      message.bytes += part.length
      if (isLast) this.endMessage()
      return true
    }
    message.command.push(part)
    const command = Buffer.concat(message.command)
    if (command.length > COMMAND_BYTES) return false
    if (!isLast) return true
    const { field, hasDataset } = readCommand(command)
    if (!SPOKEN.includes(field)) return false
    if (hasDataset) message.isData = true
    else this.endMessage()
    return true
  }

  private endMessage(): void {
    Object.assign(this.message, { command: [], bytes: 0, isData: false })
    this.holdBack()
  }
}

/** Command Field (0000,0100) and Command Data Set Type (0000,0800), little endian without VRs (PS3.7 6.3.1). */
function readCommand(command: Buffer): { field: number; hasDataset: boolean } {
  const values = new Map<number, number>()
  for (let at = 0; at + 8 <= command.length;) {
    const length = command.readUInt32LE(at + 4)
    const isShort = length === 2 && at + 10 <= command.length && command.readUInt16LE(at) === 0
    if (isShort) values.set(command.readUInt16LE(at + 2), command.readUInt16LE(at + 8))
    at += 8 + length
  }
  return { field: values.get(0x0100) ?? 0, hasDataset: values.get(0x0800) !== NO_DATASET }
}
