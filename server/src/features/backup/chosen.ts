import { HEADS } from './backup.ts'
import { BackupFault } from './fault.ts'
import { Journal, Manifest, type KeptFile, type Segment } from './manifest.ts'
import { refuseGaps } from './segments.ts'
import { byKey } from './stored-files.ts'
import { nameOf, timeOf, type Vault } from './vault.ts'

/** What a restore is made from. */
export interface Chosen {
  manifest: Manifest
  /** Of the server's log, from the backup on. */
  segments: Segment[]
  files: KeptFile[]
  /** The newest head of the audit log that must come back. */
  head: { seq: number; hash: string }
  /** Nothing follows the backup: every table can be compared with it. */
  exact: boolean
  /** The moment up to which everything is kept. */
  at: Date
}

/** The newest backup before the moment asked for, with the journals that lead on to it. */
export async function choose(vault: Vault, until: Date | null): Promise<Chosen> {
  // A person who names a moment sees which one is restored; the newest must be the newest.
  if (until === null) await vault.proveWhole()
  const backups = await vault.list('backups')
  const wanted = until === null ? undefined : nameOf(until)
  const name = backups.filter((backup) => wanted === undefined || backup <= wanted).at(-1)
  if (name === undefined) {
    const first = backups[0]
    throw new BackupFault(
      first === undefined
        ? `${vault.dir}: holds no whole backup`
        : `--until: the first backup shows ${timeOf(first).toISOString()}`,
    )
  }
  const manifest = await vault.read('backups', name, Manifest)
  const journals = await journalsAfter(vault, name, manifest)
  const last = journals.findIndex(({ at }) => until !== null && new Date(at) >= until)
  if (until !== null && last === -1) refuseLater(until, journals.at(-1)?.at ?? manifest.at)
  const used = last === -1 ? journals : journals.slice(0, last + 1)
  const passed = used.filter(({ at }) => until === null || new Date(at) <= until)
  return {
    manifest,
    segments: bySegment([manifest.database, ...used]),
    files: filesOf(manifest, used, passed),
    head: passed.at(-1)?.head ?? manifest.head,
    exact: used.length === 0,
    at: new Date(passed.at(-1)?.at ?? manifest.at),
  }
}

function refuseLater(until: Date, newest: string): void {
  if (until.getTime() === new Date(newest).getTime()) return
  throw new BackupFault(
    `--until: the newest moment that is kept is ${newest}; leave --until out to restore it`,
  )
}

/** Journals of the same life of the same server. */
async function journalsAfter(
  vault: Vault,
  name: string,
  { database }: Manifest,
): Promise<Journal[]> {
  const journals: Journal[] = []
  for (const listed of await vault.list('journals')) {
    if (listed <= name) continue
    const journal = await vault.read('journals', listed, Journal)
    const follows = journal.system === database.system && journal.timeline === database.timeline
    if (follows) journals.push(journal)
  }
  return journals
}

function bySegment(from: readonly { segments: Segment[] }[]): Segment[] {
  const all = new Map(
    from.flatMap(({ segments }) => segments).map((segment) => [segment.name, segment]),
  )
  const sorted = [...all.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
  refuseGaps(sorted)
  return sorted
}

/** A head of the audit log may not be of after the moment that is restored. */
function filesOf(manifest: Manifest, used: Journal[], passed: Journal[]): KeptFile[] {
  const files = byKey(manifest.files)
  for (const journal of used) {
    for (const file of journal.files) {
      if (passed.includes(journal) || !file.key.startsWith(HEADS)) files.set(file.key, file)
    }
  }
  return [...files.values()]
}
