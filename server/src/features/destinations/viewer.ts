import { VIEWER_STUDIES, type DataOf, type viewerOfPatient } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient } from '../patients/patient.ts'
import { findStudyUids, findViewer, updateViewer } from './queries.ts'

export async function setViewerAddress(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  url: string,
): Promise<void> {
  const { oid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    await updateViewer(trx, oid, url === '' ? null : url)
    await audit(trx, { actor, ip, action: 'viewer.set', detail: { viewer: url } })
  })
}

/** Nothing but the UIDs of studies stands in an address. Who reads a study by DICOMweb is on record there. */
export async function viewerAddresses(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  pid: string,
): Promise<DataOf<typeof viewerOfPatient>> {
  const { oid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    if (!(await findPatient(trx, oid, pid))) throw notFound()
    await audit(trx, { actor, ip, action: 'viewer.addresses', ...target('patient', pid, { pid }) })
    const viewer = await findViewer(trx, oid)
    const found = viewer === null ? [] : await findStudyUids(trx, oid, pid)
    const opens = (uids: readonly string[]) =>
      `${viewer ?? ''}?StudyInstanceUIDs=${uids.map(encodeURIComponent).join(',')}`
    const newest = found.slice(0, VIEWER_STUDIES).map(({ study_uid }) => study_uid)
    return {
      patient: newest.length === 0 ? null : opens(newest),
      rows: found.map(({ rid, study_uid }) => ({ rid, url: opens([study_uid]) })),
    }
  })
}
