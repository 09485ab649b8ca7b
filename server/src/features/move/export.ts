import type { Files } from '../../platform/files/files.ts'
import { readHead } from '../backup/counted.ts'
import { BackupFault } from '../backup/fault.ts'
import { nameOf, type Vault } from '../backup/vault.ts'
import { keepFiles, keepLines } from './kept.ts'
import type { KeptTable, MoveManifest } from './manifest.ts'
import type { Place } from './place.ts'
import { bindTo, linesOf, listOwned, schemaOf } from './rows.ts'
import type pg from 'pg'

/** Folders of an institution's files. Printed reports are made anew. */
const FOLDERS = ['archives', 'analyses', 'logos', 'documents', 'received', 'sent']

/** Keeps every row and file of one institution, as they are at one moment. */
export async function exportInstitution(
  place: Place,
  vault: Vault,
  wanted: string,
): Promise<MoveManifest> {
  if ((await vault.list('exports')).length > 0) {
    throw new BackupFault(`${vault.dir}: holds an export already; name an empty folder`)
  }
  const at = new Date()
  const rows = await place.inside('repeatable read read only', async (client) => {
    const { oid, name } = await find(client, wanted)
    await bindTo(client, oid)
    const tables: Record<string, KeptTable> = {}
    for (const table of await listOwned(client)) {
      tables[table.name] = await keepLines(vault, linesOf(client, table, oid))
    }
    const factors = await findFactors(client, oid)
    const [schema, head] = [await schemaOf(client), await readHead(client)]
    return { oid, name, schema, head, tables, factors }
  })
  // Files are durable before a row names them, so those of the snapshot are there.
  const files = await keepFiles(place.files, vault, keysOf(place.files, rows.oid))
  const manifest: MoveManifest = {
    version: 1,
    at: at.toISOString(),
    origin: place.publicUrl,
    ...rows,
    files,
  }
  await vault.write('exports', nameOf(at), manifest)
  await place.inside('read committed', (client) =>
    client.query(
      `insert into audit_log (oid, action, target_type, target_id, outcome, detail)
       values ($1::uuid, 'institution.export', 'institution', $1::text, 'success', $2)`,
      [rows.oid, JSON.stringify({ rows: countRows(manifest), files: files.length })],
    ),
  )
  return manifest
}

export const countRows = ({ tables }: MoveManifest): number =>
  Object.values(tables).reduce((sum, table) => sum + table.rows, 0)

async function find(client: pg.ClientBase, wanted: string): Promise<{ oid: string; name: string }> {
  const { rows } = await client.query<{ oid: string; name: string }>(
    `select oid, name from institutions where kind = 'clinic' and deleted_at is null
     and (oid::text = lower($1) or lower(email) = lower($1))`,
    [wanted],
  )
  const [found, another] = rows
  if (found === undefined) throw new BackupFault(`--institution: there is no ${wanted}`)
  if (another) throw new BackupFault(`--institution: several have ${wanted}; name the oid`)
  return found
}

/** Keys of apps are sealed for this installation, and passkeys are good for its address alone. */
async function findFactors(client: pg.ClientBase, oid: string): Promise<string[]> {
  const { rows } = await client.query<{ uid: string }>(
    'select uid from accounts join totp_factors using (uid) where oid = $1 order by uid',
    [oid],
  )
  return rows.map(({ uid }) => uid)
}

async function* keysOf(files: Files, oid: string): AsyncGenerator<string> {
  for (const folder of FOLDERS) {
    for await (const { key } of files.list(`${folder}/${oid}/`)) yield key
  }
  // Files of a batch that are not filed yet: `uploads/<kind>/<institution>/…`.
  for await (const { key } of files.list('uploads/')) if (key.split('/')[2] === oid) yield key
}
