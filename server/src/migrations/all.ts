import { readdirSync } from 'node:fs'
import type { Migration } from 'kysely'

/** Every migration of this folder, by its name. The built program carries them: `scripts/build-program.js`. */
export async function findMigrations(): Promise<Record<string, Migration>> {
  const folder = new URL('.', import.meta.url)
  const files = readdirSync(folder).filter((name) => /^\d{4}_\w+\.ts$/.test(name))
  const found = files.map(async (name) => {
    const migration = (await import(new URL(name, folder).href)) as Migration
    return [name.replace('.ts', ''), migration] as const
  })
  return Object.fromEntries(await Promise.all(found))
}
