import {
  ERROR,
  type BodyOf,
  type confirmErasure,
  type DataOf,
  type listErasable,
} from '@mingmou/contract'
import type { Context } from '../../context.ts'
import type { Caller, Clinician } from '../../http/actor.ts'
import { notFound, Refusal } from '../../http/refusal.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { requireOwnHands, requireTwo } from '../accounts/holds.ts'
import { sealsOf } from '../audit/report-seals.ts'
import { audit, target } from '../audit/service.ts'
import * as erasures from './queries.ts'

export async function listErasablePatients(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  page: BodyOf<typeof listErasable>,
): Promise<DataOf<typeof listErasable>> {
  return withInstitution(ctx.db, actor.oid, async (trx) => {
    const years = await erasures.findYears(trx, actor.oid)
    const found =
      years === null
        ? { page: 1, total_count: 0, total_more: undefined, rows: [] }
        : await erasures.findErasable(trx, actor.oid, years, page)
    const detail = { rows: found.rows.length }
    await audit(trx, { actor, ip, action: 'patient.list-erasable', detail })
    return {
      years,
      page: found.page,
      total_count: found.total_count,
      total_more: found.total_more,
      rows: found.rows.map((row) => ({
        pid: row.pid,
        name: row.name,
        ad_card_number: row.ad_card_number,
        deleted_at: row.deleted_at.toISOString(),
        last_day: row.last_day,
        sittings: row.sittings,
        reports: row.reports,
        asked:
          row.asked_by === null || row.asked_at === null
            ? null
            : { uid: row.asked_by, name: row.asked_name ?? '—', at: row.asked_at.toISOString() },
      })),
    }
  })
}

/** A record of the institution that is deleted and past its time. */
async function requireErasable(trx: Trx, oid: string, pid: string): Promise<string> {
  const patient = await erasures.findDeleted(trx, oid, pid)
  if (patient === undefined) throw notFound()
  if (!patient.erasable) throw new Refusal(ERROR.conflict, 'erasure_not_due')
  return patient.pid
}

async function requireOpen(trx: Trx, oid: string, pid: string) {
  const patient = await erasures.findDeleted(trx, oid, pid)
  if (patient === undefined) throw notFound()
  const open = await erasures.holdErasure(trx, oid, patient.pid)
  if (open === undefined) throw new Refusal(ERROR.conflict, 'erasure_closed')
  return { ...open, pid: patient.pid }
}

export async function askForErasure(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  pid: string,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const person = await requireErasable(trx, oid, pid)
    if (!(await erasures.insertErasure(trx, { pid: person, oid, asked_by: uid }))) {
      throw new Refusal(ERROR.conflict, 'erasure_asked')
    }
    await audit(trx, { actor, ip, action: 'patient.ask-erasure', ...target('patient', person) })
  })
}

export async function withdrawRequest(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  pid: string,
): Promise<void> {
  const { oid, uid } = actor
  await withInstitution(ctx.db, oid, async (trx) => {
    const open = await requireOpen(trx, oid, pid)
    const by = { withdrawn_by: uid, withdrawn_at: ctx.now() }
    await erasures.setWithdrawn(trx, oid, open.erasure_id, by)
    const about = target('patient', open.pid)
    await audit(trx, { actor, ip, action: 'patient.withdraw-erasure', ...about })
  })
}

/**
 * Removes every row of the patient. Number and hash of each report stay, so that the audit log can
 * tell an erased report from a stolen one. The files go by the sweep.
 */
export async function eraseForGood(
  ctx: Context,
  { actor, ip }: Caller<Clinician>,
  pid: string,
): Promise<DataOf<typeof confirmErasure>> {
  const { oid, uid } = actor
  return withInstitution(ctx.db, oid, async (trx) => {
    const open = await requireOpen(trx, oid, pid)
    if (open.asked_by === uid) throw new Refusal(ERROR.conflict, 'erasure_second_person')
    await requireOwnHands(ctx, trx, uid)
    await requireTwo(ctx, trx, open.asked_by, uid)
    await requireErasable(trx, oid, pid)
    const seals = await sealsOf(trx, open.pid)
    const erased = await erasures.eraseRows(trx, open.erasure_id, uid, seals)
    for (const { report_id, pid: filed, sha256 } of seals) {
      const about = target('report', report_id, { pid: filed })
      const detail = { sha256, erased: true }
      await audit(trx, { actor, ip, action: 'report.erase', ...about, detail })
    }
    const detail = { ...erased, asked_by: open.asked_by }
    await audit(trx, { actor, ip, action: 'patient.erase', ...target('patient', open.pid), detail })
    const { sittings, images, reports } = erased
    return { sittings, images, reports }
  })
}
