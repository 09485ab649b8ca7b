import type { Eye, Language } from '@mingmou/contract'
import type { Insertable } from 'kysely'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Deliveries } from '../../platform/database/tables/destination.ts'
import { deliveryJob } from './delivery.job.ts'
import { goesAsItCame, type Came, type Recorded } from './as-came.ts'
import {
  findActive,
  findBirthday,
  findOrigins,
  findReceivers,
  insertDeliveries,
} from './queries.ts'
import { photographUid, reportUid } from './uids.ts'

interface By {
  oid: string
  uid: string
  language: Language
}

interface Signed {
  report_id: string
  pid: string
  rid: string
  /** As it names its patient. */
  patient: Omit<Recorded, 'birthday'>
  /** The photographs that it tells of. */
  shown: readonly { image_index: number; eye: Eye | null }[]
}

/** A signed report goes to every archive in use, in the transaction that signs it; its photographs where one takes them. */
export async function planReport(ctx: Context, trx: Trx, by: By, signed: Signed): Promise<void> {
  const active = await findActive(trx, by.oid)
  if (active.length === 0) return
  const { report_id, pid, rid, shown } = signed
  const patient = { ...signed.patient, ...(await findBirthday(trx, by.oid, pid)) }
  const pictures = (await findOrigins(trx, by.oid, rid)).flatMap((picture) => {
    const one = shown.find(({ image_index }) => image_index === picture.image_index)
    return one ? [{ ...picture, sop_uid: instanceOf(picture, patient, one.eye) }] : []
  })
  await insert(
    ctx,
    trx,
    by,
    active.flatMap(({ destination_id, photographs, measurements }) => [
      ...(photographs ? pictures : []).map((picture) => ({
        destination_id,
        report_id,
        pid,
        rid,
        image_index: picture.image_index,
        what: 'photograph' as const,
        sop_uid: picture.sop_uid,
      })),
      ...(['report', ...(measurements ? (['measurements'] as const) : [])] as const).map(
        (what) => ({ destination_id, report_id, pid, what, sop_uid: reportUid(report_id, what) }),
      ),
    ]),
  )
}

/** A copy that was filed as another kind is the same photograph. */
export const uidOfPicture = (picture: {
  rid: string
  image_index: number
  filed_from_rid: string | null
  filed_from_index: number | null
}): string =>
  photographUid(
    picture.filed_from_rid ?? picture.rid,
    picture.filed_from_index ?? picture.image_index,
  )

/** A photograph goes in the file that it came in, or in one that is made of it. */
export const instanceOf = (
  picture: Parameters<typeof uidOfPicture>[0] & { came: Came | null },
  patient: Recorded,
  eye: Eye | null,
): string =>
  picture.came && goesAsItCame(picture.came, patient, eye)
    ? picture.came.sop_uid
    : uidOfPicture(picture)

/** Every archive that got the report, or is to get it, is told that it is void. */
export async function planVoid(
  ctx: Context,
  trx: Trx,
  by: By,
  { report_id, pid }: Pick<Signed, 'report_id' | 'pid'>,
): Promise<void> {
  const receivers = await findReceivers(trx, by.oid, report_id)
  const rows = receivers.map(({ destination_id, what: sent }) => {
    const what = sent === 'report' ? ('void' as const) : ('measurements_void' as const)
    return { destination_id, report_id, pid, what, sop_uid: reportUid(report_id, what) }
  })
  await insert(ctx, trx, by, rows)
}

type Planned = Pick<
  Insertable<Deliveries>,
  'destination_id' | 'report_id' | 'pid' | 'rid' | 'image_index' | 'what' | 'sop_uid'
>

async function insert(
  ctx: Context,
  trx: Trx,
  { oid, uid, language }: By,
  planned: readonly Planned[],
): Promise<void> {
  const rows = planned.map((one) => ({
    delivery_id: newId(),
    oid,
    created_by: uid,
    language,
    rid: null,
    image_index: null,
    ...one,
  }))
  for (const delivery_id of await insertDeliveries(trx, rows))
    await startDelivery(ctx, trx, { oid, delivery_id })
}

/** Institutions take turns. */
export async function startDelivery(
  ctx: Context,
  trx: Trx,
  data: { oid: string; delivery_id: string; asked?: boolean },
): Promise<void> {
  const turn = { lane: data.oid, person: data.oid, batch: false }
  await ctx.queue.send(trx, deliveryJob, data, turn)
}
