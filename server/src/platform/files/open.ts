import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Keys } from '../keys/keys.ts'
import type { Files } from './files.ts'
import { openDiskFiles } from './files-disk.ts'
import { openS3Files } from './files-s3.ts'

/** The object store where one is configured, else a folder. */
export function openFiles(config: Config, keys: Keys, now: () => Date): Promise<Files> {
  return config.s3 === null
    ? openDiskFiles(
        { folder: join(config.dataDir, 'files'), reserveBytes: config.diskReserveBytes },
        keys,
        now,
      )
    : openS3Files(config.s3)
}
