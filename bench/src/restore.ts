import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWhereCut } from '@mingmou/e2e/cut'
import { endGroup, startProgram, type Program } from '@mingmou/e2e/program'
import { openLog, openSource, readConfig } from '@mingmou/server/testing/parts'
import { signIn } from './client.ts'
import { fillRecords } from './records.ts'

const PASSWORDS = 'demo-accounts.json'
const FILE_BYTES = 4_000_000
const log = openLog('silent')

/** Fills the database, and writes files as large as photographs, each unlike the others. */
async function fill(program: Program, patients: number, bytes: number): Promise<void> {
  const opened = await openSource(readConfig({ DATA_DIR: program.dataDir }), log)
  try {
    const { database, files } = opened.source
    const client = await signIn(program.url, program.account('4'))
    console.table(await fillRecords(database.url, client, patients, { withReports: false }))
    for (let at = 0; at * FILE_BYTES < bytes; at++)
      await files.put(`images/bench/${at}.jpg`, randomBytes(FILE_BYTES), 'image/jpeg')
  } finally {
    await opened.close()
  }
}

/** A command as a person starts it. Returns what it says. */
async function run(dataDir: string, ...words: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, NODE_ENV: undefined }
  const child = spawn('npm', ['run', '--silent', ...words], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const { pid } = child
  const ended = endWhereCut(async () => pid !== undefined && endGroup(pid))
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
  const [code] = (await once(child, 'close')) as [number | null]
  ended()
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}`)
  return said.trim()
}

/**
 * How long it takes from an empty folder to a served page: a backup of this many patients and
 * bytes of files, made while the program runs, is brought back and started.
 */
export async function benchRestore(
  patients: number,
  bytes: number,
): Promise<Record<string, string>> {
  const place = await mkdtemp(join(tmpdir(), 'mingmou-restore-'))
  const removed = endWhereCut(() => rm(place, { recursive: true, force: true }))
  const [from, to, vault, key] = ['from', 'to', 'vault', 'key'].map((name) => join(place, name))
  if (!from || !to || !vault || !key) throw new Error('four names')
  const found: Record<string, string> = {}
  const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const answer = await work()
    found[name] = `${((performance.now() - began) / 1000).toFixed(1)} s`
    console.log(`${name}: ${found[name]}`)
    return answer
  }
  try {
    const program = await startProgram({ dataDir: from })
    try {
      await program.said('the demonstration is complete')
      await fill(program, patients, bytes)
      await run(from, 'backup', '--', '--make-key', key)
      const words = ['backup', '--', '--to', vault, '--key', key]
      console.log(await measure('first backup, with its proof', () => run(from, ...words)))
      console.log(await measure('next backup', () => run(from, ...words)))
    } finally {
      await program.stop()
    }
    const words = ['restore', '--', '--from', vault, '--key', key]
    console.log(await measure('restore', () => run(to, ...words)))
    // The journeys' start reads the passwords of the demonstration there; no backup has them.
    await copyFile(join(from, PASSWORDS), join(to, PASSWORDS))
    const again = await measure('start to a served page', () => startProgram({ dataDir: to }))
    await again.stop()
    return found
  } finally {
    await rm(place, { recursive: true, force: true })
    removed()
  }
}
