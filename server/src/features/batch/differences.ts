import type { DicomFacts } from '@mingmou/analysis/image'
import type { Eye, FileDiffers } from '@mingmou/contract'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findPatient } from '../patients/service.ts'
import { differenceOf } from './evidence.ts'
import { findNumbered, findSettled } from './queries.ts'

/** What a DICOM file says, by its upload; null for another file. */
export interface SaidOf {
  key: string
  dicom: DicomFacts | null
}

export interface ChosenFor {
  pid: string
  record_date: string
  /** By the places of the files. */
  eyes: readonly (Eye | null)[]
}

/**
 * Which files are of another person, eye or day than a person chose for them. What the own batch has of a file, found
 * or set by hand, was seen there and differs no more.
 */
export async function findDifferences(
  trx: Trx,
  actor: Clinician,
  files: readonly SaidOf[],
  { pid, record_date, eyes }: ChosenFor,
): Promise<FileDiffers[]> {
  if (files.every(({ dicom }) => dicom === null)) return []
  const patient = await findPatient(trx, actor.oid, pid)
  if (!patient) return []
  const numbers = files.flatMap(({ dicom }) => dicom?.number || [])
  const numbered = await findNumbered(trx, actor.oid, numbers)
  const keys = files.map(({ key }) => key)
  const settled = new Map((await findSettled(trx, actor, keys)).map((row) => [row.upload_key, row]))
  return files.flatMap(({ key, dicom }, index) => {
    const eye = eyes[index] ?? null
    const found = dicom && differenceOf(key, dicom, { patient, eye, record_date }, numbered)
    if (!found) return []
    const seen = settled.get(key)
    const left = {
      ...found,
      patient: seen?.pid === patient.pid ? null : found.patient,
      eye: found.eye && seen?.eye !== eye,
      record_date: found.record_date && seen?.record_date !== record_date,
    }
    return left.patient !== null || left.eye || left.record_date ? [left] : []
  })
}
