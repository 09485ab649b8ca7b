import type { Eye, Language } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findEyes } from '../sittings/eyes.ts'
import type { Recorded } from './as-came.ts'
import { insertPlanned, type By, type Planned } from './insert.ts'
import * as deliveries from './queries.ts'
import { instanceOf, isAs } from './sent-pictures.ts'
import { rejectionUid } from './uids.ts'

/** A report that is signed says whose photographs these are, and of which eye. */
export interface SignedPictures {
  report_id: string
  rid: string
  patient: Recorded
  shown: readonly { image_index: number; eye: Eye | null }[]
}

/** Where a photograph belongs now. */
interface Belongs {
  destination_id: string
  report_id: string
  pid: string
  rid: string
  image_index: number
  eye: Eye | null
  patient: Recorded
  language: Language
}

/**
 * Has every archive that got a photograph of these sittings or patients, or is to get it, know it as it is recorded
 * now: of which eye, under which number, or not at all. What it knows otherwise is taken back by a document, and the
 * photograph follows under another UID. An eye that no person stated stays as the signed report has it: an analysis
 * alone takes nothing back.
 */
export async function settlePictures(
  ctx: Context,
  trx: Trx,
  by: Omit<By, 'language'>,
  of: { rids: readonly string[] } | { pids: readonly string[] },
  signed?: SignedPictures & { language: Language },
): Promise<void> {
  const { oid } = by
  const first = await deliveries.findSentPictures(trx, oid, of)
  if (first.length === 0) return
  const rids = [...new Set(first.map(({ rid }) => rid))].sort()
  await deliveries.holdPictures(trx, rids)
  const eyes = await findEyes(trx, oid, rids)
  const wrong: { sent: deliveries.SentPicture; to: Belongs | null }[] = []
  for (const sent of await deliveries.findSentPictures(trx, oid, { rids })) {
    const to = belongs(sent, eyes, signed)
    if (to === null || !isAs(sent, to.patient.number, to.eye)) wrong.push({ sent, to })
  }
  for (const { sent } of wrong) await takeBack(ctx, trx, by, sent)
  await sendAnew(ctx, trx, by, wrong)
}

type Eyes = Awaited<ReturnType<typeof findEyes>>

function belongs(
  sent: deliveries.SentPicture,
  eyes: Eyes,
  signed: (SignedPictures & { language: Language }) | undefined,
): Belongs | null {
  if (!sent.living) return null
  const { destination_id, report_id, pid, rid, image_index, language, patient } = sent
  const row = { destination_id, report_id, pid, rid, image_index, language, patient }
  const shown =
    signed?.rid === rid
      ? signed.shown.find((photograph) => photograph.image_index === image_index)
      : undefined
  if (signed && shown) {
    const { report_id: by, patient: whose, language: said } = signed
    return { ...row, report_id: by, patient: whose, language: said, eye: shown.eye }
  }
  return { ...row, eye: sent.stated ? (eyes.get(rid)?.get(image_index) ?? null) : sent.eye }
}

/** What may have arrived is rejected; what was never tried just stays here. */
async function takeBack(
  ctx: Context,
  trx: Trx,
  by: Omit<By, 'language'>,
  sent: deliveries.SentPicture,
): Promise<void> {
  const { delivery_id, tries } = await deliveries.withdraw(trx, by.oid, sent.delivery_id)
  if (tries === 0) return
  const { destination_id, report_id, pid, rid, image_index, eye, number, sop_uid } = sent
  const what = 'rejection' as const
  const row = { destination_id, report_id, pid, rid, image_index, eye, number, what }
  const told = { ...row, rejects: delivery_id, sop_uid: rejectionUid(sop_uid) }
  await insertPlanned(ctx, trx, { ...by, language: sent.language }, [told])
}

async function sendAnew(
  ctx: Context,
  trx: Trx,
  by: Omit<By, 'language'>,
  wrong: readonly { sent: deliveries.SentPicture; to: Belongs | null }[],
): Promise<void> {
  const { oid } = by
  const targets: Belongs[] = []
  for (const { sent, to } of wrong) {
    const target = to ?? (await elsewhere(trx, oid, sent))
    if (target) targets.push(target)
  }
  const origins = await deliveries.findOrigins(
    trx,
    oid,
    targets.map(({ rid }) => rid),
  )
  for (const { patient, language, ...target } of targets) {
    const { rid, image_index, eye } = target
    const picture = origins.find(
      (origin) => origin.rid === rid && origin.image_index === image_index,
    )
    if (!picture) continue
    const sop_uid = instanceOf(picture, patient, eye)
    const planned: Planned = { ...target, what: 'photograph', number: patient.number, sop_uid }
    await insertPlanned(ctx, trx, { ...by, language }, [planned])
  }
}

/** A photograph that is filed as another kind too, and signed there, stays in the archive as that. */
async function elsewhere(
  trx: Trx,
  oid: string,
  { destination_id, language, rid, image_index }: deliveries.SentPicture,
): Promise<Belongs | null> {
  const copy = await deliveries.findSignedCopy(trx, oid, { rid, image_index })
  if (!copy) return null
  const eye = (await findEyes(trx, oid, [copy.rid])).get(copy.rid)?.get(copy.image_index) ?? null
  return { ...copy, destination_id, language, eye }
}
