import {
  DRAWS_TOLD,
  type BodyOf,
  type DataOf,
  type checkDraws,
  type getReadingRules,
  type setReadingRules,
} from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { secretOf } from './draw.ts'
import * as readings from './queries.ts'

export const openRules = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
): Promise<DataOf<typeof getReadingRules>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { oid, role } = actor
    await audit(trx, { actor, ip, action: 'reading.rules' })
    const used = await trx
      .selectFrom('reading_secrets')
      .select('commitment')
      .where('oid', '=', oid)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
    return {
      ...(await readings.findRules(trx, oid)),
      commitment: used?.commitment ?? null,
      accounts: role === '3' ? await readings.findAccounts(trx, oid) : [],
    }
  })

/** Where sittings are read once again, nobody is kept from anything. */
export const changeRules = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { rule, percent, first_sees_machine, arbiters }: BodyOf<typeof setReadingRules>,
): Promise<void> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { oid } = actor
    const known = (await readings.findAccounts(trx, oid)).map(({ uid }) => uid)
    if (arbiters.some((uid) => !known.includes(uid))) throw notFound()
    await trx
      .updateTable('institutions')
      .set({ reading_rule: rule, reading_percent: percent, first_sees_machine })
      .where('oid', '=', oid)
      .execute()
    await trx
      .updateTable('accounts')
      .set({ arbiter: sql<boolean>`uid = ANY (${arbiters}::uuid[])` })
      .where('oid', '=', oid)
      .execute()
    if (rule === 'none') await readings.endAllBlind(trx, oid)
    const commitment =
      rule === 'referable' ? (await secretOf(trx, oid, ctx.now())).commitment : null
    await audit(trx, {
      actor,
      ip,
      action: 'reading.set-rules',
      ...target('institution', oid),
      detail: { rule, percent, first_sees_machine, arbiters, commitment },
    })
  })

export const openDraws = (
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { disclose }: BodyOf<typeof checkDraws>,
): Promise<DataOf<typeof checkDraws>> =>
  withInstitution(ctx.db, actor.oid, async (trx) => {
    const { oid } = actor
    if (disclose) {
      await trx
        .updateTable('reading_secrets')
        .set({ ended_at: ctx.now() })
        .where('oid', '=', oid)
        .where('ended_at', 'is', null)
        .execute()
      await secretOf(trx, oid, ctx.now())
    }
    const secrets = await trx
      .selectFrom('reading_secrets')
      .select(['commitment', 'secret', 'made_at', 'ended_at'])
      .where('oid', '=', oid)
      .orderBy('made_at')
      .execute()
    const draws = await trx
      .selectFrom('readings')
      .select(['rid', 'commitment', 'draw', 'percent', 'need', 'signed_at'])
      .where('oid', '=', oid)
      .where('draw', 'is not', null)
      .orderBy('signed_at', 'desc')
      .limit(DRAWS_TOLD)
      .execute()
    const commitments = secrets.map(({ commitment }) => commitment)
    await audit(trx, {
      actor,
      ip,
      action: 'reading.draws',
      ...target('institution', oid),
      detail: { disclose, commitments },
    })
    return {
      secrets: secrets.map(({ secret, made_at, ended_at, commitment }) => ({
        commitment,
        made_at: made_at.toISOString(),
        secret: ended_at === null ? null : secret,
      })),
      draws: draws.map(({ rid, commitment, draw, percent, need, signed_at }) => ({
        image_id: rid,
        commitment: commitment ?? '',
        value: draw ?? 0,
        percent: percent ?? 0,
        drawn: need === 'drawn',
        signed_at: signed_at.toISOString(),
      })),
    }
  })
