import type { DicomFacts } from '@mingmou/analysis/image'
import type { Eye, Modality } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findPatient } from '../patients/patient.ts'
import { findAnew } from './anew.ts'
import { readEvidence, saidByDevice } from './evidence.ts'
import { lookUp } from './look-up.ts'
import { countWaiting, insertFile, type BatchRow, type Own } from './queries.ts'

interface Picture {
  key: string
  thumb_key: string
  modality: Modality
  file_name: string
  sha256: string
  dicom: DicomFacts | null
  received_at: Date
}

/** Puts the picture of a device into the batch of its institution, in a transaction with what names it received. */
export async function addReceived(
  ctx: Context,
  trx: Trx,
  { oid, uid }: Own,
  { key, thumb_key, modality, file_name, sha256, dicom, received_at }: Picture,
): Promise<void> {
  const said = saidByDevice(dicom)
  const known = await lookUp(trx, oid, [said])
  const { evidence, ...read } = readEvidence(said, modality, known, ctx.now())
  await insertFile(trx, {
    upload_key: key,
    modality,
    file_name,
    thumb_key,
    upload_sha256: sha256,
    evidence: JSON.stringify(evidence),
    facts: JSON.stringify({ dicom }),
    ...read,
    device_id: uid,
    oid,
    created_by: uid,
    created_at: received_at,
  })
}

/** A picture of a device whose patient, eye and day its data prove. */
export interface Proven {
  key: string
  pid: string
  eye: Eye
  record_date: string
}

/**
 * The waiting pictures of a device that file themselves: number and birthday are both a patient's, or the accession
 * number is of an order for the patient; nothing contradicts them, eye and day are stated once, and the institution does not have the photograph yet. What a person has set
 * waits for a person.
 */
export async function findProven(ctx: Context, trx: Trx, { oid, uid }: Own): Promise<Proven[]> {
  const rows = await findAnew(trx, { oid, uid }, ctx.now(), { ofDevice: uid })
  return rows.flatMap((row) => {
    const { patient, eye, record_date, known, filed } = row
    if (filed !== null || known !== null || !patient || !eye || !record_date) return []
    return isProven(row, patient.birthday)
      ? [{ key: row.upload_key, pid: patient.pid, eye, record_date }]
      : []
  })
}

function isProven({ evidence, facts }: BatchRow, birthday: string): boolean {
  const { patient, eye, record_date, other_kind } = evidence
  const isSaid = [eye, record_date].every(({ by }) => by === 'dicom')
  const isNumbered = patient.by === 'dicom' && facts?.dicom?.birthday === birthday
  return isSaid && other_kind === null && (isNumbered || patient.by === 'order')
}

/** How many files wait for this person: the own ones, and those of devices. */
export const waitingFor = (trx: Trx, own: Own): Promise<number> => countWaiting(trx, own)

/** The patient of a document of a device, where its data prove one as they would of a photograph. */
export async function patientProven(
  ctx: Context,
  trx: Trx,
  { oid, modality }: { oid: string; modality: Modality },
  dicom: DicomFacts | null,
): Promise<string | null> {
  const said = saidByDevice(dicom)
  const known = await lookUp(trx, oid, [said])
  const { evidence, pid } = readEvidence(said, modality, known, ctx.now())
  if (pid === null || evidence.patient.by === 'order') return pid
  const patient = await findPatient(trx, oid, pid)
  return patient?.birthday === dicom?.birthday ? pid : null
}
