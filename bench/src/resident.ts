import { readFile } from 'node:fs/promises'
import { processesOf } from './chaos/processes.ts'

/** What web and worker of the program on this folder hold in memory (Linux). */
export async function residentMiB(dataDir: string): Promise<{ web: number; worker: number }> {
  const { web, worker } = await processesOf(dataDir)
  if (web.length === 0 || worker.length === 0) throw new Error('web or worker was not found')
  return { web: await held(web), worker: await held(worker) }
}

async function held(pids: readonly number[]): Promise<number> {
  let kib = 0
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    kib += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  }
  return Math.round(kib / 1024)
}

/** Processor time of these processes until now, s. A tick of Linux's clock is 10 ms. */
export async function processorSeconds(pids: readonly number[]): Promise<number> {
  let ticks = 0
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    ticks += user + system
  }
  return ticks / 100
}
