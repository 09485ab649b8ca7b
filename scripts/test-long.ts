import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { demonstrated } from '../e2e/src/demonstrated.ts'
import { ROOT } from './packages.ts'
import { passes } from './passes.ts'

/**
 * `npm run test:long [-- MINUTES]`: the tests that `npm test` leaves out, in files named
 * `*.long.test.ts`: sweeps over every page and format, drills, and whole days of work. After so many
 * minutes no file is begun any more, and those that are left are named.
 */

const [minutes = Infinity] = process.argv.slice(2).map(Number)
if (Number.isNaN(minutes)) throw new Error('npm run test:long -- MINUTES')
const end = Date.now() + minutes * 60_000

const filesOf = (name: string) =>
  readdirSync(join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.long.test.ts'))
    .map((file) => join(name, 'src', file))
const failed: string[] = []
const left: string[] = []

/** One file after the other, so that the last one begun is soon done. */
async function walk(files: readonly string[]): Promise<void> {
  for (const file of files)
    if (Date.now() > end) left.push(file)
    else if (!(await passes(file, 'npx', 'vitest', 'run', file))) failed.push(file)
}

const demonstration = await demonstrated()
process.env['DEMONSTRATION'] = demonstration.dataDir
const [journeys, others] = [filesOf('e2e'), ['analysis', 'server'].flatMap(filesOf)]
// Beside each other: one computes while the other waits for a page.
await Promise.all([walk(journeys), walk(others)])
await demonstration.remove()

for (const file of left) console.log(`– not begun: ${file}`)
for (const file of failed) console.log(`✗ ${file}`)
const passed = journeys.length + others.length - left.length - failed.length
console.log(`\n${passed} files passed, ${failed.length} failed, ${left.length} not begun`)
process.exit(failed.length === 0 ? 0 : 1)
