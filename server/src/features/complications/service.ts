import {
  type addComplication,
  type BodyOf,
  type Complication,
  type DataOf,
  type deleteComplication,
  type listComplications,
  type setComplication,
} from '@mingmou/contract'
import { v7 as newId } from 'uuid'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { changedMeanwhile, notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { isSeen } from '../../platform/database/seen.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient, holdPatient, refuseBeforeBirth } from '../patients/patient.ts'
import * as complications from './queries.ts'
import { findRows, holdRow, type ComplicationRow } from './rows.ts'

const FIRST = { '1': 'created_at', '2': 'start_date' } as const

export async function listRows(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { pid, order }: BodyOf<typeof listComplications>,
): Promise<DataOf<typeof listComplications>> {
  const rows = await withInstitution(ctx.db, actor.oid, async (trx) => {
    if (!(await findPatient(trx, actor.oid, pid))) throw notFound()
    await audit(trx, { actor, ip, action: 'complication.list', ...target('patient', pid) })
    return findRows(trx, actor.oid, pid, FIRST[order])
  })
  return { rows: rows.map(toComplication) }
}

export async function addRow(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { pid, ...given }: BodyOf<typeof addComplication>,
): Promise<{ row_id: string }> {
  const { oid, uid } = actor
  const row_id = newId()
  return withInstitution(ctx.db, oid, async (trx) => {
    if (!(await holdPatient(trx, oid, pid))) throw notFound()
    await refuseBeforeBirth(trx, { oid, pid }, { start_date: given.start_date })
    const made = { row_id, pid, oid, created_by: uid, updated_by: uid }
    await complications.insertRow(trx, given, made)
    const about = target('complication', row_id, { pid })
    await audit(trx, { actor, ip, action: 'complication.add', ...about })
    return { row_id }
  })
}

export async function changeRow(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { row_id, version, ...given }: BodyOf<typeof setComplication>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const stored = await holdRow(trx, oid, row_id)
    if (!stored) throw notFound()
    if (!isSeen(stored, { version, uid })) throw changedMeanwhile(toComplication(stored))
    const { pid } = stored
    await refuseBeforeBirth(trx, { oid, pid }, { start_date: given.start_date })
    await complications.updateRow(trx, { oid, row_id, uid }, given)
    const about = target('complication', row_id, { pid })
    await audit(trx, { actor, ip, action: 'complication.set', ...about })
  })
}

export async function removeRow(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { row_id, version }: BodyOf<typeof deleteComplication>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const stored = await holdRow(trx, oid, row_id)
    if (!stored) throw notFound()
    if (!isSeen(stored, { version, uid })) throw changedMeanwhile(toComplication(stored))
    await complications.hideRow(trx, oid, row_id)
    const about = target('complication', row_id, { pid: stored.pid })
    await audit(trx, { actor, ip, action: 'complication.delete', ...about })
  })
}

/** Every field is named: a new column stays private until it stands here. */
function toComplication(row: ComplicationRow): Complication {
  return {
    row_id: row.row_id,
    pid: row.pid,
    disease_type: row.disease_type,
    start_date: row.start_date,
    end_date: row.end_date,
    treat_plan: row.treat_plan,
    created_at: row.created_at.toISOString(),
    version: row.version,
    changed_by: row.changed_by ?? '',
    changed_at: row.updated_at.toISOString(),
  }
}
