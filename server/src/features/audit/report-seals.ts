import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Fault } from './fault.ts'

/**
 * SHA-256 of a stored report: of its snapshot, and of the rest of its row. Left out are the columns
 * that may change and `stage`, which follows from the snapshot. Columns without a value are left
 * out, so that a column added later changes no hash.
 */
const HASH = sql<string>`encode(sha256(convert_to(jsonb_build_array(
  jsonb_strip_nulls(to_jsonb(reports) -
    array['voided_at', 'voided_by', 'void_reason', 'stage', 'created_at', 'data']),
  reports.data, extract(epoch from reports.created_at))::text, 'UTF8')), 'hex')`

/** Number and present hash of every report of a person, under any of the records. */
export function sealsOf(
  trx: Trx,
  pid: string,
): Promise<{ report_id: string; pid: string; sha256: string }[]> {
  return trx
    .selectFrom('reports')
    .select(['report_id', 'pid', HASH.as('sha256')])
    .where(ofPerson('pid', pid))
    .orderBy('report_id')
    .execute()
}

/** The hashes that the entry of a new report records. */
export async function sealOf(trx: Trx, report_id: string): Promise<{ sha256: string }> {
  return trx
    .selectFrom('reports')
    .select(HASH.as('sha256'))
    .where('report_id', '=', report_id)
    .executeTakeFirstOrThrow()
}

/** The hash of a report as it was signed, and whether the stored one has another. */
export async function compareSeal(
  trx: Trx,
  oid: string,
  report_id: string,
): Promise<{ sha256: string; altered: boolean }> {
  const { sha256 } = await sealOf(trx, report_id)
  const { rows } = await sql<{ sealed: string }>`
    select detail->>'sha256' as sealed from audit_log
    where oid = ${oid} and target_type = 'report' and target_id = ${report_id}
      and detail ? 'sha256'`.execute(trx)
  const sealed = rows[0]?.sealed ?? sha256
  return { sha256: sealed, altered: rows.length === 0 || rows.some((row) => row.sealed !== sha256) }
}

/** Compares every report with its hash in the chain. */
export async function verifyReports(trx: Trx): Promise<{ reports: number; faults: Fault[] }> {
  const institutions = await trx
    .selectFrom('institutions')
    .select('oid')
    .where('purged_at', 'is', null)
    .execute()
  let reports = 0
  const faults: Fault[] = []
  for (const { oid } of institutions) {
    await sql`select set_config('app.oid', ${oid}, true)`.execute(trx)
    const seals = await findSeals(trx, oid)
    const rows = await trx
      .selectFrom('reports')
      .select(['report_id', 'report_no', HASH.as('sha256')])
      .orderBy('report_id')
      .execute()
    reports += rows.length
    for (const { report_id, report_no, sha256 } of rows) {
      const sealed = seals.get(report_id)?.hashes
      seals.delete(report_id)
      const report = `${report_id} (${report_no})`
      if (sealed === undefined) faults.push(about('report unsealed', report))
      else if (sealed.some((hash) => hash !== sha256)) faults.push(about('report changed', report))
    }
    const tombstones = await findErased(trx)
    for (const [report_id, { hashes, erased }] of seals) {
      const tombstone = erased ? tombstones.get(report_id) : undefined
      if (tombstone === undefined) faults.push(about('report removed', report_id))
      else if (hashes.some((hash) => hash !== tombstone))
        faults.push(about('report changed', report_id))
    }
  }
  return { reports, faults }
}

const about = (fault: Fault['fault'], report: string): Fault => ({
  fault,
  seq: null,
  id: null,
  report,
})

interface Sealed {
  hashes: string[]
  /** An entry says that it was erased. */
  erased: boolean
}

/** Entries by report; more than one where the older entry is about to be removed. */
async function findSeals(trx: Trx, oid: string): Promise<Map<string, Sealed>> {
  const { rows } = await sql<Sealed & { report_id: string }>`
    select target_id as report_id, array_agg(detail->>'sha256') as hashes,
      bool_or(detail ? 'erased') as erased from audit_log
    where oid = ${oid} and target_type = 'report' and detail ? 'sha256'
    group by target_id`.execute(trx)
  return new Map(rows.map(({ report_id, ...sealed }) => [report_id, sealed]))
}

/** Hashes of the reports that were erased with their patients. */
async function findErased(trx: Trx): Promise<Map<string, string>> {
  const rows = await trx.selectFrom('erased_reports').select(['report_id', 'sha256']).execute()
  return new Map(rows.map(({ report_id, sha256 }) => [report_id, sha256]))
}
