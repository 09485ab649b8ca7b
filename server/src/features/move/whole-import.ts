import pg from 'pg'
import { putBackAnchor, type Anchor } from '../audit/anchors.ts'
import { PLAINLY, differing } from '../backup/digest.ts'
import { BackupFault } from '../backup/fault.ts'
import type { TableDigest } from '../backup/manifest.ts'
import type { Vault } from '../backup/vault.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { isSafeKey } from '../../platform/files/keys.ts'
import { checkedLines, putFiles } from './kept.ts'
import { WholeManifest } from './manifest.ts'
import type { Place } from './place.ts'
import { schemaOf } from './rows.ts'
import { closeAgain, digestOfAll, listAll, replaceAll } from './whole-rows.ts'

/** Brings a whole installation into an empty one: everything, or nothing. */
export async function importAll(place: Place, vault: Vault): Promise<WholeManifest> {
  const [name] = await vault.list('installations')
  if (name === undefined) throw new BackupFault(`${vault.dir}: holds no whole export`)
  const manifest = await vault.read('installations', name, WholeManifest)
  await place.inside('read committed read only', (client) => refuseOther(client, vault, manifest))
  await refuseOtherFiles(place, vault, manifest)
  const put: string[] = []
  try {
    await putFiles(place.files, vault, manifest.files, put)
    const noted = await place.inside('read committed', async (client) => {
      await insertEverything(client, vault, manifest)
      const { rows } = await client.query<Omit<Anchor, 'seq'> & { seq: string }>(
        `select day, seq, encode(hash, 'hex') as hash from audit_anchors order by day`,
      )
      return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
    })
    await putBackAnchor(place.files, noted)
  } catch (error) {
    // The database decides: the connection may have been lost at the commit.
    if (await isEmpty(place).catch(() => false)) await place.files.remove(put)
    if (error instanceof StorageFull) {
      throw new BackupFault('The store of files is full; nothing was brought in')
    }
    if (!(error instanceof pg.DatabaseError)) throw error
    throw new BackupFault(`${error.message}; nothing was brought in`)
  }
  return manifest
}

const FILLED = `select exists (select from accounts) or exists (select from institutions) as filled`

async function isFilled(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ filled: boolean }>(FILLED)
  return rows[0]?.filled !== false
}

const isEmpty = (place: Place) =>
  place.inside('read committed read only', async (client) => !(await isFilled(client)))

async function refuseOther(
  client: pg.ClientBase,
  vault: Vault,
  { schema, tables }: WholeManifest,
): Promise<void> {
  if (await isFilled(client)) {
    throw new BackupFault(
      'This installation has accounts already; name an empty DATA_DIR or database',
    )
  }
  const here = await schemaOf(client)
  if (here !== schema) {
    throw new BackupFault(
      `${vault.dir}: was made with the schema ${schema}, here it is ${here}; take the version of the program that made it`,
    )
  }
  const known = (await listAll(client)).map((table) => table.name)
  if (known.sort().toString() !== Object.keys(tables).sort().toString()) {
    throw new BackupFault(`${vault.dir}: names other tables than this installation has`)
  }
}

/** What an interrupted import has left may be there, and nothing else. */
async function refuseOtherFiles(
  { files }: Place,
  vault: Vault,
  manifest: WholeManifest,
): Promise<void> {
  const own = new Set(manifest.files.map(({ key }) => key))
  for (const key of own) {
    if (!isSafeKey(key)) throw new BackupFault(`${vault.dir}: names a file outside the store`)
  }
  for await (const { key } of files.list('')) {
    if (!own.has(key)) {
      throw new BackupFault(`The store of files is not empty (${key}): name an empty one`)
    }
  }
}

/** Only what holds every row, by count and hash of the database itself, is committed. */
async function insertEverything(
  client: pg.ClientBase,
  vault: Vault,
  manifest: WholeManifest,
): Promise<void> {
  await client.query(PLAINLY)
  const tables = await listAll(client)
  await replaceAll(client, tables, ({ name }) => {
    const kept = manifest.tables[name]
    if (kept === undefined) throw new Error(name)
    return checkedLines(vault, kept, `table ${name}`)
  })
  for (const { name, last } of manifest.sequences) {
    await client.query('select setval($1::regclass, $2)', [name, last])
  }
  const found: Record<string, TableDigest> = {}
  for (const table of tables) {
    found[table.name] = await digestOfAll(client, { ...table, walled: false }, [])
  }
  const different = differing(manifest.tables, found)
  if (different.length > 0) {
    throw new BackupFault(
      `What came back differs in ${different.join(', ')}; nothing was brought in`,
    )
  }
  await closeAgain(client, tables)
  const { at, head } = manifest
  await client.query(
    `insert into audit_log (action, outcome, detail) values ('installation.import', 'success', $1)`,
    [JSON.stringify({ at, head })],
  )
}
