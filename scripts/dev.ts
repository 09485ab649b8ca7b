import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { watch } from 'chokidar'
import { readConfig } from '../server/src/config.ts'
import { startEmbedded } from '../server/src/platform/database/embedded-database.ts'
import { openLog } from '../server/src/platform/log.ts'
import { StartRefused } from '../server/src/start-refused.ts'
import { openBuild } from './build-program.js'
import { ROOT } from './fresh.js'

/**
 * `npm run dev`: the demonstration while somebody works on it. The database stays. After an edit of
 * `server`, `contract` or `analysis` the program is built and started anew. Vite serves the pages and
 * puts an edit of theirs into the open browser.
 */

process.env['DEMO'] ??= '1'
const { dataDir } = readConfig()
const PAGES = process.env['PAGES_PORT'] ?? '5173'
const BEHIND = constants.priority.PRIORITY_BELOW_NORMAL
const SOURCES = ['analysis/src', 'contract/src', 'server/src']

const database = await openDatabase()
const program = keepProgram({
  ...process.env,
  DATABASE_URL: database.serviceUrl,
  MIGRATION_DATABASE_URL: database.url,
  PUBLIC_URL: process.env['PUBLIC_URL'] ?? `http://127.0.0.1:${PAGES}`,
})

const builds = await openBuild()
/** An editor that saves two files asks twice, and one build serves both. */
let asked = false
let turn = Promise.resolve()
function rebuild(): void {
  if (asked) return
  asked = true
  turn = turn.then(async () => {
    asked = false
    // What esbuild refuses stands on the terminal already.
    const built = await builds.build().then(
      () => true,
      () => false,
    )
    if (built) await program.restart()
  })
}
rebuild()
const sources = SOURCES.map((folder) => join(ROOT, folder))
const watched = watch(sources, { ignoreInitial: true }).on('all', rebuild)

const vite = ['--host', '127.0.0.1', '--port', PAGES, '--strictPort']
const pages = spawn('npm', ['run', 'dev', '--silent', '-w', 'web', '--', ...vite], {
  cwd: ROOT,
  stdio: ['ignore', 'inherit', 'inherit'],
  detached: true,
})

let ending = false
async function end(): Promise<void> {
  if (ending) return
  ending = true
  await watched.close()
  if (pages.pid !== undefined && pages.exitCode === null) process.kill(-pages.pid, 'SIGTERM')
  await turn
  await builds.close()
  await program.stop('SIGTERM')
  await database.stop()
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
pages.once('exit', () => void end())

/** What a person can mend is one line, as at any start. */
async function openDatabase() {
  try {
    return await startEmbedded({ dataDir, log: openLog('warn') })
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error
    console.error(error.message)
    process.exit(1)
  }
}

/** The program as it was built last: its two halves, of which the pages need one at once. */
function keepProgram(env: NodeJS.ProcessEnv) {
  const running: ChildProcess[] = []
  const stop = async (signal: NodeJS.Signals) => {
    const children = running.splice(0)
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return
        child.kill(signal)
        await once(child, 'exit')
      }),
    )
  }
  const start = (mode: 'web' | 'worker') => {
    const halfEnv = { ...env, MODE: mode }
    // Ctrl-C reaches this program alone, which stops the others in their turn.
    const child = fork(join(ROOT, 'server/dist/start.js'), { env: halfEnv, detached: true })
    running.push(child)
    child.once('exit', (code) => {
      if (!running.includes(child)) return
      console.log(`The ${mode} ended (${code ?? 'killed'}). It starts again after the next edit.`)
    })
    return child
  }
  return {
    stop,
    async restart() {
      // Nothing that was acknowledged is lost by a kill, and a stop waits for what runs.
      await stop('SIGKILL')
      const web = start('web')
      // The models of the worker take both cores: it waits until the web half serves.
      while (web.exitCode === null && !(await isServed(env['PORT']))) await delay(20)
      const { pid } = start('worker')
      // And it gives way to the next build.
      if (pid !== undefined) setPriority(pid, BEHIND)
    },
  }
}

const isServed = (port = '8080') =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  )
