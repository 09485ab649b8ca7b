import { readdir, readFile, readlink } from 'node:fs/promises'
import { resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')

/** What the processes of the program hold in memory, that of this working copy alone (Linux). */
export async function residentMiB(): Promise<number> {
  let kib = 0
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (cwd !== ROOT || !/scripts\/start\.ts|server\/src\/main\.ts/.test(command)) continue
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    kib += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  }
  return Math.round(kib / 1024)
}
