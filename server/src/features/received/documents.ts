import type { BodyOf, DataOf, fileDocument, listDocuments } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient, holdPatient } from '../patients/patient.ts'
import { documentOf } from './keys.ts'
import * as received from './queries.ts'

/** A person says whose a document is, or that it is nobody's. */
export async function fileAsOf(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { received_id, ...given }: BodyOf<typeof fileDocument>,
): Promise<void> {
  const { oid } = actor
  const pid = given.pid ?? null
  await withInstitution(ctx.db, oid, async (trx) => {
    if (pid !== null && !(await holdPatient(trx, oid, pid))) throw notFound()
    const before = await received.findReceived(trx, oid, received_id)
    const found = await received.updateDocument(trx, oid, received_id, pid)
    if (!before || !found) throw notFound()
    const whose = pid ?? before.pid
    const about = whose ? target('patient', whose) : {}
    const detail = { file: received_id, filed: pid !== null }
    await audit(trx, { actor, ip, action: 'received.document', ...about, detail })
    await ctx.events.send(trx, { oid }, 'received', { device_id: found.device_id })
  })
}

export async function documentsOf(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  pid: string,
): Promise<DataOf<typeof listDocuments>> {
  const { oid } = actor
  const rows = await withInstitution(ctx.db, oid, async (trx) => {
    const patient = await findPatient(trx, oid, pid)
    if (!patient) throw notFound()
    await audit(trx, { actor, ip, action: 'received.documents', ...target('patient', patient.pid) })
    return received.findDocuments(trx, oid, pid)
  })
  return {
    rows: await Promise.all(
      rows.map(async ({ received_id, device, created_at, file_key }) => ({
        received_id,
        device,
        received_at: created_at.toISOString(),
        url: await ctx.files.signedUrl(documentOf(file_key), { saveAs: `${received_id}.pdf` }),
      })),
    ),
  }
}
