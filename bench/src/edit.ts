import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openBrowser } from '@mingmou/e2e/browser'
import { endWhereCut } from '@mingmou/e2e/cut'
import { endGroup, freePort } from '@mingmou/e2e/program'
import { spread } from './table.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = 'web/src/features/site/home-page.tsx'
const CALL = 'server/src/http/health.ts'

/** The tree as it stands, apart: what is edited here must not stay. Packages are linked, not copied. */
async function copyTree(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'mingmou-edit-'))
  const run = (command: string) => {
    const { status, stderr } = spawnSync('bash', ['-c', command], { cwd: ROOT, encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  run(`git ls-files -co --exclude-standard -z | xargs -0 cp -a --parents -t '${copy}'`)
  run(`for one in node_modules */node_modules; do cp -al "$one" '${copy}'/"$one"; done`)
  return copy
}

/** Between two saves: the worker of the start before has loaded its networks by then. */
const PAUSE_MS = 5000

/** The time in ms from the save until `shown`. */
async function edit(
  file: string,
  { from, to }: { from: string; to: string },
  shown: () => Promise<unknown>,
): Promise<number> {
  await delay(PAUSE_MS)
  const text = await readFile(file, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
  const saved = performance.now()
  // In one step, as editors do: Vite may read a file that is half written.
  await writeFile(`${file}.tmp.txt`, text.replace(from, to))
  await rename(`${file}.tmp.txt`, file)
  await shown()
  return performance.now() - saved
}

/** From the save of a source until a page in Chromium, or an answer of a call, shows it: `npm run dev`. */
export async function benchEdit(times: number) {
  const copy = await copyTree()
  const [port, pages] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    PORT: String(port),
    PAGES_PORT: String(pages),
    DATA_DIR: join(copy, 'data'),
  }
  const dev = spawn('npm', ['run', 'dev', '--silent'], {
    cwd: copy,
    env,
    stdio: 'ignore',
    detached: true,
  })
  const { pid } = dev
  const ended = endWhereCut(async () => {
    if (pid !== undefined) await endGroup(pid)
    await rm(copy, { recursive: true, force: true })
  })
  const browser = await openBrowser()
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)
    return answer?.ok === true ? await answer.text() : ''
  }
  const until = async (said: (text: string) => boolean) => {
    while (!said(await health())) {
      if (dev.exitCode !== null) throw new Error('npm run dev has ended')
      await delay(5)
    }
  }
  try {
    await until((text) => text !== '')
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${pages}/`)
    await page.locator('#steps').waitFor()
    const word = (index: number) => `edit-${index}`
    const [pageTimes, callTimes]: [number[], number[]] = [[], []]
    for (let index = 0; index < times; index++) {
      const title = (at: number) => (at < 0 ? `t('steps.title')` : `'${word(at)}'`)
      const seen = page.locator('#steps', { hasText: word(index) })
      const change = { from: title(index - 1), to: title(index) }
      pageTimes.push(await edit(join(copy, PAGE), change, () => seen.waitFor()))
    }
    for (let index = 0; index < times; index++) {
      const data = (at: number) => (at < 0 ? '' : `data: { edit: '${word(at)}' }, `)
      const line = (at: number) => `${data(at)}message: app.draining`
      const change = { from: line(index - 1), to: line(index) }
      const seen = () => until((text) => text.includes(word(index)))
      callTimes.push(await edit(join(copy, CALL), change, seen))
    }
    return { page: spread(pageTimes), call: spread(callTimes) }
  } finally {
    await browser.close()
    if (pid !== undefined) await endGroup(pid)
    await rm(copy, { recursive: true, force: true })
    ended()
  }
}
