import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BUILT = join(ROOT, 'web/dist/index.html')
const SOURCES = [
  'web/src',
  'web/public',
  'web/index.html',
  'web/vite.config.ts',
  'web/first-view.ts',
  'contract/src',
]

function isNewer(path: string, than: number): boolean {
  const info = statSync(path, { throwIfNoEntry: false })
  if (!info) return false
  if (info.mtimeMs > than) return true
  return info.isDirectory() && readdirSync(path).some((name) => isNewer(join(path, name), than))
}

/**
 * Builds the pages where they are missing or old. Runs once before the journeys, several of which
 * start the program at a time.
 */
export default async function buildPages(): Promise<void> {
  const built = existsSync(BUILT) ? statSync(BUILT).mtimeMs : 0
  if (!SOURCES.some((source) => isNewer(join(ROOT, source), built))) return
  console.log('Building the pages …')
  // stdout is kept for the address and the accounts.
  const build = spawn('npm', ['run', 'build', '--silent', '-w', 'web'], {
    cwd: ROOT,
    // A test run builds the pages for production too.
    env: { ...process.env, NODE_ENV: undefined },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = (await once(build, 'exit')) as [number | null]
  if (code !== 0) throw new Error('The pages could not be built: npm run build shows why')
}
