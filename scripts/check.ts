import { passes } from './passes.ts'

/** `npm run check`: the longest first, two at a time. It prints every fault, not only the first. */

const CHECKS = [
  'lint',
  'format',
  'dead',
  'shape -- --check',
  'coverage -- --check',
  'accuracy -- --check',
  'figures -- --check',
  'licences -- --check',
  'manual -- --check',
]

async function work(): Promise<boolean> {
  let passed = true
  for (let script = CHECKS.shift(); script !== undefined; script = CHECKS.shift())
    passed =
      (await passes(`npm run ${script}`, 'npm', 'run', '--silent', ...script.split(' '))) && passed
  return passed
}

const passed = await Promise.all([work(), work()])
process.exitCode = passed.every(Boolean) ? 0 : 1
