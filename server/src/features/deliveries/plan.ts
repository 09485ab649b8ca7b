import type { Eye } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Recorded } from './as-came.ts'
import { insertPlanned, type By, type Planned } from './insert.ts'
import { findActive, findBirthday, findOrigins, findReceivers } from './queries.ts'
import { instanceOf } from './sent-pictures.ts'
import { settlePictures, type SignedPictures } from './settle-pictures.ts'
import { reportUid } from './uids.ts'

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
  const { report_id, pid, rid } = signed
  const patient = { ...signed.patient, ...(await findBirthday(trx, by.oid, pid)) }
  const pictures = { ...signed, patient }
  await settlePictures(ctx, trx, by, { rids: [rid] }, { ...pictures, language: by.language })
  const active = await findActive(trx, by.oid)
  if (active.length === 0) return
  const taking = active.flatMap(({ destination_id, photographs }) =>
    photographs ? [destination_id] : [],
  )
  await insertPlanned(ctx, trx, by, [
    ...(await picturesFor(trx, by.oid, pid, pictures, taking)),
    ...active.flatMap(({ destination_id, measurements }) =>
      (['report', ...(measurements ? (['measurements'] as const) : [])] as const).map((what) => ({
        destination_id,
        report_id,
        pid,
        what,
        sop_uid: reportUid(report_id, what),
      })),
    ),
  ])
}

/** An archive gets a photograph once, whichever of the sittings that it is filed in was signed first. */
async function picturesFor(
  trx: Trx,
  oid: string,
  pid: string,
  { report_id, rid, patient, shown }: SignedPictures,
  destinations: readonly string[],
): Promise<Planned[]> {
  const { number } = patient
  return (await findOrigins(trx, oid, [rid])).flatMap((picture) => {
    const { image_index, sent } = picture
    const photograph = shown.find((of) => of.image_index === image_index)
    if (!photograph) return []
    const { eye } = photograph
    const sop_uid = instanceOf(picture, patient, eye)
    const row = { report_id, pid, rid, image_index, eye, number, what: 'photograph' as const }
    return destinations
      .filter((to) => !sent.some((is) => is.destination_id === to && !is.withdrawn))
      .map((destination_id) => ({ ...row, destination_id, sop_uid }))
  })
}

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
  await insertPlanned(ctx, trx, by, rows)
}
