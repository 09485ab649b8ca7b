import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const place = mkdtempSync(join(tmpdir(), 'mingmou-cut-'))
// The database server may run as another user.
chmodSync(place, 0o755)
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Processes that were started with a folder of this place. */
function left(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const said = readFileSync(`/proc/${pid}/environ`, 'latin1').includes(place)
        return said ? [readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ')] : []
      } catch {
        return [] // It ended since it was listed.
      }
    })
}

test.each([
  ['while its program is starting', /^$/],
  ['while it measures', /Start on an empty database/],
])(
  'a bench that is cut %s leaves neither program nor database nor files behind',
  async (_, until) => {
    const bench = spawn(process.execPath, ['--import', 'tsx', 'bench/src/main.ts', 'visitors'], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: place, MODE: undefined, NODE_ENV: undefined },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(bench, 'exit')
    let said = ''
    bench.stdout.setEncoding('utf8').on('data', (part: string) => (said += part))
    const isStarted = () => left().some((line) => line.includes('npm start'))
    try {
      await expect.poll(() => isStarted() && until.test(said)).toBe(true)
    } finally {
      bench.kill('SIGTERM')
    }
    expect((await ended)[0]).toBe(143)
    await expect.poll(left).toEqual([])
    expect(readdirSync(place).filter((name) => name.startsWith('mingmou-'))).toEqual([])
  },
)
