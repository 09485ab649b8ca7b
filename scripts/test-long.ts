import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { today } from '@mingmou/contract'
import { endOnSignals } from '../e2e/src/cut.ts'
import { demonstrated } from '../e2e/src/demonstrated.ts'
import { installMissing } from './install-missing.ts'
import { ROOT } from './packages.ts'
import { passes } from './passes.ts'

/**
 * `npm run test:long [-- MINUTES]`: the tests that `npm test` leaves out, in files named
 * `*.long.test.ts`: sweeps over every page and format, drills, and whole days of work. After that many
 * minutes no file is begun any more, and those that are left are named.
 */

endOnSignals()
const [minutes = Infinity] = process.argv.slice(2).map(Number)
if (Number.isNaN(minutes)) throw new Error('npm run test:long -- MINUTES')
const end = Date.now() + minutes * 60_000

const filesOf = (name: string) =>
  readdirSync(join(ROOT, name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.long\.test\.tsx?$/.test(file))
    .map((file) => join(name, 'src', file))
    .toSorted()

/** Each day begins with another file: where the time ends early, it is not always the same ones that are left. */
function fromToday(files: readonly string[]): string[] {
  const first = Math.floor(Date.parse(today()) / 86_400_000) % Math.max(1, files.length)
  return [...files.slice(first), ...files.slice(0, first)]
}

const failed: string[] = []
const left: string[] = []
/** Where the program opens files of strangers, behind all other work: see `test.ts`. */
const BEHIND = ['nice', '-n', '15'] as const
/** One file after the other, so that the last one begun is soon done. */
async function walk(files: readonly string[]): Promise<void> {
  for (const file of fromToday(files))
    if (Date.now() >= end) left.push(file)
    else if (!(await passes(file, ...BEHIND, 'npx', 'vitest', 'run', file))) failed.push(file)
}

const journeys = filesOf('e2e')
const others = ['analysis', 'contract', 'server', 'web'].flatMap(filesOf)
if (minutes > 0) {
  installMissing()
  const demonstration = await demonstrated()
  process.env['DEMONSTRATION'] = demonstration.dataDir
  // Journeys beside the others: one computes while the other waits for a page.
  await Promise.all([walk(journeys), walk(others)])
  await demonstration.remove()
} else left.push(...journeys, ...others)

for (const file of left) console.log(`– not begun: ${file}`)
for (const file of failed) console.log(`✗ ${file}`)
const passed = journeys.length + others.length - left.length - failed.length
console.log(`\n${passed} files passed, ${failed.length} failed, ${left.length} not begun`)
process.exit(failed.length === 0 ? 0 : 1)
