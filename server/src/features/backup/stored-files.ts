import { FileMissing, type Files } from '../../platform/files/files.ts'
import { typeOf } from '../../platform/files/keys.ts'
import { Readable } from 'node:stream'
import { BackupFault } from './fault.ts'
import type { KeptFile } from './manifest.ts'
import { forEach, keepStream, readPieces } from './pieces.ts'
import type { Vault } from './vault.ts'

export type KnownFiles = ReadonlyMap<string, KeptFile>

export const byKey = (files: readonly KeptFile[]): Map<string, KeptFile> =>
  new Map(files.map((file) => [file.key, file]))

/**
 * Keeps the files of the store. A file that an earlier backup knows with the same time is not read
 * again.
 */
export async function keepFiles(
  files: Files,
  vault: Vault,
  known: KnownFiles,
  wanted: (key: string) => boolean = () => true,
): Promise<KeptFile[]> {
  const kept: KeptFile[] = []
  await forEach(files.list(''), async ({ key, modified }) => {
    if (!wanted(key)) return
    const before = known.get(key)
    if (before?.modified === modified.getTime()) {
      kept.push(before)
      return
    }
    try {
      const found = await keepStream(vault, await files.open(key))
      kept.push({ key, modified: modified.getTime(), ...found })
    } catch (error) {
      // Removed since the store was listed.
      if (!(error instanceof FileMissing)) throw error
    }
  })
  return kept.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** Reads every file back; a missing or changed piece is a fault. */
export async function readBack(vault: Vault, kept: readonly KeptFile[]): Promise<void> {
  await forEach(kept, async (file) => {
    let size = 0
    for await (const piece of readPieces(vault, file.pieces)) size += piece.length
    if (size !== file.size) throw new BackupFault(`${file.key}: ${size} of ${file.size} bytes`)
  })
}

export async function putBack(
  vault: Vault,
  kept: readonly KeptFile[],
  files: Files,
): Promise<void> {
  await forEach(kept, async ({ key, pieces }) => {
    await files.put(key, Readable.from(readPieces(vault, pieces)), typeOf(key))
  })
}
