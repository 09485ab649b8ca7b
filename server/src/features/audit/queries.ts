import type { BodyOf, exportAudit } from '@mingmou/contract'
import { sql, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import { contains } from '../../platform/database/page.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type AuditFilter = BodyOf<typeof exportAudit>
export type AuditRow = Selectable<Tables['audit_log']>

/** An institution's entries, or with null the platform's: of administrators, trial users and visitors. */
export function findEntries(db: Db | Trx, oid: string | null, filter: AuditFilter) {
  const { person = '', action = '', outcome = '', target = '', pid, from = '', to = '' } = filter
  let query = db.selectFrom('audit_log').selectAll('audit_log')
  query =
    oid === null
      ? query.where(sql<boolean>`(oid is null or role in ('1', '2', '5'))`)
      : query.where('oid', '=', oid)
  if (action) query = query.where('action', '=', action)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (pid !== undefined) query = query.where('pid', '=', pid)
  if (from)
    query = query.where(sql<boolean>`at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'`)
  if (to)
    query = query.where(
      sql<boolean>`at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`,
    )
  if (person) query = query.where('uid', 'in', accountsNamed(db, oid, person))
  if (target) {
    query = query.where((where) =>
      where.or([
        where('target_id', '=', target.toLowerCase()),
        where(sql`pid::text`, '=', target.toLowerCase()),
        where('pid', 'in', patientsNamed(db, target)),
        where(
          'target_id',
          'in',
          sql<string>`(select uid::text from ${accountsNamed(db, oid, target)} a)`,
        ),
        where(
          'target_id',
          'in',
          sql<string>`(select oid::text from ${institutionsNamed(db, target)} i)`,
        ),
      ]),
    )
  }
  return query
}

const accountsNamed = (db: Db | Trx, oid: string | null, part: string) =>
  db
    .selectFrom('accounts')
    .select('uid')
    .$if(oid !== null, (query) => query.where('oid', '=', oid))
    .where((where) => where.or([contains('name', part), contains('username', part)]))

/** Row-level security keeps to the institution of the transaction; with none set there are none. */
const patientsNamed = (db: Db | Trx, part: string) =>
  db
    .selectFrom('patients')
    .select('pid')
    .where((where) => where.or([contains('name', part), contains('ad_card_number', part)]))

const institutionsNamed = (db: Db | Trx, part: string) =>
  db.selectFrom('institutions').select('oid').where(contains('name', part))

export interface Names {
  accounts: Map<string, { oid: string | null; name: string; username: string }>
  institutions: Map<string, string>
  patients: Map<string, string>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What the accounts, institutions and patients of some entries are called, deleted ones too. */
export async function findNames(db: Db | Trx, rows: readonly AuditRow[]): Promise<Names> {
  const ids = (values: (string | null)[]) => [
    ...new Set(values.filter((value) => value !== null && UUID.test(value))),
  ]
  const targets = (type: string) =>
    rows.map((row) => (row.target_type === type ? row.target_id : null))
  const accounts = await db
    .selectFrom('accounts')
    .select(['uid', 'oid', 'name', 'username'])
    .where(
      'uid',
      '=',
      sql<string>`any(${ids([...rows.map((row) => row.uid), ...targets('account')])}::uuid[])`,
    )
    .execute()
  const institutions = await db
    .selectFrom('institutions')
    .select(['oid', 'name'])
    .where('oid', '=', sql<string>`any(${ids(targets('institution'))}::uuid[])`)
    .execute()
  const patients = await db
    .selectFrom('patients')
    .select(['pid', 'name'])
    .where('pid', '=', sql<string>`any(${ids(rows.map((row) => row.pid))}::uuid[])`)
    .execute()
  return {
    accounts: new Map(accounts.map((row) => [row.uid, row])),
    institutions: new Map(institutions.map((row) => [row.oid, row.name])),
    patients: new Map(patients.map((row) => [row.pid, row.name])),
  }
}
