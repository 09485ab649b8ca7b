import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { FileMissing, type Files } from '../../platform/files/files.ts'
import { typeOf } from '../../platform/files/keys.ts'
import { BackupFault } from '../backup/fault.ts'
import { forEach, keepStream, readPieces } from '../backup/pieces.ts'
import type { Vault } from '../backup/vault.ts'
import type { Kept, KeptFile } from './manifest.ts'

/** Keeps a stream in pieces, with the hash of the whole. */
export async function keep(vault: Vault, stream: AsyncIterable<Buffer>): Promise<Kept> {
  const hash = createHash('sha256')
  const watched = async function* () {
    for await (const data of stream) {
      hash.update(data)
      yield data
    }
  }
  const kept = await keepStream(vault, watched())
  return { ...kept, sha256: hash.digest('hex') }
}

/** Keeps lines of text, and counts them. */
export async function keepLines(
  vault: Vault,
  lines: AsyncIterable<string>,
): Promise<Kept & { rows: number }> {
  let rows = 0
  const bytes = async function* () {
    for await (const line of lines) {
      rows++
      yield Buffer.from(`${line}\n`)
    }
  }
  const kept = await keep(vault, bytes())
  return { ...kept, rows }
}

export async function keepFiles(
  files: Files,
  vault: Vault,
  keys: AsyncIterable<string>,
): Promise<KeptFile[]> {
  const kept: KeptFile[] = []
  await forEach(keys, async (key) => {
    try {
      kept.push({ key, ...(await keep(vault, await files.open(key))) })
    } catch (error) {
      // Removed since the store was listed.
      if (!(error instanceof FileMissing)) throw error
    }
  })
  return kept.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The content, which ends in a fault where it is not what was kept. */
export async function* checked(vault: Vault, kept: Kept, what: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  for await (const data of readPieces(vault, kept.pieces)) {
    hash.update(data)
    yield data
  }
  if (hash.digest('hex') !== kept.sha256) {
    throw new BackupFault(`${vault.dir}: ${what} is not what its hash says; use another copy`)
  }
}

export async function* checkedLines(
  vault: Vault,
  kept: Kept,
  what: string,
): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const data of checked(vault, kept, what)) {
    const text = Buffer.concat([rest, data])
    let from = 0
    for (let end = text.indexOf(10); end !== -1; end = text.indexOf(10, from)) {
      yield text.toString('utf8', from, end)
      from = end + 1
    }
    rest = text.subarray(from)
  }
}

/** Puts files into the store; `put` names those that it has begun. */
export async function putFiles(
  files: Files,
  vault: Vault,
  kept: readonly KeptFile[],
  put: string[],
): Promise<void> {
  await forEach(kept, async (file) => {
    put.push(file.key)
    const content = Readable.from(checked(vault, file, file.key))
    await files.put(file.key, content, typeOf(file.key))
  })
}
