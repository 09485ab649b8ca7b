import type { Language } from '@mingmou/contract'
import type { Insertable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Deliveries } from '../../platform/database/tables/destination.ts'
import { deliveryJob } from './delivery.job.ts'
import { insertDeliveries } from './queries.ts'

export interface By {
  oid: string
  uid: string
  language: Language
}

export type Planned = Pick<
  Insertable<Deliveries>,
  | 'destination_id'
  | 'report_id'
  | 'pid'
  | 'rid'
  | 'image_index'
  | 'eye'
  | 'number'
  | 'rejects'
  | 'what'
  | 'sop_uid'
>

/** Each that is new gets a row and a job. */
export async function insertPlanned(
  ctx: Context,
  trx: Trx,
  { oid, uid, language }: By,
  planned: readonly Planned[],
): Promise<void> {
  const rows = planned.map((delivery) => ({
    delivery_id: newId(),
    oid,
    created_by: uid,
    language,
    rid: null,
    image_index: null,
    eye: null,
    number: null,
    rejects: null,
    ...delivery,
  }))
  for (const delivery_id of await insertDeliveries(trx, rows))
    await startDelivery(ctx, trx, { oid, delivery_id })
}

/** Institutions take turns. */
export async function startDelivery(
  ctx: Context,
  trx: Trx,
  data: { oid: string; delivery_id: string; asked?: boolean },
  afterSeconds = 0,
): Promise<void> {
  const turn = { lane: data.oid, person: data.oid, batch: false }
  await ctx.queue.send(trx, deliveryJob, data, turn, afterSeconds)
}
