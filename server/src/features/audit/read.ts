import {
  auditActionMap,
  auditOutcomeMap,
  auditRoleMap,
  type AuditEntry,
  type BodyOf,
  type DataOf,
  type listAudit,
} from '@mingmou/contract'
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import type { Actor, Caller } from '../../http/actor.ts'
import type { Trx } from '../../platform/database/database.ts'
import { withInstitution } from '../../platform/database/institution.ts'
import { pageOf } from '../../platform/database/page.ts'
import {
  findEntries,
  findNames,
  sourceOf,
  type AuditFilter,
  type AuditRow,
  type Names,
} from './queries.ts'

/**
 * Reads within the reader's institution. The transaction of an administrator sees no patient at
 * all.
 */
function reading<T>(ctx: Context, { oid }: Actor, work: (trx: Trx) => Promise<T>): Promise<T> {
  return oid === null ? ctx.db.transaction().execute(work) : withInstitution(ctx.db, oid, work)
}

export async function searchAudit(
  ctx: Context,
  { actor, language }: Caller,
  { page, size, ...filter }: BodyOf<typeof listAudit>,
): Promise<DataOf<typeof listAudit>> {
  return reading(ctx, actor, async (trx) => {
    const query = await findEntries(trx, actor.oid, filter)
    const found = await pageOf(trx, query, sql`at DESC, id DESC`, { page, size })
    return {
      page: found.page,
      total_count: found.total_count,
      total_more: found.total_more,
      rows: await named(trx, actor, filter, found.rows),
      action_map: auditActionMap(language),
      outcome_map: auditOutcomeMap(language),
      role_map: auditRoleMap(language),
    }
  })
}

const BATCH = 1000

/** Every entry, newest first, in batches: memory use does not grow with the log. */
export async function* allEntries(
  ctx: Context,
  actor: Actor,
  filter: AuditFilter,
): AsyncGenerator<AuditEntry[]> {
  let before: string | null = null
  for (;;) {
    const batch: AuditEntry[] = await reading(ctx, actor, async (trx) => {
      let query = await findEntries(trx, actor.oid, filter)
      if (before !== null) {
        query = query.where(
          sql<boolean>`(at, id) < (select at, id from ${sourceOf(filter)} as one where id = ${before})`,
        )
      }
      query = query.orderBy('at', 'desc').orderBy('id', 'desc').limit(BATCH)
      return named(trx, actor, filter, await query.execute())
    })
    const last = batch.at(-1)
    if (last === undefined) return
    yield batch
    before = last.id
  }
}

async function named(
  trx: Trx,
  reader: Actor,
  { origin }: AuditFilter,
  rows: readonly AuditRow[],
): Promise<AuditEntry[]> {
  const names = await findNames(trx, rows)
  const imported = origin === 'imported'
  return rows.map((row) => ({ ...toEntry(row, reader, names), imported }))
}

/** The accounts whose names a reader may know: an institution its own, administrators all. */
function toEntry(row: AuditRow, reader: Actor, names: Names): Omit<AuditEntry, 'imported'> {
  const account = (uid: string | null) => {
    const found = names.accounts.get(uid ?? '')
    return reader.oid === null || found?.oid === reader.oid ? found : undefined
  }
  const who = account(row.uid)
  const target = row.target_id ?? ''
  return {
    id: row.id,
    at: row.at.toISOString(),
    uid: row.uid,
    name: who?.name ?? null,
    username: who?.username ?? null,
    role: row.role,
    ip: row.ip,
    action: row.action,
    outcome: row.outcome,
    target_type: row.target_type,
    target_id: row.target_id,
    target_name: account(target)?.username ?? names.institutions.get(target) ?? null,
    pid: row.pid,
    patient_name: names.patients.get(row.pid ?? '') ?? null,
    detail: row.detail,
  }
}
