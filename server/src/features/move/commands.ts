import { readConfig } from '../../config.ts'
import { inOneLine, read, say, since, UsageFault } from '../backup/commands.ts'
import { readKey } from '../backup/key.ts'
import { openVault } from '../backup/vault.ts'
import { countRows, exportInstitution } from './export.ts'
import { importInstitution } from './import.ts'
import { openPlace } from './place.ts'

const EXPORT =
  'npm run institution:export -- --institution EMAIL_OR_OID --to DIR [--key FILE], where nothing is in DIR'
const IMPORT = 'npm run institution:import -- --from DIR [--key FILE]'

const keyOf = (path: string | undefined) => (path === undefined ? null : readKey(path))

export function exportCommand(words: string[]): Promise<number> {
  return inOneLine(async () => {
    const { institution, to, key } = read(words, ['institution', 'to', 'key'], EXPORT)
    if (institution === undefined || to === undefined) throw new UsageFault(EXPORT)
    const started = Date.now()
    const vault = await openVault(to, await keyOf(key), { make: true })
    const { place, close } = await openPlace(readConfig())
    try {
      const made = await exportInstitution(place, vault, institution)
      say(`${made.name} (${made.oid}): ${described(made)}, ${since(started)}`)
      if (key === undefined) say(`${to}: lies open; keep it as you keep patients’ records`)
    } finally {
      await close()
    }
  })
}

export function importCommand(words: string[]): Promise<number> {
  return inOneLine(async () => {
    const { from, key } = read(words, ['from', 'key'], IMPORT)
    if (from === undefined) throw new UsageFault(IMPORT)
    const started = Date.now()
    const vault = await openVault(from, await keyOf(key))
    const { place, close } = await openPlace(readConfig())
    try {
      const brought = await importInstitution(place, vault)
      say(`${brought.name} (${brought.oid}): ${described(brought)}, compared, ${since(started)}`)
      say(`printed reports lead to ${brought.origin}; their numbers are checked here too`)
    } finally {
      await close()
    }
  })
}

const described = (manifest: Parameters<typeof countRows>[0]) =>
  `${Object.keys(manifest.tables).length} tables with ${countRows(manifest)} rows, ${manifest.files.length} files`
