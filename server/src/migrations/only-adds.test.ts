import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** From here on a program of the version before may still run on the new schema (decision 061). */
const FIRST = '0066'
/** What a running older program would stumble over. Indexes, triggers and policies may be replaced. */
const BREAKS =
  /\bdrop\s+(table|column|view|type|schema|sequence)\b|\brename\b|\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b|\bset\s+not\s+null\b|\btruncate\b|\badd\s+(column\s+)?(if\s+not\s+exists\s+)?\w+\s+[^,;]*\bnot\s+null\b(?![^,;]*\bdefault\b)/i

const breaking = (text: string) =>
  BREAKS.exec(
    text.replaceAll(/\/\*[\s\S]*?\*\/|--.*/g, '').replaceAll(/not null default/gi, 'DEFAULT'),
  )?.[0]

test.each([
  'ALTER TABLE patients DROP COLUMN phone',
  'DROP TABLE old',
  'ALTER TABLE patients RENAME COLUMN phone TO tel',
  'ALTER TABLE patients ALTER COLUMN phone TYPE integer',
  'ALTER TABLE patients ALTER COLUMN phone SET NOT NULL',
  'ALTER TABLE patients ADD COLUMN tel text NOT NULL',
])('a change that breaks the older program is seen: %s', (statement) => {
  expect(breaking(statement)).toBeDefined()
})

test('a migration only adds, so that the program before it runs on beside it', () => {
  const folder = new URL('.', import.meta.url)
  const migrations = readdirSync(folder).filter((name) => /^\d{4}_/.test(name) && name >= FIRST)
  expect(migrations).toContain('0066_complete_workers.ts')
  const broken = migrations.flatMap((name) => {
    const found = breaking(readFileSync(new URL(name, folder), 'utf8'))
    return found === undefined ? [] : [`${name}: ${found}`]
  })
  expect(broken).toEqual([])
})
