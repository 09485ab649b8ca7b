import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'

/** Bytes that the program may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Whether more than the reserve is free. Where database, files and mail are all elsewhere, nothing is
 * kept in DATA_DIR.
 */
export async function hasRoom(config: Config): Promise<boolean> {
  const { databaseUrl, s3, mail, dataDir, diskReserveBytes } = config
  if (databaseUrl !== null && s3 !== null && mail !== null) return true
  return (await freeBytes(dataDir)) >= diskReserveBytes
}

/** No space, no quota, or a file larger than the file system or the limit of the process allows. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
}
