import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Pages and program as they run, built where they are missing or old. In JavaScript, since every
 * start of the program reads it: to load TypeScript takes longer than all of it.
 */

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PAGES = {
  built: 'web/dist/index.html',
  from: [
    'web/src',
    'web/public',
    'web/index.html',
    'web/vite.config.ts',
    'web/first-view.ts',
    'contract/src',
  ],
}
const PROGRAM = {
  built: 'server/dist/main.js',
  from: ['analysis/src', 'contract/src', 'server/src', 'scripts', 'package-lock.json'],
}

/** @type {(path: string, than: number) => boolean} */
function isNewer(path, than) {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) return false
  if (info.mtimeMs > than) return true
  return info.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), than))
}

/** @type {(part: typeof PAGES) => boolean} */
function isOld({ built, from }) {
  const at = statSync(join(ROOT, built), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return from.some((source) => isNewer(join(ROOT, source), at))
}

/** Once before the journeys, several of which start the program at a time. */
export async function freshPages() {
  if (!isOld(PAGES)) return
  console.log('Building the pages …')
  const build = spawn('npm', ['run', 'build', '--silent', '-w', 'web'], {
    cwd: ROOT,
    // A test run builds the pages for production too.
    env: { ...process.env, NODE_ENV: undefined },
    // stdout is kept for the address and the accounts.
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = /** @type {[number | null]} */ (await once(build, 'exit'))
  if (code !== 0) throw new Error('The pages could not be built: npm run build shows why')
}

/** Before whatever starts the program: it runs as built. */
export async function freshProgram() {
  if (!isOld(PROGRAM)) return
  const { buildProgram } = await import('./build-program.js')
  await buildProgram()
}
