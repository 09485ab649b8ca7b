import { Journal, Manifest } from './manifest.ts'
import type { Vault } from './vault.ts'

/** Removes all but the newest backups, the journals that lead on from no other, and their pieces. */
export async function retain(vault: Vault, keep: number): Promise<void> {
  const backups = await vault.list('backups')
  const [oldest = ''] = backups.slice(-keep)
  for (const name of backups) if (name < oldest) await vault.remove('backups', name)
  for (const name of await vault.list('journals')) {
    if (name < oldest) await vault.remove('journals', name)
  }
  const kept = new Set<string>()
  const keepAll = (from: readonly { pieces: string[] }[]) =>
    from.forEach(({ pieces }) => pieces.forEach((piece) => kept.add(piece)))
  for (const name of await vault.list('backups')) {
    const { database, files } = await vault.read('backups', name, Manifest)
    keepAll([database, ...database.segments, ...files])
  }
  for (const name of await vault.list('journals')) {
    const { segments, files } = await vault.read('journals', name, Journal)
    keepAll([...segments, ...files])
  }
  await vault.sweep(kept)
}
