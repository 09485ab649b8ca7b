import { readFile } from 'node:fs/promises'
import { processesOf } from './chaos/processes.ts'

/** What web and worker of the program on this folder hold in memory (Linux). */
export async function residentMiB(dataDir: string): Promise<number> {
  const { web, worker } = await processesOf(dataDir)
  if (web.length === 0 || worker.length === 0) throw new Error('web or worker was not found')
  let kib = 0
  for (const pid of [...web, ...worker]) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    kib += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  }
  return Math.round(kib / 1024)
}
