import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { StorageFull, type Files } from '../../platform/files/files.ts'
import { isSafeKey, typeOf } from '../../platform/files/keys.ts'
import { BackupFault } from '../backup/fault.ts'
import { forEach, readPieces } from '../backup/pieces.ts'
import type { Vault } from '../backup/vault.ts'
import { insertAll, refuseTaken, type Incoming } from './import-rows.ts'
import { MoveManifest, type Kept } from './manifest.ts'
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
    await putFiles(place.files, vault, manifest, put)
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

async function putFiles(
  files: Files,
  vault: Vault,
  { oid, files: kept }: MoveManifest,
  put: string[],
): Promise<void> {
  const own = new RegExp(`^((archives|analyses|logos|documents)|uploads/[a-z]+)/${oid}/`)
  for (const { key } of kept) {
    if (!own.test(key) || !isSafeKey(key)) {
      throw new BackupFault(`${vault.dir}: names a file that is not the institution’s`)
    }
  }
  await forEach(kept, async (file) => {
    put.push(file.key)
    const content = Readable.from(checked(vault, file, file.key))
    await files.put(file.key, content, typeOf(file.key))
  })
}

/** The content, which ends in a fault where it is not what was kept. */
async function* checked(vault: Vault, kept: Kept, what: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const data of readPieces(vault, kept.pieces)) {
    hash.update(data)
    yield data
  }
  if (hash.digest('hex') !== kept.sha256) {
    throw new BackupFault(`${vault.dir}: ${what} is not what its hash says; use another copy`)
  }
}

async function* linesOf(
  vault: Vault,
  manifest: MoveManifest,
  table: string,
): AsyncGenerator<string> {
  const kept = manifest.tables[table]
  if (kept === undefined) return
  let rest: Buffer = Buffer.alloc(0)
  for await (const data of checked(vault, kept, `table ${table}`)) {
    const text = Buffer.concat([rest, data])
    let from = 0
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, from)) {
      yield text.toString('utf8', from, end)
      from = end + 1
    }
    rest = text.subarray(from)
  }
}
