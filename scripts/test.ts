import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { z } from 'zod'
import { installMissing } from './install-missing.ts'
import { callsLeft } from './made-calls.ts'
import { passes } from './passes.ts'

/**
 * `npm test`: installs what it needs, then checks format, lint, types and dead code, and runs the
 * tests, those of `training/` too. Three runs of tests stand side by side. The long ones are for
 * `npm run test:long`; words choose tests among all of them.
 */

const PYTHON = '/usr/bin/python3'
const LINTERS = [
  { package: 'pyflakes3', command: ['/usr/bin/pyflakes3', 'training'] },
  { package: 'mypy', command: ['/usr/bin/mypy', '--config-file', 'training/mypy.ini', 'training'] },
] as const

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
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
})
type Summary = z.infer<typeof Summary>

/** Each failure with the start of its message, so that the end of a long output names them all. */
function failures({ testResults }: Summary): string[] {
  return testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const broken = failed.length === 0 && message !== '' ? [`${file}: ${message}`] : []
    const each = failed.map(
      (test) => `${file} › ${test.fullName}: ${test.failureMessages.join(' ')}`,
    )
    return [...broken, ...each].map((line) => `✗ ${line.slice(0, 600)}`)
  })
}

const MEMORY = '/dev/shm'
const ROOM_BYTES = 8e9

/**
 * Tests write into memory where there is room: a thousand files of a database come and go with
 * every few tests, and a disk takes up to twenty times as long to make them.
 */
function writeIntoMemory(): void {
  if (!existsSync(MEMORY)) return
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize < ROOM_BYTES || freemem() < ROOM_BYTES) return
  const folder = mkdtempSync(join(MEMORY, 'mingmou-tests-'))
  // Like `/tmp`: other users of the machine, as the database is, go through it.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

installMissing()
writeIntoMemory()
// Those of `training/` fit beside the check.
const check = spawn('npm', ['run', 'check'], { stdio: 'inherit' })
const closed = once(check, 'close') as Promise<[number | null]>
const [[status], trained] = await Promise.all([closed, checkTraining()])
if (status !== 0 || !trained) process.exit(1)

/** The tests of some projects, and how many of them passed, failed and were left out. */
function tests(...projects: string[]) {
  const outcome = join(tmpdir(), `mingmou-tests-${process.pid}-${projects.join('-')}.json`)
  const counted = () => {
    if (!existsSync(outcome)) return null
    const summary = Summary.parse(JSON.parse(readFileSync(outcome, 'utf8')))
    rmSync(outcome)
    return summary
  }
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outcome}`]
  const chosen = projects.flatMap((project) => ['--project', project])
  const words = process.argv.slice(2)
  const some = words.length > 0 ? words : ['--exclude', '**/*.long.test.*']
  const args = ['vitest', 'run', '--passWithNoTests', ...reporters, ...chosen, ...some]
  return { args, counted }
}

/**
 * Three runs side by side: one after the other they took half as long again and more. Journeys wait
 * most, for pages, and go before the others. They stand where the program opens files of strangers,
 * behind all other work: from before that, browsers alone left those files no time.
 */
const [journeys, others, analysis] = [
  tests('e2e'),
  tests('contract', 'server', 'web'),
  tests('analysis'),
]
const behind = (nice: number, args: string[]) => ['nice', '-n', `${nice}`, 'npx', ...args] as const
const made = join(tmpdir(), `mingmou-calls-${process.pid}`)
process.env['MADE_CALLS'] = made
const [nice, ...words] = behind(19, others.args)
const shown = once(spawn(nice, words, { stdio: 'inherit' }), 'close') as Promise<[number | null]>
const [walked, computed, [code]] = await Promise.all([
  passes('journeys in Chromium', ...behind(15, journeys.args)),
  passes('tests of the analysis', ...behind(19, analysis.args)),
  shown,
])

const counted = [journeys, others, analysis].map((run) => run.counted())
const sum = (count: 'numPassedTests' | 'numFailedTests' | 'numPendingTests') =>
  counted.reduce((all, run) => all + (run?.[count] ?? 0), 0)
for (const line of counted.flatMap((run) => (run === null ? [] : failures(run)))) console.log(line)
// Chosen tests make chosen calls.
const left = process.argv.length > 2 ? [] : callsLeft(made)
rmSync(made, { force: true })
for (const path of left) console.log(`✗ no journey makes it from a page (path, role): ${path}`)
console.log(
  `\n${sum('numPassedTests')} passed, ${sum('numFailedTests')} failed, ${sum('numPendingTests')} skipped`,
)
process.exit(code === 0 && walked && computed && left.length === 0 ? 0 : 1)
