import { createHash } from 'node:crypto'
import { HL7, text, type Hl7Fault } from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import type { Hl7Answer } from '../../platform/database/tables/hl7.ts'
import { answerTo, type ErrorCode, type Said } from '../../platform/hl7/answer.ts'
import { decodeMessage, type Charset } from '../../platform/hl7/charset.ts'
import { delimitersOf, parseMessage, type Segment } from '../../platform/hl7/message.ts'
import { audit } from '../audit/service.ts'
import { findByNumber } from '../patients/by-number.ts'
import { apply, SPOKEN, whyOf, type Outcome } from './apply.ts'
import { findSending, noteFault, type Sending } from './peers.ts'
import * as hl7 from './queries.ts'
import { cardIn, saidOf } from './read-patient.ts'

/** Refused, and nothing is kept. */
class Rejected extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly field: string,
    message: string,
    /** What the page of the system says of it. */
    readonly fault: Hl7Fault | null = null,
  ) {
    super(message)
  }
}

/** What has no such number cannot be answered by it. */
const CONTROL_ID = /^[\x21-\x7e]{1,199}$/

interface Read {
  bytes: Buffer
  segments: Segment[] | null
  charset: Charset | null
  /** MSH, by bytes where the message cannot be read. */
  head: Segment
}

export interface Received {
  /** Null: it was no message, and has no answer. */
  said: Buffer | null
  /** A registered system sent it. */
  isKnown: boolean
}

/** The answer to a message, once what it does is durable. */
export async function receiveMessage(ctx: Context, bytes: Buffer, ip: string): Promise<Received> {
  const raw = bytes.toString('latin1')
  if (delimitersOf(raw) === null) return { said: null, isKnown: false }
  let from: Sending | null = null
  let said: Said
  try {
    const read = readMessage(bytes, raw)
    from = await senderOf(ctx, read.head, ip)
    said = wordsOf(await take(ctx, { ...from, ip }, read))
  } catch (error) {
    if (error instanceof Rejected) {
      const { code, field, fault } = error
      if (from !== null && fault !== null) await noteFault(ctx, from, fault)
      ctx.log.warn({ ip, peer: from?.peer.peer_id, code }, 'an HL7 message was rejected')
      said = { ack: 'AR', error: { code, severity: 'E', field, text: error.message } }
    } else {
      // The same message again is taken once this is mended.
      ctx.log.error({ err: error }, 'an HL7 message was not taken')
      const text = 'Nothing was kept: send the message again later'
      said = { ack: 'AR', error: { code: 207, severity: 'E', field: '', text } }
    }
  }
  return { said: answerTo(raw, said, ctx.now()), isKnown: from !== null }
}

function readMessage(bytes: Buffer, raw: string): Read {
  const [byBytes] = parseMessage(raw, 'iso-8859-1') ?? []
  if (!byBytes) throw new Error('a message has a head')
  const found = decodeMessage(bytes, byBytes.text(18))
  if (typeof found === 'string') return { bytes, segments: null, charset: null, head: byBytes }
  const segments = parseMessage(found.text, found.charset)
  return { bytes, segments, charset: found.charset, head: segments?.[0] ?? byBytes }
}

/** The registered system that sends this, or a rejection that does not tell which systems are registered. */
async function senderOf(ctx: Context, head: Segment, ip: string): Promise<Sending> {
  const named = { application: head.text(3), facility: head.text(4), called: head.text(6) }
  const found = await findSending(ctx, { ...named, address: ip })
  if (found) return found
  throw new Rejected(103, 'MSH-3', 'The sender is not registered at this receiving facility')
}

async function take(ctx: Context, from: Sending & { ip: string }, read: Read): Promise<Hl7Answer> {
  const { head } = read
  const reject = (code: ErrorCode, field: string, said: string, fault: Hl7Fault) =>
    noteFault(ctx, from, fault).then(() => {
      throw new Rejected(code, field, said)
    })
  const control_id = head.text(10)
  if (!CONTROL_ID.test(control_id))
    return reject(101, 'MSH-10', 'A message has a number of 1 to 199 signs', 'head')
  const [kind, trigger] = [head.text(9), head.text(9, 2)]
  const triggers = SPOKEN[kind]
  if (!triggers) return reject(200, 'MSH-9', 'This message type is not taken', 'unsupported')
  if (!triggers.includes(trigger))
    return reject(201, 'MSH-9', 'This event is not taken', 'unsupported')
  if (!['P', ''].includes(head.text(11)))
    return reject(202, 'MSH-11', 'Messages of production alone are taken', 'unsupported')
  if (!/^2(\.\d)*$/.test(head.text(12) || '2'))
    return reject(203, 'MSH-12', 'HL7 version 2 is spoken', 'unsupported')
  if (!(await ctx.hasRoom('new', read.bytes.length)))
    return reject(207, '', 'The disk is full: send the message again later', 'full')
  const answer = await keep(ctx, from, { ...read, control_id, kind, trigger })
  if (answer === 'full')
    return reject(207, '', 'Too many messages wait for a person: send it again later', 'full')
  return answer
}

interface Numbered extends Read {
  control_id: string
  kind: string
  trigger: string
}

