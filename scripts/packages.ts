import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'

export const ROOT = resolve(import.meta.dirname, '..')

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      name: z.string().optional(),
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

/** Packages that do not name their licence in package.json: what the LICENSE file in them says. */
const NAMED_IN_A_FILE: Readonly<Record<string, string>> = {
  memorystream: 'MIT',
  'png-js': 'MIT',
  'xmlhttprequest-ssl': 'MIT',
}

export interface Package {
  name: string
  version: string
  licence: string
}

/** All that the product installs, on every platform: what the lock does not mark as needed for development alone. */
export function installed(): Package[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(`${ROOT}/package-lock.json`, 'utf8')))
  const found = new Map<string, Package>()
  for (const [path, { version, license, dev, link }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (!path.includes('node_modules/') || link === true || dev === true) continue
    const licence = license ?? NAMED_IN_A_FILE[name]
    if (version === undefined || licence === undefined) {
      throw new Error(`${name}: neither package.json nor scripts/packages.ts names its licence`)
    }
    found.set(`${name}@${version}`, { name, version, licence })
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1))
}
