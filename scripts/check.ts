import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** `npm run check`: the longest first, two at a time. It prints every fault, not only the first. */

const CHECKS = [
  'lint',
  'types',
  'format',
  'dead',
  'coverage -- --check',
  'accuracy -- --check',
  'figures -- --check',
]

/** Whether a script of package.json passes. Its output is printed as a whole at its end. */
async function passes(script: string): Promise<boolean> {
  const run = spawn('npm', ['run', '--silent', ...script.split(' ')], { stdio: 'pipe' })
  const ended = new Promise<boolean>((resolve) => {
    run.on('close', (code) => resolve(code === 0))
  })
  const [passed, out, errors] = await Promise.all([ended, text(run.stdout), text(run.stderr)])
  process.stdout.write(`${passed ? '✓' : '✗'} npm run ${script}\n${passed ? '' : out + errors}`)
  return passed
}

async function work(): Promise<boolean> {
  let passed = true
  for (let script = CHECKS.shift(); script !== undefined; script = CHECKS.shift())
    passed = (await passes(script)) && passed
  return passed
}

const passed = await Promise.all([work(), work()])
process.exitCode = passed.every(Boolean) ? 0 : 1
