import { imageName, type Language, type PatientInput } from '@mingmou/contract'
import { extname } from 'node:path'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { picturesIn, type Archived } from '../destinations/archived.ts'
import { findPatient, type PatientRow } from '../patients/patient.ts'
import { formOf } from '../patients/upsert.ts'
import { findOutside, type OutsideReport } from '../reports/outside.ts'
import { findOutsideSittings, type OutsideSitting } from '../sittings/outside.ts'

/** More sittings or reports than any patient has. */
const MOST = 10_000

interface Picture {
  /** Its place in the folder, and that of the file as a device sent it. */
  path: string
  came: string | null
  eye: string | null
  file_key: string
  came_key: string | null
}

export interface Folder {
  row: PatientRow
  form: PatientInput
  sittings: (OutsideSitting & { title: string; pictures: Picture[] })[]
  reports: OutsideReport[]
}

/** What the folder of a patient holds. The log has it. */
export async function openFolder(
  ctx: Context,
  { actor, ip, language }: Caller<Clinician>,
  pid: string,
): Promise<Folder> {
  const { oid } = actor
  const found = await withInstitution(ctx.db, oid, async (trx) => {
    const row = await findPatient(trx, oid, pid)
    if (!row) throw notFound()
    const form = await formOf(trx, oid, row)
    const sittings = await findOutsideSittings(trx, oid, { pid: row.pid }, MOST)
    const reports = await findOutside(trx, oid, { pid: row.pid }, MOST)
    const detail = { sittings: sittings.length, reports: reports.length }
    await audit(trx, { actor, ip, action: 'patient.export', ...target('patient', row.pid), detail })
    const rids = sittings.map(({ rid }) => rid)
    return { row, form, sittings, reports, pictures: await picturesIn(trx, oid, rids) }
  })
  const { pictures, ...others } = found
  const sittings = found.sittings.map((sitting) => {
    const own = pictures.get(sitting.rid)
    return {
      ...sitting,
      title: titleOf(sitting, language),
      pictures: own ? picturesOf(sitting, own) : [],
    }
  })
  return { ...others, sittings }
}

const titleOf = ({ record_date, modality }: OutsideSitting, language: Language) =>
  `${record_date} ${imageName(modality, language)}`

function picturesOf(
  { rid, record_date, modality }: OutsideSitting,
  of: Pick<Archived, 'pictures' | 'eyes'>,
): Picture[] {
  return of.pictures.map(({ image_index, file_key, came }) => {
    const stem = `images/${record_date}-${modality}-${rid.slice(-8)}/${image_index + 1}`
    return {
      path: `${stem}${extname(file_key)}`,
      came: came ? `${stem}-original.dcm` : null,
      eye: of.eyes.get(image_index) ?? null,
      file_key,
      came_key: came?.file_key ?? null,
    }
  })
}
