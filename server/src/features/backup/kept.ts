import { Journal, Manifest } from './manifest.ts'
import { byKey, type KnownFiles } from './stored-files.ts'
import type { Vault } from './vault.ts'

/** What the newest backup and its journals have kept already. */
export interface Kept {
  /** The moment of the backup. */
  at: string
  system: string
  timeline: number
  /** The last of the log. */
  segment: string
  files: KnownFiles
}

export async function readKept(vault: Vault): Promise<Kept | null> {
  const newest = (await vault.list('backups')).at(-1)
  if (newest === undefined) return null
  let kept = begun(await vault.read('backups', newest, Manifest))
  for (const name of await vault.list('journals')) {
    if (name <= newest) continue
    const journal = await vault.read('journals', name, Journal)
    if (journal.system === kept.system && journal.timeline === kept.timeline) {
      kept = followed(kept, journal)
    }
  }
  return kept
}

export const begun = ({ at, database, files }: Manifest): Kept => ({
  at,
  system: database.system,
  timeline: database.timeline,
  segment: database.segments.at(-1)?.name ?? '',
  files: byKey(files),
})

export const followed = (kept: Kept, { segments, files }: Journal): Kept => ({
  ...kept,
  segment: segments.at(-1)?.name ?? kept.segment,
  files: new Map([...kept.files, ...byKey(files)]),
})
