import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { passes } from './passes.ts'

/**
 * `npm test`: installs what it needs, then checks format, lint, types and dead code, and runs every
 * test, those of `training/` too.
 */

const NEEDED = [
  { package: 'chromium', there: () => existsSync('/usr/bin/chromium') },
  { package: 'fonts-noto-cjk', there: () => existsSync('/usr/share/fonts/opentype/noto') },
]
const PYTHON = '/usr/bin/python3'
const LINTERS = [
  { package: 'pyflakes3', command: ['/usr/bin/pyflakes3', 'training'] },
  { package: 'mypy', command: ['/usr/bin/mypy', '--config-file', 'training/mypy.ini', 'training'] },
] as const

function run(command: string, ...args: string[]): number {
  return spawnSync(command, args, { stdio: 'inherit' }).status ?? 1
}

function installMissing(): void {
  const missing = NEEDED.filter((one) => !one.there()).map((one) => one.package)
  if (missing.length === 0) return
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (mayInstall) {
    run('apt-get', 'update', '-q')
    run('apt-get', 'install', '-y', '-q', '--no-install-recommends', ...missing)
  }
  if (NEEDED.some((one) => !one.there())) {
    console.error(`The browser journeys need: apt-get install ${missing.join(' ')}`)
    process.exit(1)
  }
}

/** Linters and tests of `training/`. Missing tools are named, and their checks are left out. */
async function checkTraining(): Promise<boolean> {
  if (spawnSync(PYTHON, ['-c', 'import torch, onnx, cv2, sklearn']).status !== 0) {
    console.log(`training/ is not checked: ${PYTHON} lacks what training/README.md installs`)
    return true
  }
  let passed = true
  for (const { package: name, command } of LINTERS) {
    const [linter, ...rest] = command
    if (existsSync(linter)) passed = (await passes(command.join(' '), linter, ...rest)) && passed
    else console.log(`training/ is not checked by ${name}: apt-get install ${name}`)
  }
  const tests = ['-m', 'unittest', 'discover', '-t', '.', '-s', 'training']
  return (await passes('tests of training/', PYTHON, ...tests)) && passed
}

const Summary = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
})

installMissing()
// Those of `training/` fit beside the check.
const check = spawn('npm', ['run', 'check'], { stdio: 'inherit' })
const closed = once(check, 'close') as Promise<[number | null]>
const [[status], trained] = await Promise.all([closed, checkTraining()])
if (status !== 0 || !trained) process.exit(1)

const outcome = join(tmpdir(), `mingmou-tests-${process.pid}.json`)
const tested = run(
  'npx',
  'vitest',
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${outcome}`,
  ...process.argv.slice(2),
)
const summary = Summary.parse(JSON.parse(readFileSync(outcome, 'utf8')))
rmSync(outcome)
console.log(
  `\n${summary.numPassedTests} passed, ${summary.numFailedTests} failed, ${summary.numPendingTests} skipped`,
)
process.exit(tested)
