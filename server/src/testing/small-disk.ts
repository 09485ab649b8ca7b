import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of 4 MiB of its own; null where this user may not mount one. */
export function smallDisk(): string | null {
  const path = mkdtempSync(join(tmpdir(), 'mingmou-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', path], { stdio: 'ignore' })
    return path
  } catch {
    rmSync(path, { recursive: true })
    return null
  }
}

export function removeDisk(path: string): void {
  execFileSync('umount', [path])
  rmSync(path, { recursive: true })
}
