import type { BodyOf, exportAudit } from '@mingmou/contract'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Db, Trx } from '../../platform/database/database.ts'
import {
  ACCOUNT_PIECES,
  contains,
  hasPieces,
  INSTITUTION_PIECES,
  isAmong,
  isNamed,
  isNumbered,
  patientsNamed,
} from '../../platform/database/search.ts'
import { ofPerson } from '../../platform/database/person.ts'
import type { Tables } from '../../platform/database/tables.ts'

export type AuditFilter = BodyOf<typeof exportAudit>
export type AuditRow = Selectable<Tables['audit_log']>

/**
 * Entries of an institution. With null, those of the platform: administrators, trial users and
 * visitors.
 */
export async function findEntries(trx: Trx, oid: string | null, filter: AuditFilter) {
  const entries = sourceOf(filter).as<'audit_log'>('audit_log')
  const { person = '', action = '', outcome = '', target = '', pid, from = '', to = '' } = filter
  let query = trx.selectFrom(entries).selectAll('audit_log')
  query =
    oid === null
      ? query.where(sql<boolean>`(oid is null or role in ('1', '2', '5'))`)
      : query.where('oid', '=', oid)
  if (action) query = query.where('action', '=', action)
  // Almost all entries are successes. The others have an index of their own.
  if (outcome && outcome !== 'success') query = query.where(sql<boolean>`outcome <> 'success'`)
  if (outcome) query = query.where('outcome', '=', outcome)
  if (pid !== undefined) query = query.where(isAmong('pid', await recordsOf(trx, pid)))
  if (from)
    query = query.where(sql<boolean>`at >= ${from}::date::timestamp at time zone 'Asia/Shanghai'`)
  if (to)
    query = query.where(
      sql<boolean>`at < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`,
    )
  if (person) query = query.where('uid', 'in', await accountsNamed(trx, oid, person))
  if (target) {
    const ids = await targetsNamed(trx, oid, target)
    const pids = await patientsOf(trx, oid, target)
    query = query.where(
      sql<boolean>`(target_id = any(${ids}::text[]) or pid = any(${pids}::uuid[]))`,
    )
  }
  return query
}

/**
 * The log of this installation, or what an institution that moved here has brought of another one,
 * with the same columns. Row-level security shows the latter to that institution alone.
 */
export const sourceOf = ({ origin }: AuditFilter): RawBuilder<AuditRow> =>
  origin === 'imported'
    ? sql`(select entry_id::text as id, own.* from imported_audit
        cross join lateral jsonb_to_record(entry) as own (at timestamptz, uid uuid, oid uuid, role text,
          ip text, action text, target_type text, target_id text, pid uuid, outcome text, detail jsonb))`
    : sql`audit_log`

/** The record of a patient and those merged with it. Administrators see no patient, and find by this id alone. */
async function recordsOf(trx: Trx, pid: string): Promise<string[]> {
  const rows = await trx.selectFrom('patients').select('pid').where(ofPerson('pid', pid)).execute()
  return [pid, ...rows.map((row) => row.pid)]
}

/**
 * At most this many names are looked up first. The log is then searched by id, which has an index.
 */
const NAMED = 1000
/** SQL has no empty `in`. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

async function accountsNamed(trx: Trx, oid: string | null, part: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('accounts')
    .select('uid')
    .$if(oid !== null, (query) => query.where('oid', '=', oid))
    .where(hasPieces(ACCOUNT_PIECES, part))
    .where((where) => where.or([contains('name', part), contains('username', part)]))
    .limit(NAMED)
    .execute()
  // An institution has few programs, and its wall shows no others.
  const clients = await trx
    .selectFrom('clients')
    .select('client_id as uid')
    .where(contains('name', part))
    .limit(NAMED)
    .execute()
  const systems = await trx
    .selectFrom('hl7_peers')
    .select('peer_id as uid')
    .where(contains('name', part))
    .limit(NAMED)
    .execute()
  return [NOBODY, ...[...rows, ...clients, ...systems].map(({ uid }) => uid)]
}

async function targetsNamed(trx: Trx, oid: string | null, part: string): Promise<string[]> {
  const institutions = await trx
    .selectFrom('institutions')
    .select('oid')
    .where(hasPieces(INSTITUTION_PIECES, part))
    .where(contains('name', part))
    .where('kind', '=', 'clinic')
    .limit(NAMED)
    .execute()
  const accounts = await accountsNamed(trx, oid, part)
  return [part.toLowerCase(), ...accounts, ...institutions.map((row) => row.oid)]
}

/**
 * Finds patients by id, name or card number. The transaction of an administrator sees no patient,
 * so it finds by id alone.
 */
async function patientsOf(trx: Trx, oid: string | null, part: string): Promise<string[]> {
  const asked = part.toLowerCase()
  const ids = UUID.test(asked) ? [asked] : []
  if (oid === null) return ids
  const named = await trx
    .selectFrom('patients')
    .select('pid')
    .where(isAmong('pid', await patientsNamed(trx, part)))
    .where((where) => where.or([isNamed(part), isNumbered(part)]))
    .limit(NAMED)
    .execute()
  return [...ids, ...named.map(({ pid }) => pid)]
}

export interface Names {
  accounts: Map<string, { oid: string | null; name: string; username: string }>
  institutions: Map<string, string>
  patients: Map<string, string>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The names of the accounts, institutions and patients of some entries, deleted ones too. */
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
  // Programs and systems of the reader's institution. Their ids are those of no account.
  const clients = await db
    .selectFrom('clients')
    .select(['client_id as uid', 'oid', 'name', sql<string>`'API'`.as('username')])
    .where('client_id', '=', sql<string>`any(${ids(rows.map((row) => row.uid))}::uuid[])`)
    .execute()
  const systems = await db
    .selectFrom('hl7_peers')
    .select(['peer_id as uid', 'oid', 'name', sql<string>`'HL7'`.as('username')])
    .where('peer_id', '=', sql<string>`any(${ids(rows.map((row) => row.uid))}::uuid[])`)
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
    accounts: new Map([...accounts, ...clients, ...systems].map((row) => [row.uid, row])),
    institutions: new Map(institutions.map((row) => [row.oid, row.name])),
    patients: new Map(patients.map((row) => [row.pid, row.name])),
  }
}
