import type { BodyOf, DmConditions, setDmConditions } from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { changedMeanwhile, notFound } from '../../http/refusal.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { isSeen } from '../../platform/database/seen.ts'
import { audit, target } from '../audit/service.ts'
import { findPatient, holdPatient, refuseBeforeBirth } from '../patients/patient.ts'
import { findConditions, writeConditions, type ConditionsRow } from './queries.ts'

export async function openConditions(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  pid: string,
): Promise<DmConditions> {
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    if (!(await findPatient(trx, actor.oid, pid))) throw notFound()
    await audit(trx, { actor, ip, action: 'diabetes.open', ...target('patient', pid) })
    return toConditions(pid, await findConditions(trx, actor.oid, pid))
  })
}

export async function changeConditions(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  { pid, version, ...given }: BodyOf<typeof setDmConditions>,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    if (!(await holdPatient(trx, oid, pid))) throw notFound()
    const { onset_date, diagnosis_date, recently_fbg_date, recently_HbA1c_date } = given
    const days = { onset_date, diagnosis_date, recently_fbg_date, recently_HbA1c_date }
    await refuseBeforeBirth(trx, { oid, pid }, days)
    const stored = await findConditions(trx, oid, pid)
    const row = stored[0] ?? { pid, version: 0, updated_by: uid }
    const seen = isSeen({ ...row, version: changesOf(stored) }, { version, uid })
    if (!seen || !(await writeConditions(trx, { oid, uid, pid: row.pid }, row.version, given))) {
      throw changedMeanwhile(toConditions(pid, await findConditions(trx, oid, pid)))
    }
    await audit(trx, { actor, ip, action: 'diabetes.set', ...target('patient', pid) })
  })
}

/** The version that is shown: merging records or parting them changes it, so neither is overwritten unseen. */
const changesOf = (rows: ConditionsRow[]) => rows.reduce((sum, { version }) => sum + version, 0)

function toConditions(pid: string, rows: ConditionsRow[]): DmConditions {
  const [newest, ...older] = rows
  return { pid, version: changesOf(rows), ...toRecorded(newest), older: older.map(toRecorded) }
}

/** Every field is named: a new column stays private until it stands here. */
function toRecorded(row: ConditionsRow | undefined): DmConditions['older'][number] {
  return {
    onset_date: row?.onset_date?.slice(0, row.onset_chars) ?? null,
    diagnosis_date: row?.diagnosis_date?.slice(0, row.diagnosis_chars) ?? null,
    somatotype: row?.somatotype ?? null,
    recently_fbg_date: row?.fbg_date ?? null,
    recently_fbg_value: row?.fbg ?? null,
    recently_HbA1c_date: row?.hba1c_date ?? null,
    recently_HbA1c_value: row?.hba1c ?? null,
    current_medication: row?.medication ?? null,
    changed_by: row?.changed_by ?? null,
    changed_at: row?.updated_at.toISOString() ?? null,
    record: row ? { name: row.name, ad_card_number: row.ad_card_number } : null,
  }
}
