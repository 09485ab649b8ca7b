import { parseArgs } from 'node:util'
import { readConfig } from '../../config.ts'
import { openLog } from '../../platform/log.ts'
import { StartRefused } from '../../start-refused.ts'
import { alone, makeBackup } from './backup.ts'
import { BackupFault } from './fault.ts'
import { makeKey, readKey } from './key.ts'
import type { Manifest } from './manifest.ts'
import { restore } from './restore.ts'
import { retain } from './retain.ts'
import { openSource } from './source.ts'
import { openVault, timeOf, type Vault } from './vault.ts'

const BACKUP =
  'npm run backup -- --to DIR --key FILE [--keep N]   or   npm run backup -- --make-key FILE'
const RESTORE = 'npm run restore -- --from DIR --key FILE [--until TIME | --list]'
/** sysexits: used wrongly. */
const EX_USAGE = 64

export const say = (line: string) => process.stdout.write(`${line}\n`)

export function backupCommand(words: string[]): Promise<number> {
  return inOneLine(async () => {
    const given = read(words, ['to', 'key', 'keep', 'make-key'], BACKUP)
    if (given['make-key'] !== undefined) {
      await makeKey(given['make-key'])
      say(`${given['make-key']}: a new key; keep a copy of it away from this machine`)
      return
    }
    const { dir, key } = await named(given['to'], given['key'], BACKUP)
    const keep = given['keep'] === undefined ? Infinity : Number(given['keep'])
    if (!(keep >= 1)) throw new UsageFault(`--keep: must be a number from 1 on. ${BACKUP}`)
    const started = Date.now()
    const log = openLog('silent')
    const vault = await openVault(dir, key, { make: true })
    const opened = await openSource(readConfig(), log)
    try {
      const manifest = await alone(opened.source, vault, async () => {
        const made = await makeBackup(opened.source, vault, log)
        await retain(vault, keep)
        return made
      })
      say(`${manifest.at}: ${contentsOf(manifest)}, restored and compared, ${since(started)}`)
    } finally {
      await opened.close()
    }
  })
}

export function restoreCommand(words: string[]): Promise<number> {
  return inOneLine(async () => {
    const given = read(words, ['from', 'key', 'until', 'list'], RESTORE)
    const { dir, key } = await named(given['from'], given['key'], RESTORE)
    const vault = await openVault(dir, key)
    if (given['list'] !== undefined) return list(vault)
    const until = given['until'] === undefined ? null : new Date(given['until'])
    if (until !== null && Number.isNaN(until.getTime())) {
      throw new BackupFault('--until: must be a time such as 2026-11-23T16:30:00+08:00')
    }
    const started = Date.now()
    const config = readConfig()
    const { chosen, audit } = await restore(vault, config, until, openLog('silent'))
    const head = `audit log of ${audit.entries} entries whole, head ${audit.head.seq}:${audit.head.hash}`
    say(`${config.dataDir}: the state of ${(until ?? chosen.at).toISOString()}`)
    say(`${chosen.files.length} files, ${head}, ${since(started)}`)
  })
}

async function list(vault: Vault): Promise<void> {
  for (const name of await vault.list('backups')) say(`backup   ${timeOf(name).toISOString()}`)
  const journal = (await vault.list('journals')).at(-1)
  if (journal !== undefined) say(`up to    ${timeOf(journal).toISOString()}`)
}

function contentsOf({ tables, files }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  const bytes = files.reduce((sum, file) => sum + file.size, 0)
  return `${Object.keys(tables).length} tables with ${rows} rows, ${files.length} files of ${(bytes / 1e6).toFixed(1)} MB`
}

export const since = (started: number) => `${((Date.now() - started) / 1000).toFixed(1)} s`

export type Given = Partial<Record<string, string>>

/** `--list` alone takes no value. */
export function read(words: string[], names: readonly string[], usage: string): Given {
  const type = (name: string) => (name === 'list' ? ('boolean' as const) : ('string' as const))
  const options = Object.fromEntries(names.map((name) => [name, { type: type(name) }]))
  try {
    const { values } = parseArgs({ args: words, options })
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]))
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('.')[0] : 'unknown'
    throw new UsageFault(`${reason}. ${usage}`)
  }
}

async function named(dir: string | undefined, key: string | undefined, usage: string) {
  if (dir === undefined || key === undefined) throw new UsageFault(usage)
  return { dir, key: await readKey(key) }
}

export class UsageFault extends BackupFault {}

/** The exit status; a fault that a person can mend is one line. */
export async function inOneLine(work: () => Promise<void>): Promise<number> {
  try {
    await work()
    return 0
  } catch (error) {
    const known = error instanceof BackupFault || error instanceof StartRefused
    if (!known) throw error
    process.stderr.write(`${error.message}\n`)
    return error instanceof UsageFault ? EX_USAGE : 1
  }
}
