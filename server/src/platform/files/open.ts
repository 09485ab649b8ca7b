import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Keys } from '../keys/keys.ts'
import type { Files } from './files.ts'
import { openDiskFiles } from './files-disk.ts'
import { noted } from './noted.ts'

/** The object store where one is configured, else a folder. */
export async function openFiles(config: Config, keys: Keys, now: () => Date): Promise<Files> {
  if (config.s3 === null) {
    const folder = join(config.dataDir, 'files')
    return noted(await openDiskFiles({ folder, reserveBytes: config.diskReserveBytes }, keys, now))
  }
  // Every start without an object store would load its client for nothing.
  const { openS3Files } = await import('./files-s3.ts')
  return noted(await openS3Files(config.s3))
}
