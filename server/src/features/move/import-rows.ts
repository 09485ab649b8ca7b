import pg from 'pg'
import { BackupFault } from '../backup/fault.ts'
import { namesOwnFiles } from './file-keys.ts'
import type { MoveManifest } from './manifest.ts'
import { bindTo, digestOf, listOwned, type OwnedTable } from './rows.ts'

/** What comes in: its description, and the rows of a table as lines of JSON. */
export interface Incoming {
  manifest: MoveManifest
  lines: (table: string) => AsyncIterable<string>
}

/** Entries of the other installation's log are kept beside this one's, which is a chain. */
const LOG = 'audit_log'
const AT_ONCE = 200

/** Refuses what would meet something of this installation. */
export async function refuseTaken(client: pg.ClientBase, incoming: Incoming): Promise<void> {
  const { oid, name } = incoming.manifest
  const there = await client.query('select from institutions where oid = $1', [oid])
  if (there.rows.length > 0) throw new BackupFault(`${name}: is in this installation already`)
  await inBatches(incoming.lines('accounts'), async (batch) => {
    const { rows } = await client.query<{ username: string; by_name: boolean; email: string }>(
      `select username, email, exists (${living} and lower(here.username) = lower(own.username))
         as by_name
       from jsonb_populate_recordset(null::accounts, $1::jsonb) as own
       where own.deleted_at is null and exists (${living}
         and (lower(here.username) = lower(own.username) or lower(here.email) = lower(own.email)))`,
      [batch],
    )
    const [taken] = rows
    if (taken === undefined) return
    const what = taken.by_name ? `name ${taken.username}` : `address ${taken.email}`
    throw new BackupFault(`${name}: an account with the ${what} is in this installation already`)
  })
  await inBatches(incoming.lines('institutions'), async (batch) => {
    const { rows } = await client.query<{ ae_title: string }>(
      `select ae_title from jsonb_populate_recordset(null::institutions, $1::jsonb) as own
       where exists (select from institutions as here where here.ae_title = own.ae_title)`,
      [batch],
    )
    const [taken] = rows
    if (taken)
      throw new BackupFault(
        `${name}: the AE title ${taken.ae_title} is in this installation already`,
      )
  })
  for (const table of ['reports', 'erased_reports']) {
    await inBatches(incoming.lines(table), async (batch) => {
      const { rows } = await client.query<{ report_no: string }>(
        `select report_no from jsonb_to_recordset($1::jsonb) as own (report_no text)
         where exists (select from reports as here where here.report_no = own.report_no)
           or exists (select from erased_reports as here where here.report_no = own.report_no)`,
        [batch],
      )
      const [taken] = rows
      if (taken) throw new BackupFault(`${name}: report ${taken.report_no} is here already`)
    })
  }
}

const living = `select from accounts as here
  where here.deleted_at is null and here.account_type = 2`

/** Inserts all rows, and compares every table with what was exported. */
export async function insertAll(client: pg.ClientBase, incoming: Incoming): Promise<void> {
  const { manifest } = incoming
  const { oid } = manifest
  await bindTo(client, oid)
  await client.query(
    'create temporary table incoming (place bigint generated always as identity, line jsonb) on commit drop',
  )
  const tables = (await listOwned(client)).filter(({ name }) => name !== LOG)
  try {
    for (const table of tables) await insertTable(client, table, incoming)
    // Triggers keep some tables; what they wrote gives way to what was exported.
    for (const table of tables) {
      if (await isWhole(client, table, manifest)) continue
      const name = pg.escapeIdentifier(table.name)
      await client.query(`delete from ${name} where oid = $1`, [oid])
      await insertTable(client, table, incoming)
      if (!(await isWhole(client, table, manifest))) throw differs(manifest, table.name)
    }
    await keepLog(client, incoming)
    await endWaiting(client, oid)
    await askForFactors(client, manifest)
    await dropProvider(client, oid)
    await switchOff(client, oid)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new BackupFault(`${manifest.name}: ${error.message}; nothing was brought in`)
  }
}

const differs = ({ name }: MoveManifest, table: string) =>
  new BackupFault(`${name}: rows of ${table} differ from what was exported; nothing was brought in`)

async function isWhole(
  client: pg.ClientBase,
  table: OwnedTable,
  { oid, tables }: MoveManifest,
): Promise<boolean> {
  const { rows, sha256 } = await digestOf(client, table, oid)
  return tables[table.name]?.rows === rows && tables[table.name]?.sha256 === sha256
}

/** In one statement, so that rows of a table may name each other. */
async function insertTable(
  client: pg.ClientBase,
  { name, columns }: OwnedTable,
  incoming: Incoming,
): Promise<void> {
  await stage(client, incoming, name)
  const listed = columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const table = pg.escapeIdentifier(name)
  await client.query(
    `insert into ${table} (${listed}) overriding system value
     select ${columns.map((column) => `own.${pg.escapeIdentifier(column)}`).join(', ')}
     from incoming cross join lateral jsonb_populate_record(null::${table}, line) as own
     where own.oid = $1 order by place on conflict do nothing`,
    [incoming.manifest.oid],
  )
}

