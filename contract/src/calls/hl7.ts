import { z } from 'zod'
import { body, call, Nothing } from '../wire/call.ts'
import { bounded, Id, Instant, page, pageOf, required, total } from '../wire/fields.ts'
import { MODALITY_KEYS, type ModalityKey } from '../wire/kinds.ts'
import { networks } from '../wire/networks.ts'
import { MAIN_ACCOUNT } from '../wire/roles.ts'

/** Systems of an institution that send by HL7, addresses and codes of one, and what is kept of their messages. */
export const HL7 = {
  most: 20,
  addresses: 8,
  codes: 20,
  /** So long a message is kept that was taken in or settled. */
  keptDays: 30,
  /** Messages of an institution that wait for a person; more are refused. */
  waiting: 2_000,
  /** Characters of a message that a page shows. */
  shown: 20_000,
} as const

/** Names as MSH-3 to MSH-6 have them, and codes: no delimiters of HL7. */
const word = z
  .string()
  .trim()
  .regex(/^[^|^~\\&\p{Cc}]*$/u, 'hl7_name_format')
/** One that may be empty. */
export const Hl7Word = bounded(word, 64)
const Name = bounded(word.min(1, 'required'), 64)
const Codes = z.array(Name, 'wrong_type').max(HL7.codes, 'out_of_range').default([])

/** What went wrong with a system last. */
export const HL7_FAULTS = [
  /** It called from an address that is not listed. */
  'address',
  /** A message that is not spoken, of another version, or for tests. */
  'unsupported',
  /** A message without number, or in a character set that is not known. */
  'head',
  /** A message waits for a person. */
  'waits',
  /** As many wait as may, or the disk is full. */
  'full',
  /** It fell silent within a message, or sent what is none. */
  'cut',
] as const
export const Hl7Fault = z.enum(HL7_FAULTS)
export type Hl7Fault = z.infer<typeof Hl7Fault>

/** The codes by which a system orders photographs of each kind. */
const codes = Object.fromEntries(
  (Object.keys(MODALITY_KEYS) as ModalityKey[]).map((key) => [`codes_${key}`, Codes]),
) as Record<`codes_${ModalityKey}`, typeof Codes>

const fields = {
  name: required(40),
  /** MSH-3 and MSH-4 of its messages. */
  application: Name,
  facility: Name,
  addresses: networks(HL7.addresses).min(1, 'required'),
  ...codes,
}

const Hl7Peer = z.object({
  peer_id: Id,
  name: z.string(),
  application: z.string(),
  facility: z.string(),
  addresses: z.array(z.string()),
  codes: z.record(z.string(), z.array(z.string())),
  heard_at: Instant.nullable(),
  fault: Hl7Fault.nullable(),
  fault_at: Instant.nullable(),
})
export type Hl7Peer = z.infer<typeof Hl7Peer>

export const listHl7Peers = call({
  path: '/v1/hl7/peers',
  access: MAIN_ACCOUNT,
  body: body({ ...page }),
  data: z.object({
    rows: z.array(Hl7Peer),
    ...total,
    /** Messages of all systems that wait for a person. */
    waiting: z.int(),
    /** What a system writes into MSH-6; the port that it calls, null where nothing listens. */
    called: z.object({ facility: z.string(), port: z.int().nullable(), tls: z.boolean() }),
  }),
  summary: 'Ours: the systems that may send HL7 v2 to the institution, and what they call',
})

export const addHl7Peer = call({
  path: '/v1/hl7/addPeer',
  access: MAIN_ACCOUNT,
  body: body(fields),
  data: z.object({ peer_id: Id }),
  summary: 'Ours: register a system that sends patients and orders by HL7 v2',
})

export const setHl7Peer = call({
  path: '/v1/hl7/setPeer',
  access: MAIN_ACCOUNT,
  body: body({ peer_id: Id, ...fields }),
  data: Nothing,
  summary: 'Ours: change a system that sends by HL7 v2',
})

export const deleteHl7Peer = call({
  path: '/v1/hl7/deletePeer',
  access: MAIN_ACCOUNT,
  body: body({ peer_id: Id }),
  data: Nothing,
  summary: 'Ours: take a system off. What it sent stays',
})

/** Where a message stands. */
export const HL7_STATES = [
  /** It waits for a person. */
  'waiting',
  /** What it says was taken in. */
  'done',
  /** A person closed it, and said why. */
  'closed',
] as const
export const Hl7State = z.enum(HL7_STATES, 'not_allowed')
export type Hl7State = z.infer<typeof Hl7State>

const Hl7Message = z.object({
  message_id: Id,
  /** The system that sent it. */
  peer: z.string(),
  /** Such as `ADT^A04`, and the number of the message, MSH-10. */
  type: z.string(),
  control_id: z.string(),
  charset: z.string(),
  received_at: Instant,
  state: Hl7State,
  /** Why it waits, or what was left out of it, as an encoded message; and the field, such as `PID-7`. */
  reason: z.string().nullable(),
  field: z.string().nullable(),
  /** Whom it is about, as it stands there. */
  said: z.object({ number: z.string(), name: z.string(), birthday: z.string() }),
  /** The patient who has this number. */
  pid: Id.nullable(),
  /** Of two numbers that are one patient's: the patient who has the other one. */
  other_pid: Id.nullable(),
  /** A later message of the same number was taken in. */
  overtaken: z.boolean(),
  settled: z.object({ by: z.string(), at: Instant, why: z.string().nullable() }).nullable(),
})
export type Hl7Message = z.infer<typeof Hl7Message>

export const listHl7Messages = call({
  path: '/v1/hl7/messages',
  access: MAIN_ACCOUNT,
  body: body({ ...page, state: Hl7State.optional() }),
  data: pageOf(Hl7Message),
  summary: 'Ours: the messages that came by HL7 v2, those that wait first',
})

export const openHl7Message = call({
  path: '/v1/hl7/message',
  access: MAIN_ACCOUNT,
  body: body({ message_id: Id }),
  /** Segments in lines, as far as a page shows them. */
  data: z.object({ text: z.string(), whole: z.boolean() }),
  summary: 'Ours: a message of HL7 v2 as it came',
})

export const playHl7Message = call({
  path: '/v1/hl7/play',
  access: MAIN_ACCOUNT,
  body: body({ message_id: Id }),
  data: z.object({
    state: Hl7State,
    reason: z.string().nullable(),
    field: z.string().nullable(),
  }),
  summary: 'Ours: take in a message that waits, after a mend, in the name of the one who presses',
})

export const closeHl7Message = call({
  path: '/v1/hl7/close',
  access: MAIN_ACCOUNT,
  body: body({ message_id: Id, reason: required(100) }),
  data: Nothing,
  summary: 'Ours: close a message that waits, and say why',
})

export const HL7_ACTIONS = {
  'hl7.peers': ['查看 HL7 系统登记', 'List the systems that send by HL7'],
  'hl7.add': ['登记 HL7 系统', 'Register a system that sends by HL7'],
  'hl7.set': ['修改 HL7 系统登记', 'Change a system that sends by HL7'],
  'hl7.delete': ['移除 HL7 系统登记', 'Remove a system that sends by HL7'],
  'hl7.receive': ['接收 HL7 消息', 'Receive an HL7 message'],
  'hl7.messages': ['查看 HL7 消息列表', 'List HL7 messages'],
  'hl7.open': ['查看 HL7 消息内容', 'Open an HL7 message'],
  'hl7.play': ['重新处理 HL7 消息', 'Process an HL7 message again'],
  'hl7.close': ['关闭 HL7 消息', 'Close an HL7 message'],
} as const
