import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The processes of a program by its data folder. */
export type Part = 'web' | 'worker' | 'database server' | 'database connection' | 'database helper'

export async function processesOf(dataDir: string): Promise<Record<Part, number[]>> {
  const found: Record<Part, number[]> = {
    web: [],
    worker: [],
    'database server': [],
    'database connection': [],
    'database helper': [],
  }
  const server = Number(await firstLine(join(dataDir, 'database', 'cluster', 'postmaster.pid')))
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0)
  for (const pid of pids) {
    const [command, environment, stat] = await Promise.all(
      ['cmdline', 'environ', 'stat'].map((name) => read(`/proc/${pid}/${name}`)),
    )
    if (command === undefined || environment === undefined || stat === undefined) continue
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    if (pid === server) found['database server'].push(pid)
    else if (parent === server) {
      const isConnection = command.startsWith('postgres: mingmou')
      found[isConnection ? 'database connection' : 'database helper'].push(pid)
    }
    if (!environment.split('\0').includes(`DATA_DIR=${dataDir}`)) continue
    if (environment.includes('MODE=worker')) found.worker.push(pid)
    else if (/^\S*node\0.*run\.js\0start\0/s.test(command)) found.web.push(pid)
  }
  return found
}

const read = (path: string) => readFile(path, 'utf8').catch(() => '')
const firstLine = async (path: string) => (await read(path)).split('\n')[0] ?? ''
