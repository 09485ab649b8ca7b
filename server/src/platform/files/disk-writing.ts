import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isDiskFull } from './disk.ts'
import { StorageFull } from './files.ts'

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and needs no sync of it.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** Makes a folder whose name survives a power cut, with all its missing parents. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) {
    await syncFolder(dirname(made))
  }
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** EPERM: what Windows says of a folder that is there. */
const TAKEN = { name: ['EEXIST'], folder: ['EEXIST', 'ENOTEMPTY', 'EPERM'] }

/**
 * Writes a file durably: temporary file, sync, rename, sync of the folder. Nobody sees the file
 * before that. With `once` a name, or a folder with any file in it, stays as it is when it is taken,
 * and the answer is false.
 */
export async function writeDurably(
  temporary: string,
  path: string,
  data: Buffer | AsyncIterable<Buffer>,
  once?: keyof typeof TAKEN,
): Promise<boolean> {
  const draft = join(temporary, randomUUID())
  const file = once === 'folder' ? join(draft, basename(path)) : draft
  try {
    await makeFolder(temporary)
    if (once === 'folder') await mkdir(draft, { mode: 0o700 })
    const source = Readable.from(Buffer.isBuffer(data) ? [data] : data)
    // `flush` syncs the file before it is closed.
    await pipeline(source, createWriteStream(file, { flush: true, mode: 0o600 }))
    if (once === 'folder') await syncFolder(draft)
    await place(draft, once === 'folder' ? dirname(path) : path, once === 'name' ? link : rename)
    return true
  } catch (error) {
    if (once !== undefined && TAKEN[once].includes(codeOf(error))) return false
    throw isDiskFull(error) ? new StorageFull() : error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

const TRIES = 5

/** Another removal may take away the folder while it is empty. */
async function place(draft: string, path: string, move: typeof rename): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await makeFolder(dirname(path))
      await move(draft, path)
      break
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === TRIES) throw error
    }
  }
  await syncFolder(dirname(path))
}
