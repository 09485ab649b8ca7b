import {
  ERROR,
  message,
  type ArchiveCalls,
  type BodyOf,
  type DataOf,
  type Modality,
  type RefusedDiffering,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { audit, target } from '../audit/service.ts'
import { compareFiles, type SaidOf } from '../batch/differences.ts'
import { findPatient } from '../patients/patient.ts'
import { checkKeys, readSaid } from './intake.ts'
import type { NewImage } from './queries.ts'

/**
 * What files say that have just arrived, so that the page can name another person, eye or day beside each before
 * anything is saved. Saving asks again.
 */
export async function compareUploads(
  ctx: Context,
  caller: Caller<Clinician>,
  modality: Modality,
  { pid, files_path }: BodyOf<ArchiveCalls['says']>,
): Promise<DataOf<ArchiveCalls['says']>> {
  const { actor, ip } = caller
  await withInstitution(ctx.db, actor.oid, async (trx) => {
    if (!(await findPatient(trx, actor.oid, pid))) throw notFound()
    const about = { ...target('patient', pid), detail: { modality } }
    await audit(trx, { actor, ip, action: 'archive.says', ...about })
  })
  checkKeys(actor, modality, files_path)
  const said: SaidOf[] = []
  for (const key of files_path) said.push(await readSaid(ctx, caller, key))
  const chosen = { pid, record_date: null, eyes: [] }
  const rows = await withInstitution(ctx.db, actor.oid, (trx) =>
    compareFiles(trx, actor, said, chosen),
  )
  return { rows }
}

/**
 * A file that is of another person, eye or day than was chosen needs a yes to each. The call as it is specified is
 * refused too: it says why, and nobody has seen it.
 */
export async function refuseDiffering(
  ctx: Context,
  { actor }: Caller<Clinician>,
  files: readonly SaidOf[],
  { pid, record_date, eyes = [], confirmed = [] }: BodyOf<ArchiveCalls['create']>,
  images: readonly Pick<NewImage, 'upload_key' | 'file_name'>[],
): Promise<void> {
  const found = await withInstitution(ctx.db, actor.oid, (trx) =>
    compareFiles(trx, actor, files, { pid, record_date, eyes }),
  )
  const differing = found.flatMap((file) => {
    const parts = confirmed[files.findIndex(({ key }) => key === file.key)] ?? []
    const left = {
      ...file,
      patient: parts.includes('patient') ? null : file.patient,
      eye: file.eye && !parts.includes('eye'),
      record_date: file.record_date && !parts.includes('record_date'),
    }
    return left.patient !== null || left.eye || left.record_date ? [left] : []
  })
  if (differing.length === 0) return
  const names = images
    .filter(({ upload_key }) => differing.some(({ key }) => key === upload_key))
    .map(({ file_name }) => file_name)
    .join(', ')
  const data: RefusedDiffering = { differing }
  throw new Refusal(ERROR.conflict, message('image_differs', names), data)
}
