import {
  beginOf,
  ERROR,
  HL7,
  type BodyOf,
  type closeHl7Message,
  type DataOf,
  type Hl7Message,
  type listHl7Messages,
  type openHl7Message,
  type playHl7Message,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { decoded, type Charset } from '../../platform/hl7/charset.ts'
import { parseMessage } from '../../platform/hl7/message.ts'
import { audit } from '../audit/service.ts'
import { apply, whyOf, type Outcome } from './apply.ts'
import * as hl7 from './queries.ts'

type Listed = Awaited<ReturnType<typeof hl7.findMessages>>['rows'][number]

export async function openMessages(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { state, ...page }: BodyOf<typeof listHl7Messages>,
): Promise<DataOf<typeof listHl7Messages>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const found = await hl7.findMessages(trx, oid, state, page)
    await audit(trx, { actor, ip, action: 'hl7.messages', detail: { rows: found.rows.length } })
    return { ...found, rows: found.rows.map(toMessage) }
  })
}

const toMessage = (row: Listed): Hl7Message => ({
  message_id: row.message_id,
  peer: row.peer,
  type: row.type,
  control_id: row.control_id,
  charset: row.charset,
  received_at: row.created_at.toISOString(),
  state: row.state,
  reason: row.reason,
  field: row.field,
  said: { number: row.said.number, name: row.said.name, birthday: row.said.birthday },
  pid: row.pid,
  other_pid: row.other_pid,
  overtaken: row.overtaken,
  settled:
    row.settled_at === null || row.settler === null
      ? null
      : { by: row.settler, at: row.settled_at.toISOString(), why: row.why },
})

/** The bytes as they came, in the character set that they were read in. */
const textOf = ({ bytes, charset }: Pick<hl7.MessageRow, 'bytes' | 'charset'>): string =>
  charset === '' ? bytes.toString('latin1') : (decoded(bytes, charset as Charset) ?? '')

export async function openMessage(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { message_id }: BodyOf<typeof openHl7Message>,
): Promise<DataOf<typeof openHl7Message>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const row = await hl7.findMessage(trx, oid, message_id)
    if (!row) throw notFound()
    const about = row.pid === null ? {} : { pid: row.pid }
    await audit(trx, { actor, ip, action: 'hl7.open', ...about, detail: { message: message_id } })
    const whole = textOf(row)
      .replace(/\r\n?/g, '\n')
      .replace(/[^\P{Cc}\n]/gu, ' ')
    const text = beginOf(whole, HL7.shown)
    return { text, whole: text === whole }
  })
}

async function hold(trx: Trx, oid: string, message_id: string): Promise<hl7.MessageRow> {
  const row = await hl7.holdMessage(trx, oid, message_id)
  if (!row) throw notFound()
  if (row.state !== 'waiting') throw new Refusal(ERROR.conflict, 'hl7_settled')
  return row
}

/** Does what a message says in the name of the person who presses. Where it is refused again it waits with the reason. */
export async function playMessage(
  ctx: Context,
  caller: Caller<Clinician>,
  { message_id }: BodyOf<typeof playHl7Message>,
): Promise<DataOf<typeof playHl7Message>> {
  const { actor, ip } = caller
  const { oid, uid } = actor
  const settle = async (trx: Trx, { state, reason, field, pid }: Outcome) => {
    const settled = state === 'done' ? { settled_at: ctx.now(), settled_by: uid } : {}
    const of = pid === null ? {} : { pid }
    await hl7.updateMessage(trx, oid, message_id, { state, reason, field, ...of, ...settled })
    await ctx.events.send(trx, { oid }, 'hl7', { message_id })
    const detail = { message: message_id, state }
    await audit(trx, { actor, ip, action: 'hl7.play', ...of, detail })
    return { state, reason, field }
  }
  try {
    return await withInstitution(ctx.db, oid, async (trx) => {
      const row = await hold(trx, oid, message_id)
      return settle(trx, await playIn(ctx, trx, caller, row))
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.message === 'hl7_settled') throw error
    return withInstitution(ctx.db, oid, async (trx) => {
      await hold(trx, oid, message_id)
      return settle(trx, { state: 'waiting', ...whyOf(error), pid: null })
    })
  }
}

async function playIn(
  ctx: Context,
  trx: Trx,
  caller: Caller<Clinician>,
  row: hl7.MessageRow,
): Promise<Outcome> {
  const segments = row.charset === '' ? null : parseMessage(textOf(row), row.charset as Charset)
  if (segments === null)
    return { state: 'waiting', reason: 'hl7_charset', field: 'MSH-18', pid: null }
  const peer = await hl7.findSender(trx, row.oid, row.peer_id)
  const [kind = '', trigger = ''] = row.type.split('^')
  return apply(
    ctx,
    trx,
    { ...caller, source: row.peer_id },
    { kind, trigger, segments, peer, seen: true },
  )
}

export async function closeMessage(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { message_id, reason: why }: BodyOf<typeof closeHl7Message>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    await hold(trx, oid, message_id)
    const settled = { settled_at: ctx.now(), settled_by: uid, why }
    await hl7.updateMessage(trx, oid, message_id, { state: 'closed', ...settled })
    await ctx.events.send(trx, { oid }, 'hl7', { message_id })
    await audit(trx, { actor, ip, action: 'hl7.close', detail: { message: message_id } })
  })
}
