import {
  ERROR,
  Eye,
  message,
  text,
  type BodyOf,
  type DataOf,
  type Language,
  type MessageKey,
  type ReadEyes,
  type ReadingRole,
  type signReading,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { invalid, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { stateValues } from '../judgements/state-values.ts'
import { drawOf, secretOf } from './draw.ts'
import { differs, machineEyes, photographedEyes, readEyes, statedBy, valuesNow } from './judged.ts'
import { needOf } from './need.ts'
import { requireAwaited, type Opened } from './open.ts'
import * as readings from './queries.ts'

type Body = BodyOf<typeof signReading>

/** Signs a reading, which is never changed after, and states what the readings end in where they end. */
export async function signSitting(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  { image_id: rid, role, read, note }: Body,
): Promise<DataOf<typeof signReading>> {
  const { oid, uid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const opened = await requireAwaited(trx, actor, { image_id: rid, role })
    const { analysis, images, before } = opened
    const hold = await readings.findHold(trx, rid, role)
    if (hold === undefined) throw new Refusal(ERROR.conflict, 'reading_not_open')
    if (hold.uid !== uid)
      throw new Refusal(ERROR.conflict, message('reading_taken', hold.name ?? '—'))
    refuse(opened, read)
    const now = ctx.now()
    const eyes = readEyes(analysis.modality, images, read)
    const machine = machineEyes(analysis.modality, images)
    const first = role === 'first' ? await firstOf(ctx, trx, actor, { rid, eyes, machine }) : null
    const other = before.find((reading) => reading.role === 'first')
    const isApart = role === 'second' && other !== undefined && differs(other.eyes, eyes)
    const awaits = first?.second ? 'second' : isApart ? 'arbitrator' : null
    await trx
      .insertInto('readings')
      .values({
        reading_id: newId(),
        oid,
        rid,
        pid: analysis.pid,
        role,
        note,
        awaits,
        photographs: images.length,
        opened_at: hold.opened_at,
        signed_at: now,
        eyes: JSON.stringify(eyes),
        machine: JSON.stringify(machine),
        rule: first?.rule ?? null,
        need: first?.need ?? null,
        draw: first?.draw ?? null,
        percent: first?.percent ?? null,
        commitment: first?.commitment ?? null,
        created_by: uid,
        created_at: now,
      })
      .execute()
    await readings.dropHold(trx, { rid, role, uid })
    await readings.endBlind(trx, oid, rid)
    if (awaits === null) await stateEnd(ctx, trx, { actor, language }, opened, { role, read })
    const about = target('archive', rid, { pid: analysis.pid })
    const detail = { role, awaits, ...(first && { rule: first.rule, need: first.need }) }
    await audit(trx, { actor, ip, action: 'reading.sign', ...about, detail })
    await ctx.events.send(trx, { oid }, 'worklist', { image_id: rid })
    return { awaits }
  })
}

/** Every eye that was photographed is read, and no other. */
function refuse({ images }: Opened, read: ReadEyes): void {
  const { eyes, unknown } = photographedEyes(images)
  if (unknown) throw new Refusal(ERROR.conflict, 'reading_eye_unknown')
  if (Eye.options.some((eye) => (read[eye] !== null) !== eyes.includes(eye)))
    throw invalid({ read: 'reading_eyes' })
}

type Judged = Pick<Parameters<typeof needOf>[0], 'machine'> & {
  rid: string
  eyes: Parameters<typeof needOf>[0]['read']
}

/** What the rule says of a first reading, with its draw where the rule draws. */
async function firstOf(ctx: Context, trx: Trx, { oid }: Clinician, { rid, eyes, machine }: Judged) {
  const { rule, percent } = await readings.findRules(trx, oid)
  if (rule === 'none') throw new Refusal(ERROR.conflict, 'reading_off')
  const drawn = rule === 'referable' ? await secretOf(trx, oid, ctx.now()) : null
  const draw = drawn && drawOf(drawn.secret, rid)
  const needed = needOf({ rule, read: eyes, machine, draw: draw ?? 0, percent })
  return {
    rule,
    ...needed,
    draw,
    commitment: drawn?.commitment ?? null,
    percent: drawn ? percent : null,
  }
}

const REASONS = {
  first: 'reading_reason_first',
  second: 'reading_reason_agreed',
  arbitrator: 'reading_reason_arbitrator',
} as const satisfies Record<ReadingRole, MessageKey>

/** The photographs say what the readings ended in, as if a clinician had corrected each of them. */
async function stateEnd(
  ctx: Context,
  trx: Trx,
  { actor, language }: { actor: Clinician; language: Language },
  { analysis, images }: Opened,
  { role, read }: { role: ReadingRole; read: ReadEyes },
): Promise<void> {
  const statements = statedBy(analysis.modality, images, read).flatMap(({ row, values }) => {
    const now = valuesNow(analysis.modality, row)
    const changed = Object.entries(values).flatMap(([name, value]) =>
      value === undefined || value === now[name] ? [] : [{ row, name, value }],
    )
    // A consequence that somebody stated earlier would stand against what was read.
    const referral = row.stated.some(({ name }) => name === 'referral')
    return [...changed, ...(referral ? [{ row, name: 'referral', value: null }] : [])]
  })
  const reason = text(language, REASONS[role])
  await stateValues(ctx, trx, { actor, analysis, reason }, statements)
}
