import type { DicomFacts } from '@mingmou/analysis/image'
import { keyName, nameFacts, type Eye, type FileDiffers } from '@mingmou/contract'
import type { Clinician } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { findPatient } from '../patients/patient.ts'
import { differenceOf, saidByDevice } from './evidence.ts'
import { lookUp } from './look-up.ts'
import { findSettled } from './queries.ts'

/** What a DICOM file says, by its upload; null for another file. */
export interface SaidOf {
  key: string
  dicom: DicomFacts | null
}

export interface ChosenFor {
  pid: string
  /** null while no day is chosen. */
  record_date: string | null
  /** By the places of the files. */
  eyes: readonly (Eye | null)[]
}

/**
 * What each DICOM file says beside what a person chose for it. Where no eye was, the name of the file stands for it.
 * What the own batch has of a file, found or set by hand, was seen there and differs no more.
 */
export async function compareFiles(
  trx: Trx,
  actor: Clinician,
  files: readonly SaidOf[],
  { pid, record_date, eyes }: ChosenFor,
): Promise<FileDiffers[]> {
  if (files.every(({ dicom }) => dicom === null)) return []
  const patient = await findPatient(trx, actor.oid, pid)
  if (!patient) return []
  const known = await lookUp(
    trx,
    actor.oid,
    files.map(({ dicom }) => saidByDevice(dicom)),
  )
  const keys = files.map(({ key }) => key)
  const settled = new Map((await findSettled(trx, actor, keys)).map((row) => [row.upload_key, row]))
  return files.flatMap(({ key, dicom }, index) => {
    if (!dicom) return []
    const eye = eyes[index] ?? namedEye(key)
    const found = differenceOf(key, dicom, { patient, eye, record_date }, known)
    const seen = settled.get(key)
    return [
      {
        ...found,
        patient: seen?.pid === patient.pid ? null : found.patient,
        eye: found.eye && seen?.eye !== eye,
        record_date: found.record_date && seen?.record_date !== record_date,
      },
    ]
  })
}

/** The one eye that the name of a file says. */
function namedEye(key: string): Eye | null {
  const [eye, other] = nameFacts(keyName(key)).eyes
  return (!other && eye) || null
}