/** What looks like a file of an institution, in whatever column. */
const FILE =
  /(?:archives|analyses|logos|documents|reports|received|sent|uploads\/[a-z]+)\/([0-9a-f-]{36})\//g

async function stage(client: pg.ClientBase, incoming: Incoming, table: string): Promise<void> {
  const { oid } = incoming.manifest
  await client.query('truncate incoming')
  await inBatches(incoming.lines(table), async (batch) => {
    for (const [, whose] of batch.matchAll(FILE)) {
      if (whose !== oid) throw differs(incoming.manifest, table)
    }
    const rows: unknown = JSON.parse(batch)
    if (!Array.isArray(rows) || !rows.every((row) => namesOwnFiles(table, row, oid))) {
      throw new BackupFault(
        `${incoming.manifest.name}: rows of ${table} name files that are not the institution’s; nothing was brought in`,
      )
    }
    await client.query('insert into incoming (line) select jsonb_array_elements($1::jsonb)', [
      batch,
    ])
  })
}

/** Entries of the other log as a record, and the hashes of reports in the chain of this one. */
async function keepLog(client: pg.ClientBase, incoming: Incoming): Promise<void> {
  const { oid, head, origin } = incoming.manifest
  await stage(client, incoming, LOG)
  await client.query(
    'insert into imported_audit (oid, entry) select $1, line from incoming order by place',
    [oid],
  )
  await client.query(
    `insert into audit_log (oid, pid, action, target_type, target_id, outcome, detail)
     select $1::uuid, (line->>'pid')::uuid, 'report.keep', 'report', line->>'target_id', 'success',
       jsonb_strip_nulls(jsonb_build_object(
         'sha256', line->'detail'->'sha256', 'erased', line->'detail'->'erased'))
     from incoming where line->>'target_type' = 'report' and line->'detail' ? 'sha256'
     order by place`,
    [oid],
  )
  await client.query(
    `insert into audit_log (oid, action, target_type, target_id, outcome, detail)
     values ($1::uuid, 'institution.import', 'institution', $1::text, 'success', $2)`,
    [oid, JSON.stringify({ origin, head })],
  )
}

/** Jobs do not move: what waited for a worker can be started again. */
async function endWaiting(client: pg.ClientBase, oid: string): Promise<void> {
  await client.query(
    `update analyses set status = 'cancelled', ended_at = now()
     where oid = $1 and status in ('queued', 'running')`,
    [oid],
  )
  await client.query(
    `update registrations set status = 'failed' where oid = $1 and status = 'queued'`,
    [oid],
  )
  // Its notice leads back to the other installation.
  await client.query(
    `update account_changes set ended_at = now()
     where oid = $1 and done_at is null and ended_at is null`,
    [oid],
  )
}

/** Who had a second factor is not let in by the password alone: the next sign-in asks for a new one. */
async function askForFactors(client: pg.ClientBase, { oid, factors }: MoveManifest): Promise<void> {
  await client.query(
    'update accounts set factor_due = true where oid = $1 and uid = any($2::uuid[])',
    [oid, factors],
  )
}

/** The secret of its provider is sealed for the other installation, and the provider leads back there. */
async function dropProvider(client: pg.ClientBase, oid: string): Promise<void> {
  await client.query('delete from sso_providers where oid = $1', [oid])
}

/**
 * A viewer reads from the other installation. Archives are in the network of the other installation, and their tokens sealed for it, as secrets of webhooks are: a
 * person turns archives on again, and gives webhooks a new secret.
 * Programs of the hospital get new secrets, since those that they have call the other one.
 */
async function switchOff(client: pg.ClientBase, oid: string): Promise<void> {
  await client.query('update institutions set viewer_url = null where oid = $1', [oid])
  await client.query(
    `update destinations set active = false, token = null, certificate = null, certificate_until = null,
      certificate_seen_at = null where oid = $1`,
    [oid],
  )
  await client.query(
    'update webhooks set active = false, secret = null, earlier_secret = null where oid = $1',
    [oid],
  )
  await client.query(
    `update clients set secret_hash = null, earlier_hash = null, overlap_until = null where oid = $1`,
    [oid],
  )
  await client.query(
    `update deliveries set state = 'failed', reason = 'destination_off'
     where oid = $1 and state = 'waiting'`,
    [oid],
  )
  await client.query(
    `update webhook_deliveries set state = 'failed', reason = 'webhook_off', next_at = null
     where oid = $1 and state = 'waiting'`,
    [oid],
  )
  // Their files stay behind.
  await client.query('delete from fhir_exports where oid = $1', [oid])
  await client.query(
    `update patient_imports set state = 'failed', reason = 'import_fault'
     where oid = $1 and state in ('checking', 'writing', 'undoing')`,
    [oid],
  )
  await client.query(
    `update validations set state = 'failed' where oid = $1 and state = 'running'`,
    [oid],
  )
}

/** Lines as arrays of JSON. */
async function inBatches(
  lines: AsyncIterable<string>,
  work: (batch: string) => Promise<void>,
): Promise<void> {
  let batch: string[] = []
  for await (const line of lines) {
    batch.push(line)
    if (batch.length < AT_ONCE) continue
    await work(`[${batch.join(',')}]`)
    batch = []
  }
  if (batch.length > 0) await work(`[${batch.join(',')}]`)
}
