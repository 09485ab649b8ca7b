import { StorageFull } from '../../platform/files/files.ts'
import { isSafeKey } from '../../platform/files/keys.ts'
import { BackupFault } from '../backup/fault.ts'
import type { Vault } from '../backup/vault.ts'
import { insertAll, refuseTaken, type Incoming } from './import-rows.ts'
import { checkedLines, putFiles } from './kept.ts'
import { MoveManifest } from './manifest.ts'
import type { Place } from './place.ts'
import { listOwned, schemaOf } from './rows.ts'

/** Brings an institution into another installation, as a whole or not at all. */
export async function importInstitution(place: Place, vault: Vault): Promise<MoveManifest> {
  const [name] = await vault.list('exports')
  if (name === undefined) throw new BackupFault(`${vault.dir}: holds no whole export`)
  const manifest = await vault.read('exports', name, MoveManifest)
  const incoming: Incoming = { manifest, lines: (table) => linesOf(vault, manifest, table) }
  await place.inside('read committed read only', async (client) => {
    const schema = await schemaOf(client)
    if (schema !== manifest.schema) {
      throw new BackupFault(
        `${vault.dir}: was made with the schema ${manifest.schema}, here it is ${schema}; bring both programs to one version`,
      )
    }
    const owned = (await listOwned(client)).map((table) => table.name)
    if (owned.sort().toString() !== Object.keys(manifest.tables).sort().toString()) {
      throw new BackupFault(`${vault.dir}: names other tables than this installation has`)
    }
    await refuseTaken(client, incoming)
  })
  const put: string[] = []
  try {
    refuseForeign(vault, manifest)
    await putFiles(place.files, vault, manifest.files, put)
    await place.inside('read committed', (client) => insertAll(client, incoming))
  } catch (error) {
    // The database decides: the connection may have been lost at the commit.
    if (!(await isThere(place, manifest.oid).catch(() => true))) await place.files.remove(put)
    if (!(error instanceof StorageFull)) throw error
    throw new BackupFault('The store of files is full; nothing was brought in')
  }
  return manifest
}

const isThere = (place: Place, oid: string) =>
  place.inside('read committed read only', async (client) => {
    const { rows } = await client.query('select from institutions where oid = $1', [oid])
    return rows.length > 0
  })

function refuseForeign(vault: Vault, { oid, files }: MoveManifest): void {
  const own = new RegExp(`^((archives|analyses|logos|documents)|uploads/[a-z]+)/${oid}/`)
  for (const { key } of files) {
    if (!own.test(key) || !isSafeKey(key)) {
      throw new BackupFault(`${vault.dir}: names a file that is not the institution’s`)
    }
  }
}

async function* linesOf(
  vault: Vault,
  manifest: MoveManifest,
  table: string,
): AsyncGenerator<string> {
  const kept = manifest.tables[table]
  if (kept !== undefined) yield* checkedLines(vault, kept, `table ${table}`)
}
