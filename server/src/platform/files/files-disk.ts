import {
  access,
  constants,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  rmdir,
  stat,
} from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import type { Keys } from '../keys/keys.ts'
import { roomIn } from './disk.ts'
import { linkDurably, writeDurably } from './disk-writing.ts'
import { FileMissing, type Admitted, type Files, FileTooLarge, READ_BYTES } from './files.ts'
import { isSafeKey, typeOf } from './keys.ts'
import { admitRead, admitUpload, signedQuery, uploadForm } from './signing.ts'

export const UPLOAD_PATH = '/v1/oss/upload'
export const FILE_PATH = '/v1/oss/file'

interface Disk {
  folder: string
  /** Every writer leaves this much free, more or less by its claim. */
  reserveBytes: number
}

/** Files in a folder. */
export async function openDiskFiles(
  { folder, reserveBytes }: Disk,
  keys: Keys,
  now: () => Date,
): Promise<Files> {
  const root = join(folder, 'kept')
  const temporary = join(folder, 'writing')
  await mkdir(root, { recursive: true, mode: 0o700 })
  // A file that an ended process was writing has no name yet, so nobody can miss it.
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  await sweep(temporary, now)

  const path = (key: string) => {
    if (!isSafeKey(key)) throw new FileMissing()
    return join(root, ...key.split('/'))
  }
  const form = (where: string, terms: Admitted) => ({
    url: UPLOAD_PATH,
    ...uploadForm(keys.url, where, terms, now()),
  })
  const room = roomIn(temporary, reserveBytes)
  return {
    async put(key, data, _, claim = 'new') {
      await writeDurably(temporary, path(key), data, room(claim))
    },
    async copy(from, to) {
      // A file is never written into again, so both names may be of one.
      await missingOr(linkDurably(path(from), path(to)))
    },
    async read(key, most = READ_BYTES) {
      const bytes = await missingOr(readFile(path(key)))
      if (bytes.length > most) throw new FileTooLarge()
      return bytes
    },
    async open(key) {
      const file = await missingOr(open(path(key), 'r'))
      if ((await file.stat()).isFile()) return file.createReadStream()
      await file.close()
      throw new FileMissing()
    },
    async stat(key) {
      if (!isSafeKey(key)) return null
      const found = await missingOr(stat(path(key))).catch(onlyMissing)
      return found?.isFile() ? { size: found.size, type: typeOf(key) } : null
    },
    async remove(removed) {
      await Promise.all(
        removed.map(async (key) => {
          await rm(path(key), { force: true })
          await removeEmpty(dirname(path(key)), root)
        }),
      )
    },
    async *list(prefix) {
      const start = join(root, ...prefix.split('/').slice(0, -1))
      for await (const file of filesBelow(start)) {
        const key = relative(root, file).split(sep).join('/')
        if (!key.startsWith(prefix)) continue
        const found = await missingOr(stat(file)).catch(onlyMissing)
        // Removed since the folder was read.
        if (found !== null) yield { key, modified: found.mtime }
      }
    },
    uploadForm: (key, terms) => Promise.resolve(form(key, { ...terms, alone: false })),
    signedUrl: (key, reading) =>
      Promise.resolve(`${FILE_PATH}/${key}?${signedQuery(keys.url, key, now(), reading)}`),
    ping: () => access(root, constants.W_OK),
    door: {
      admitUpload: (form, key) => (isSafeKey(key) ? admitUpload(keys.url, form, key, now()) : null),
      uploadForm: (where, terms) => form(where, { ...terms, alone: true }),
      receive: (key, { alone, claim }, data) =>
        writeDurably(temporary, path(key), data, room(claim), alone ? 'folder' : 'name'),
      placeOf: path,
      admitRead: (key, query) => admitRead(keys.url, key, query, now()),
    },
  }
}

const DAY_MS = 86_400_000

async function sweep(temporary: string, now: () => Date): Promise<void> {
  for (const name of await readdir(temporary)) {
    const draft = join(temporary, name)
    const age = now().getTime() - (await stat(draft)).mtimeMs
    if (age > DAY_MS) await rm(draft, { recursive: true, force: true })
  }
}

/** Folder by folder. One that is gone by its turn was emptied meanwhile. */
async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await missingOr(readdir(folder, { withFileTypes: true })).catch(onlyMissing)
  for (const entry of entries ?? []) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** Removes a folder and those above it as far as they are empty. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let empty = folder; empty !== root; empty = dirname(empty)) {
    // Most are not empty. One that stays for another reason does no harm.
    const removed = await rmdir(empty).then(
      () => true,
      () => false,
    )
    if (!removed) return
  }
}

async function missingOr<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR') throw new FileMissing()
    throw error
  }
}

function onlyMissing(error: unknown): null {
  if (error instanceof FileMissing) return null
  throw error
}
