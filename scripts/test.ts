import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

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
function checkTraining(): boolean {
  if (spawnSync(PYTHON, ['-c', 'import torch, onnx, cv2, sklearn']).status !== 0) {
    console.log(`training/ is not checked: ${PYTHON} lacks what training/README.md installs`)
    return true
  }
  const linted = LINTERS.map(({ package: name, command: [linter, ...rest] }) => {
    if (existsSync(linter)) return run(linter, ...rest) === 0
    console.log(`training/ is not checked by ${name}: apt-get install ${name}`)
    return true
  })
  const tested = run(PYTHON, '-m', 'unittest', 'discover', '-t', '.', '-s', 'training') === 0
  return tested && linted.every(Boolean)
}

const Summary = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
})

installMissing()
if (run('npm', 'run', 'check') !== 0 || !checkTraining()) process.exit(1)

const outcome = join(tmpdir(), `mingmou-tests-${process.pid}.json`)
const status = run(
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
process.exit(status)