export const actorOf = ({ oid, peer }: Sending): Clinician => ({
  uid: peer.peer_id,
  sid: peer.peer_id,
  oid,
  name: peer.name,
  role: '4',
  account_type: 2,
})

/** Takes a message in once: the same one again is answered as before. What is refused waits for a person. */
async function keep(
  ctx: Context,
  from: Sending & { ip: string },
  read: Numbered,
): Promise<Hl7Answer | 'full'> {
  const { oid, peer, ip } = from
  const { segments, control_id } = read
  const { peer_id } = peer
  const sha256 = createHash('sha256').update(read.bytes).digest('hex')
  const caller = { actor: actorOf(from), ip }
  const once = async (trx: Trx, work: () => Promise<Outcome>): Promise<Hl7Answer | 'full'> => {
    const earlier = await hl7.holdNumbered(trx, { peer_id, control_id })
    const same = earlier.find((known) => known.sha256 === sha256)
    if (same) return same.answer
    const outcome = earlier.length > 0 ? waits('hl7_other_bytes', 'MSH-10') : await work()
    const hasMany = outcome.state === 'waiting' && (await hl7.countWaiting(trx, oid)) >= HL7.waiting
    return hasMany ? 'full' : insert(ctx, trx, { ...from, ...read, sha256 }, outcome)
  }
  try {
    return await withInstitution(ctx.db, oid, (trx) =>
      once(trx, () =>
        segments === null
          ? Promise.resolve(waits('hl7_charset', 'MSH-18'))
          : apply(ctx, trx, caller, { ...read, segments, peer, seen: false }),
      ),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // All that it did was undone.
    const { reason, field } = whyOf(error)
    return withInstitution(ctx.db, oid, (trx) =>
      once(trx, () => Promise.resolve(waits(reason, field))),
    )
  }
}

const waits = (reason: string, field: string | null): Outcome => ({
  state: 'waiting',
  reason,
  field,
  pid: null,
})

/** Nothing is wrong with a message that asks for what a person decides. */
const ackOf = ({ state, reason }: Outcome): Hl7Answer['ack'] =>
  state === 'done' || reason === 'hl7_merge' ? 'AA' : 'AE'

async function insert(
  ctx: Context,
  trx: Trx,
  of: Sending & Numbered & { ip: string; sha256: string },
  { state, reason, field, pid }: Outcome,
): Promise<Hl7Answer> {
  const { oid, peer, ip, segments, control_id, bytes, sha256, charset } = of
  const named = (name: string) => segments?.find((segment) => segment.name === name)
  const said = saidOf(named('PID'), of.trigger === 'A40' ? named('MRG') : undefined)
  const about = pid ?? (await registered(trx, oid, said.number))
  const answer: Hl7Answer = { ack: ackOf({ state, reason, field, pid }), reason, field }
  const message_id = newId()
  const { peer_id } = peer
  await hl7.insertMessage(trx, {
    message_id,
    peer_id,
    control_id,
    bytes,
    sha256,
    state,
    reason,
    field,
    oid,
    type: `${of.kind}^${of.trigger}`,
    charset: charset ?? '',
    pid: about,
    said: JSON.stringify(said),
    answer: JSON.stringify(answer),
    settled_at: state === 'done' ? ctx.now() : null,
    settled_by: null,
    why: null,
    created_by: peer_id,
    created_at: ctx.now(),
  })
  if (state === 'waiting')
    await hl7.updateFault(trx, oid, peer_id, { fault: 'waits', fault_at: ctx.now() })
  else if (peer.fault !== null) await hl7.forgetFault(trx, oid, peer_id)
  await ctx.events.send(trx, { oid }, 'hl7', { message_id })
  const detail = { message: message_id, type: `${of.kind}^${of.trigger}`, answer: answer.ack }
  await audit(trx, { actor: actorOf(of), ip, action: 'hl7.receive', detail })
  return answer
}

/** The patient of a number that a message says, where there is one. */
async function registered(trx: Trx, oid: string, said: string): Promise<string | null> {
  const number = cardIn(said)
  const found = number === null ? undefined : await findByNumber(trx, oid, number)
  return found?.pid ?? null
}

/** HL7 table 0357, of what a service or a reader refused. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  required: 101,
  not_allowed: 103,
  hl7_code_unknown: 103,
  hl7_control_unknown: 103,
  hl7_broken: 100,
  not_found: 204,
  hl7_order_unknown: 204,
  hl7_order_changed: 206,
  record_changed: 206,
  hl7_other_bytes: 205,
  hl7_order_differs: 205,
  placer_taken: 205,
  number_differs: 205,
  identifier_exists: 205,
  card_exists: 205,
  order_there: 205,
}

/** In English, whose letters every character set has. */
function wordsOf({ ack, reason, field }: Hl7Answer): Said {
  if (reason === null) return { ack }
  const key = reason.split('|', 1)[0] ?? ''
  const isNote = ack === 'AA' && key !== 'hl7_left_out'
  const code = isNote ? 0 : (CODES[key] ?? 102)
  const severity = isNote ? 'I' : ack === 'AE' ? 'E' : 'W'
  return { ack, error: { code, severity, field: field ?? '', text: text('en', reason) } }
}
