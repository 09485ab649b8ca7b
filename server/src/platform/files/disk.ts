import { statfs } from 'node:fs/promises'
import type { Config } from '../../config.ts'
import { StorageFull, type Claim } from './files.ts'

/** Bytes that the program may still write on the disk of a folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const LEAVES: Record<Claim, number> = { spare: 2, new: 1, begun: 0.5, record: 0 }

const leftFree = (reserveBytes: number, claim: Claim): number => LEAVES[claim] * reserveBytes

/** Refuses bytes after which the disk of a folder would have less free than the claim leaves. */
export const roomIn =
  (folder: string, reserveBytes: number) => (claim: Claim) => async (bytes: number) => {
    const left = (await freeBytes(folder)) - bytes
    if (left < leftFree(reserveBytes, claim)) throw new StorageFull()
  }

/**
 * Whether more than the reserve is free. Where database, files and mail are all elsewhere, nothing is
 * kept in DATA_DIR.
 */
export async function hasRoom(config: Config, claim: Claim = 'new', bytes = 0): Promise<boolean> {
  const { databaseUrl, s3, mail, dataDir, diskReserveBytes } = config
  if (databaseUrl !== null && s3 !== null && mail !== null) return true
  return (await freeBytes(dataDir)) - bytes >= leftFree(diskReserveBytes, claim)
}

/** No space, no quota, or a file larger than the file system or the limit of the process allows. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code)
}
