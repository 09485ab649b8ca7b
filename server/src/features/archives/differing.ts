import {
  ERROR,
  keyName,
  message,
  type BodyOf,
  type ArchiveCalls,
  type RefusedDiffering,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { Refusal } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { findDifferences, type SaidOf } from '../batch/differences.ts'

/**
 * A file that is of another person, eye or day than was chosen needs a yes to each. The call as it is specified is
 * refused too: it says why, and nobody has seen it.
 */
export async function refuseDiffering(
  ctx: Context,
  { actor }: Caller<Clinician>,
  files: readonly SaidOf[],
  { pid, record_date, eyes = [], confirmed = [] }: BodyOf<ArchiveCalls['create']>,
): Promise<void> {
  const found = await withInstitution(ctx.db, actor.oid, (trx) =>
    findDifferences(trx, actor, files, { pid, record_date, eyes }),
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
  const names = differing.map(({ key }) => keyName(key)).join(', ')
  const data: RefusedDiffering = { differing }
  throw new Refusal(ERROR.conflict, message('image_differs', names), data)
}
