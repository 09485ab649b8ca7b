import { createHash, createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { roomIn } from '../../platform/files/disk.ts'
import { writeDurably } from '../../platform/files/disk-writing.ts'
import { StorageFull } from '../../platform/files/files.ts'
import { BackupFault } from './fault.ts'
import type { BackupKey } from './key.ts'
import { seal, unseal } from './seal.ts'

/** Also the size of a segment of the database's log. */
export const PIECE_BYTES = 16 * 1024 * 1024

/** Finding it proves the key, and that the folder holds backups. */
const MARK = 'mingmou-backup'
/** Says which document was written last, so that its removal is noticed. */
const LAST = 'last'
const MARK_TEXT = Buffer.from('backups of Mingmou, version 1')

export type Shelf = 'backups' | 'journals' | 'exports' | 'installations'

/**
 * The folder that backups are kept in. It knows pieces of up to 16 MiB, named by a keyed hash of
 * what they hold, and documents that list pieces. Equal content is kept once.
 */
export interface Vault {
  dir: string
  /** Keeps a piece durably and answers its name. */
  put(content: Buffer): Promise<string>
  get(name: string): Promise<Buffer>
  /** Names in the order of time. */
  list(shelf: Shelf): Promise<string[]>
  write(shelf: Shelf, name: string, value: unknown): Promise<void>
  /** Refuses where the document written last, or what says which it was, is not there any more. */
  proveWhole(): Promise<void>
  read<S extends z.ZodType>(shelf: Shelf, name: string, schema: S): Promise<z.output<S>>
  remove(shelf: Shelf, name: string): Promise<void>
  /** Removes drafts, and the pieces that this object has added: the backup did not come about. */
  discard(): Promise<void>
  /** Removes all pieces but these. */
  sweep(kept: ReadonlySet<string>): Promise<number>
}

/** How content is named and hidden. `unseal` answers null to what is not what was kept. */
interface Cover {
  nameOf(content: Buffer): string
  seal(name: string, content: Buffer): Promise<Buffer>
  unseal(name: string, sealed: Buffer): Promise<Buffer | null>
}

const coverWith = (key: BackupKey): Cover => ({
  nameOf: (content) => createHmac('sha256', key.names).update(content).digest('hex'),
  seal: (name, content) => seal(key.contents, name, content),
  unseal: (name, sealed) => unseal(key.contents, name, sealed),
})

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
export const PIECE = /^[0-9a-f]{64}$/

/** Without a key everybody reads it: pieces are named by their hash, and nothing is sealed. */
const OPEN: Cover = {
  nameOf: sha256,
  seal: (_, content) => Promise.resolve(content),
  unseal: (name, content) =>
    Promise.resolve(PIECE.test(name) && sha256(content) !== name ? null : content),
}

/** Opens the folder; with `make` an empty one becomes a vault. */
export async function openVault(
  dir: string,
  key: BackupKey | null,
  { make = false } = {},
): Promise<Vault> {
  const cover = key === null ? OPEN : coverWith(key)
  const drafts = join(dir, 'writing')
  const pieces = join(dir, 'pieces')
  const added = new Set<string>()
  const pathOf = (name: string) => join(pieces, name.slice(0, 2), name)
  const writeSealed = async (path: string, name: string, content: Buffer) => {
    // The operator chooses the disk, and `BACKUP_KEEP` how much of it.
    const room = roomIn(dir, 0)('record')
    await writeDurably(drafts, path, await cover.seal(name, content), room).catch(explain(dir))
  }
  const readSealed = async (path: string, name: string) => {
    const sealed = await readFile(path).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      throw new BackupFault(`${path}: is missing from the backup; use another copy of the folder`)
    })
    const content = await cover.unseal(name, sealed)
    if (content === null) throw changed(path)
    return content
  }

  await proveKey()

  return {
    dir,
    async put(content) {
      const name = cover.nameOf(content)
      const path = pathOf(name)
      if ((await stat(path).catch(() => null)) === null) {
        added.add(name)
        await writeSealed(path, name, content)
      }
      return name
    },
    get: (name) => readSealed(pathOf(name), name),
    list: async (shelf) => (await namesOf([shelf])).sort(),
    async write(shelf, name, value) {
      const content = Buffer.from(JSON.stringify(value))
      await writeSealed(join(dir, shelf, name), `${shelf}/${name}`, content)
      added.clear()
      if (shelf === 'backups' || shelf === 'journals') {
        await writeSealed(join(dir, LAST), LAST, Buffer.from(name))
      }
    },
    async proveWhole() {
      const path = join(dir, LAST)
      const newest = (await namesOf(['backups', 'journals'])).sort().at(-1)
      if (newest === undefined) return
      const until = `--until ${timeOf(newest).toISOString()}`
      const known = existsSync(path) ? String(await readSealed(path, LAST)) : null
      if (known === null) {
        throw new BackupFault(
          `${path}: is not there, so that nobody can say whether newer backups were removed; ${until} restores the newest that is here`,
        )
      }
      if (newest >= known) return
      throw new BackupFault(
        `${dir}: the newest backup or journal, of ${timeOf(known).toISOString()}, was removed; use another copy of the folder, or restore what is here with ${until}`,
      )
    },
    async read(shelf, name, schema) {
      const content = await readSealed(join(dir, shelf, name), `${shelf}/${name}`)
      const parsed = schema.safeParse(JSON.parse(content.toString()))
      if (parsed.success) return parsed.data
      const where = parsed.error.issues[0]?.path.join('.') ?? ''
      throw new BackupFault(
        `${join(dir, shelf, name)}: is not as this program writes it (${where})`,
      )
    },
    remove: (shelf, name) => rm(join(dir, shelf, name), { force: true }),
    async discard() {
      for (const name of await readdir(drafts)) await rm(join(drafts, name), { force: true })
      for (const name of added) await rm(pathOf(name), { force: true })
      added.clear()
    },
    async sweep(kept) {
      let removed = 0
      for (const entry of await readdir(pieces, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || kept.has(entry.name)) continue
        await rm(join(entry.parentPath, entry.name), { force: true })
        removed++
      }
      return removed
    },
  }

  async function namesOf(shelves: readonly Shelf[]): Promise<string[]> {
    return (
      await Promise.all(shelves.map((shelf) => readdir(join(dir, shelf)).catch(() => [])))
    ).flat()
  }

  async function proveKey(): Promise<void> {
    const path = join(dir, MARK)
    const sealed = await readFile(path).catch(() => null)
    if (sealed !== null) {
      if ((await cover.unseal(MARK, sealed))?.equals(MARK_TEXT) !== true) {
        const other = key === null ? 'a key: name it with --key' : 'another key, or without one'
        throw new BackupFault(`${dir}: was written with ${other}, or ${MARK} was changed`)
      }
    } else {
      const there = await readdir(dir).catch(() => null)
      if (!make) throw new BackupFault(`${dir}: there is no backup in this folder`)
      if (there !== null && there.length > 0 && there.some((name) => name !== 'writing')) {
        throw new BackupFault(`${dir}: holds other files; name an empty folder`)
      }
    }
    if (!make) return
    for (const folder of [drafts, pieces]) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(explain(dir))
    }
    if (sealed === null) await writeSealed(path, MARK, MARK_TEXT)
  }
}

const changed = (path: string) =>
  new BackupFault(
    `${path}: was changed since it was written; use another copy of the folder, or remove this file and make a new backup`,
  )

const explain = (dir: string) => (error: unknown) => {
  if (error instanceof StorageFull) {
    throw new BackupFault(`${dir}: is full; nothing of this backup was kept`)
  }
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC') throw new BackupFault(`${dir}: is full; nothing of this backup was kept`)
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM' || code === 'ENOTDIR') {
    throw new BackupFault(`${dir}: cannot be written (${code})`)
  }
  throw error
}

/** The name of a document: its time, in signs that every file system takes. */
export const nameOf = (at: Date) => at.toISOString().replaceAll(':', '-')

export const timeOf = (name: string) =>
  new Date(
    name.replace(/T(\d\d)-(\d\d)-/, (_, hour: string, minute: string) => `T${hour}:${minute}:`),
  )
