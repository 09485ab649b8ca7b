import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'

/** Puts a process behind others, with the threads that it has. Those that these begin later have their priority. */
export function putBehind(pid: number, nice: number): void {
  // The first thread of a process begins most others.
  setPriority(pid, nice)
  for (const thread of threadsOf(pid)) {
    try {
      setPriority(thread, nice)
    } catch (error) {
      // It has ended meanwhile.
      if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error
    }
  }
}

/** On Linux each thread has a priority of its own. */
const threadsOf = (pid: number) =>
  process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : []
