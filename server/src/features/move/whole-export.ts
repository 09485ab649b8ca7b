import { HEADS } from '../backup/backup.ts'
import { readHead } from '../backup/counted.ts'
import { PLAINLY } from '../backup/digest.ts'
import { BackupFault } from '../backup/fault.ts'
import { forEach } from '../backup/pieces.ts'
import { nameOf, type Vault } from '../backup/vault.ts'
import type { Files } from '../../platform/files/files.ts'
import { checked, checkedLines, keepFiles, keepLines } from './kept.ts'
import type { WholeManifest } from './manifest.ts'
import type { Place } from './place.ts'
import { schemaOf } from './rows.ts'
import { digestOfAll, linesOfAll, listAll, readSequences } from './whole-rows.ts'

/** Keeps every row of every table as they are in one snapshot, and every file, and reads all back. */
export async function exportAll(place: Place, vault: Vault): Promise<WholeManifest> {
  if ((await vault.list('installations')).length > 0) {
    throw new BackupFault(`${vault.dir}: holds an export already; name an empty folder`)
  }
  const at = new Date()
  // Heads of the audit log must not be newer than the log.
  const heads = await keepFiles(
    place.files,
    vault,
    keysOf(place.files, (key) => isHead(key)),
  )
  const rows = await place.inside('repeatable read read only', async (client) => {
    await client.query(PLAINLY)
    const found = await client.query<{ oid: string }>('select oid from institutions order by oid')
    const oids = found.rows.map(({ oid }) => oid)
    const tables: WholeManifest['tables'] = {}
    for (const table of await listAll(client)) {
      const kept = await keepLines(vault, linesOfAll(client, table, oids))
      const digest = await digestOfAll(client, table, oids)
      if (digest.rows !== kept.rows)
        throw new Error(`${table.name}: rows were lost while it was read`)
      tables[table.name] = { ...kept, ...digest }
    }
    const sequences = await readSequences(client)
    return { schema: await schemaOf(client), head: await readHead(client), tables, sequences }
  })
  // Files are durable before a row names them, so those of the snapshot are there.
  const files = await keepFiles(
    place.files,
    vault,
    keysOf(place.files, (key) => !isHead(key)),
  )
  const manifest: WholeManifest = {
    version: 1,
    at: at.toISOString(),
    ...rows,
    files: [...heads, ...files],
  }
  await readBack(vault, manifest)
  await vault.write('installations', nameOf(at), manifest)
  await place.inside('read committed', (client) =>
    client.query(
      `insert into audit_log (action, outcome, detail) values ('installation.export', 'success', $1)`,
      [JSON.stringify({ rows: countAll(manifest), files: manifest.files.length })],
    ),
  )
  return manifest
}

export const countAll = ({ tables }: WholeManifest): number =>
  Object.values(tables).reduce((sum, table) => sum + table.rows, 0)

const isHead = (key: string) => key.startsWith(HEADS)

async function* keysOf(files: Files, wanted: (key: string) => boolean): AsyncGenerator<string> {
  for await (const { key } of files.list('')) if (wanted(key)) yield key
}

/** What cannot be read is no export. */
async function readBack(vault: Vault, { tables, files }: WholeManifest): Promise<void> {
  for (const [name, kept] of Object.entries(tables)) {
    await compare(checkedLines(vault, kept, name), () => 1, kept.rows, name)
  }
  await forEach(files, (file) =>
    compare(checked(vault, file, file.key), ({ length }) => length, file.size, file.key),
  )
}

async function compare<T>(
  parts: AsyncIterable<T>,
  count: (part: T) => number,
  wanted: number,
  what: string,
): Promise<void> {
  let found = 0
  for await (const part of parts) found += count(part)
  if (found !== wanted) throw new BackupFault(`${what}: ${found} of ${wanted} came back`)
}
