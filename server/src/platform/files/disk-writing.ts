import { randomUUID } from 'node:crypto'
import { link, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
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
 * and the answer is false. `room` throws where no more bytes may be written.
 */
export async function writeDurably(
  temporary: string,
  path: string,
  data: Buffer | AsyncIterable<Buffer>,
  room: Room,
  once?: keyof typeof TAKEN,
): Promise<boolean> {
  const draft = join(temporary, randomUUID())
  const alone = once === 'folder'
  const file = alone ? join(draft, basename(path)) : draft
  const placed = alone ? dirname(path) : path
  let isMoved = false
  try {
    if (alone) await within(temporary, () => mkdir(draft, { mode: 0o700 }))
    const handle = await within(temporary, () => open(file, 'wx', 0o600))
    try {
      await fill(handle, data, room)
      // A folder waits for the same disk, and is made only for a file that came whole.
      await Promise.all([handle.sync(), makeFolder(dirname(placed))])
    } finally {
      await handle.close()
    }
    if (alone) await syncFolder(draft)
    const move = once === 'name' ? link : rename
    await within(dirname(placed), () => move(draft, placed))
    isMoved = move === rename
    await syncFolder(dirname(placed))
    return true
  } catch (error) {
    if (once !== undefined && TAKEN[once].includes(codeOf(error))) return false
    throw isDiskFull(error) ? new StorageFull() : error
  } finally {
    if (!isMoved) await rm(draft, { recursive: true, force: true })
  }
}

/** Gives a file that was written durably a second name. */
export async function linkDurably(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to))
  await within(dirname(to), () => link(from, to))
  await syncFolder(dirname(to))
}

/** Asked before each write, as others write meanwhile. */
type Room = (bytes: number) => Promise<void>

/** Each write waits for the disk, so small ones are joined. */
const WRITE_BYTES = 1024 * 1024

async function fill(
  file: FileHandle,
  data: Buffer | AsyncIterable<Buffer>,
  room: Room,
): Promise<void> {
  await room(Buffer.isBuffer(data) ? data.length : 0)
  if (Buffer.isBuffer(data)) return file.writeFile(data)
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const chunk of data) {
    waiting.push(chunk)
    bytes += chunk.length
    if (bytes < WRITE_BYTES) continue
    await room(bytes)
    await file.writeFile(Buffer.concat(waiting))
    waiting = []
    bytes = 0
  }
  if (bytes === 0) return
  await room(bytes)
  await file.writeFile(Buffer.concat(waiting))
}

const TRIES = 5

/** A folder may not be there yet, and a removal may take it away while it is empty. */
async function within<T>(folder: string, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === TRIES) throw error
      await makeFolder(folder)
    }
  }
}
