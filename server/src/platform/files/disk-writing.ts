import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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

function asStorageFull(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // EFBIG: more than the file system, or the limit of the process, allows a file.
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(code)) ? new StorageFull() : error
}

/**
 * Writes a file durably: temporary file, sync, rename, sync of the folder. Nobody sees the file
 * before that. With `once` a taken name stays as it is, and the answer is false.
 */
export async function writeDurably(
  temporary: string,
  path: string,
  data: Buffer | AsyncIterable<Buffer>,
  { once = false } = {},
): Promise<boolean> {
  const draft = join(temporary, randomUUID())
  try {
    await makeFolder(dirname(path))
    const source = Readable.from(Buffer.isBuffer(data) ? [data] : data)
    // `flush` syncs the file before it is closed.
    await pipeline(source, createWriteStream(draft, { flush: true, mode: 0o600 }))
    if (once) await link(draft, path)
    else await rename(draft, path)
    await syncFolder(dirname(path))
    return true
  } catch (error) {
    if (once && error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw asStorageFull(error)
  } finally {
    await rm(draft, { force: true })
  }
}
