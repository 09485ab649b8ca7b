import {
  analysisEntry,
  recordedTreatments,
  type Modality,
  type RecordedTreatment,
} from '@mingmou/contract'
import type { Trx } from '../../platform/database/database.ts'
import { COMPLICATIONS, knownDays, type ComplicationRow } from './record.ts'

/** Complications of a patient, the newest start first, their days as far as they are known. */
export async function findRows(trx: Trx, oid: string, pid: string): Promise<ComplicationRow[]> {
  const rows = await COMPLICATIONS.rows(trx, oid, pid, 'start_date')
  return rows.map((row) => ({ ...row, ...knownDays(row) }))
}

/** Treatments of the retina that the records of a patient name, for a kind of image whose eyes have a stage. */
export async function findTreatments(
  trx: Trx,
  oid: string,
  { pid, modality }: { pid: string; modality: Modality },
): Promise<RecordedTreatment[]> {
  if (!analysisEntry(modality).staged) return []
  return recordedTreatments(await findRows(trx, oid, pid))
}
