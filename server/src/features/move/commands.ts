import { readConfig } from '../../config.ts'
import { inOneLine, read, say, since, UsageFault } from '../backup/commands.ts'
import { readKey } from '../backup/key.ts'
import { openVault } from '../backup/vault.ts'
import { countRows, exportInstitution } from './export.ts'
import { importInstitution } from './import.ts'
import { openPlace } from './place.ts'
import { countAll, exportAll } from './whole-export.ts'
import { importAll } from './whole-import.ts'

const EXPORT =
  'npm run institution:export -- --institution EMAIL_OR_OID --to DIR [--key FILE], where nothing is in DIR'
const IMPORT = 'npm run institution:import -- --from DIR [--key FILE]'

const EXPORT_ALL = 'npm run installation:export -- --to DIR --key FILE, where nothing is in DIR'
const IMPORT_ALL = 'npm run installation:import -- --from DIR --key FILE'

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

/** It holds the keys of the installation, so it is always sealed. */
export function exportAllCommand(words: string[]): Promise<number> {
  return inOneLine(async () => {
    const { to, key } = read(words, ['to', 'key'], EXPORT_ALL)
    if (to === undefined || key === undefined) throw new UsageFault(EXPORT_ALL)
    const started = Date.now()
    const vault = await openVault(to, await readKey(key), { make: true })
    const { place, close } = await openPlace(readConfig())
    try {
      const made = await exportAll(place, vault)
      say(`${made.at}: ${describedAll(made)}, read back, ${since(started)}`)
    } finally {
      await close()
    }
  })
}

export function importAllCommand(words: string[]): Promise<number> {
  return inOneLine(async () => {
    const { from, key } = read(words, ['from', 'key'], IMPORT_ALL)
    if (from === undefined || key === undefined) throw new UsageFault(IMPORT_ALL)
    const started = Date.now()
    const vault = await openVault(from, await readKey(key))
    const { place, close } = await openPlace(readConfig(), { make: true })
    try {
      const brought = await importAll(place, vault)
      say(`the state of ${brought.at}: ${describedAll(brought)}, compared, ${since(started)}`)
    } finally {
      await close()
    }
  })
}

const describedAll = (manifest: Parameters<typeof countAll>[0]) =>
  `${Object.keys(manifest.tables).length} tables with ${countAll(manifest)} rows, ${manifest.files.length} files`

const described = (manifest: Parameters<typeof countRows>[0]) =>
  `${Object.keys(manifest.tables).length} tables with ${countRows(manifest)} rows, ${manifest.files.length} files`
