import type { Trx } from '../../platform/database/database.ts'
import { readEvidence, saidBy, saidByDevice, type Said } from './evidence.ts'
import { lookUp } from './look-up.ts'
import * as batch from './queries.ts'

/** Reads files anew that nobody was found for: a patient may have been registered or changed since they came. */
export async function findAnew(
  trx: Trx,
  own: batch.Own,
  now: Date,
  which: { ofDevice?: string } = {},
): Promise<batch.BatchRow[]> {
  const rows = await batch.findBatch(trx, own, which)
  const open = rows.flatMap((row) => {
    const isOpen = row.filed === null && !row.patient && row.evidence.patient.by !== 'hand'
    return isOpen && row.facts ? [{ row, said: saidOf(row, row.facts) }] : []
  })
  const known = await lookUp(
    trx,
    own.oid,
    open.map(({ said }) => said),
  )
  let changed = false
  for (const { row, said } of open) {
    const { evidence, pid, record_date } = readEvidence(said, row.modality, known, now)
    const { patient, record_date: day } = row.evidence
    if (pid === null && evidence.patient.left === patient.left) continue
    const isSet = day.by === 'hand'
    await batch.updateRead(trx, own, row.upload_key, {
      pid,
      record_date: isSet ? row.record_date : record_date,
      evidence: {
        ...row.evidence,
        patient: evidence.patient,
        record_date: isSet ? day : evidence.record_date,
      },
    })
    changed = true
  }
  return changed ? batch.findBatch(trx, own, which) : rows
}

/** A device names its files by no patient: their name is ours. */
const saidOf = (
  { device, file_name }: batch.BatchRow,
  { dicom, table = null }: NonNullable<batch.BatchRow['facts']>,
): Said => (device === null ? saidBy(file_name, dicom, table) : saidByDevice(dicom))
