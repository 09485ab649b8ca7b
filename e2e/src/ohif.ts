import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import type { BrowserContext, Request } from 'playwright-core'

const run = promisify(execFile)
const PACKAGE = '@ohif/app@3.13.2'
/** Outside the project: it is no part of it, and has 200 MB. */
const CACHE = join(homedir(), '.cache', 'mingmou-tests', 'ohif-3.13.2')

/** The folder of the built viewer, fetched once; null, with a word, where no registry answers. */
export async function ohif(): Promise<string | null> {
  const dist = join(CACHE, 'package', 'dist')
  if (existsSync(dist)) return dist
  const making = `${CACHE}.${process.pid}`
  await mkdir(making, { recursive: true })
  try {
    const { stdout } = await run('npm', ['pack', PACKAGE, '--silent'], { cwd: making })
    await run('tar', ['xzf', stdout.trim()], { cwd: making })
    await rename(making, CACHE)
    return dist
  } catch (error) {
    process.stderr.write(`OHIF is not tried: npm pack ${PACKAGE}: ${String(error)}\n`)
    return null
  } finally {
    await rm(making, { recursive: true, force: true })
  }
}

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/**
 * What the viewer is told of the server, as `docs/dicom.md` says. No question and no tour stands before the pictures,
 * and they are drawn without WebGL, which a browser without a screen may lack.
 */
const configOf = (root: string) => `window.config = {
  routerBasename: '/', extensions: [], modes: [], showStudyList: true, defaultDataSourceName: 'mingmou',
  investigationalUseDialog: { option: 'never' }, useCPURendering: true,
  dataSources: [{
    namespace: '@ohif/extension-default.dataSourcesModule.dicomweb', sourceName: 'mingmou',
    configuration: {
      friendlyName: 'Mingmou', name: 'mingmou', qidoRoot: '${root}', wadoRoot: '${root}', wadoUriRoot: '${root}',
      qidoSupportsIncludeField: true, supportsFuzzyMatching: true, supportsWildcard: true,
      imageRendering: 'wadors', thumbnailRendering: 'wadors', enableStudyLazyLoad: true,
      bulkDataURI: { enabled: true }, omitQuotationForMultipartRequest: true,
    },
  }],
}
localStorage.setItem('shownTours', '["basicViewerTour"]')`

/** What the server of the viewer answers: its own files, and below `/dicomweb/` what the program says. */
interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/**
 * The viewer at an address that nobody has: the browser is answered in its stead, as by a server that passes DICOMweb
 * on to the program with a token of its own. The list grows by each answer of the program: what the browser's reader of
 * PDF asks for belongs to no page.
 */
export async function serveViewer(
  context: BrowserContext,
  dist: string,
  of: { viewer: string; url: string; oid: string; token: string },
): Promise<readonly (Answer & { path: string })[]> {
  const passedOn: (Answer & { path: string })[] = []
  const passOn = async (asked: Request, path: string): Promise<Answer> => {
    const { accept = '*/*' } = asked.headers()
    const answered = await fetch(`${of.url}${path}`, {
      headers: { accept, authorization: `Bearer ${of.token}` },
    })
    const headers = { 'content-type': answered.headers.get('content-type') ?? '' }
    const body = Buffer.from(await answered.arrayBuffer())
    const answer = { status: answered.status, headers, body }
    passedOn.push({ path, ...answer })
    return answer
  }
  const own = async (pathname: string): Promise<Answer> => {
    const type = TYPES[extname(pathname)]
    if (pathname === '/app-config.js') {
      const body = Buffer.from(configOf(`${of.viewer}/dicomweb/${of.oid}`))
      return { status: 200, headers: { 'content-type': 'text/javascript' }, body }
    }
    const body = await readFile(join(dist, type === undefined ? 'index.html' : pathname))
    return { status: 200, headers: { 'content-type': type ?? 'text/html' }, body }
  }
  await context.route(`${of.viewer}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url())
    const answer = pathname.startsWith('/dicomweb/')
      ? await passOn(route.request(), `${pathname}${search}`)
      : await own(pathname)
    await route.fulfill(answer)
  })
  return passedOn
}
