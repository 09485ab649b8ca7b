import { appendFileSync, existsSync } from 'node:fs'
import { login, myInfo, ROLES } from '@mingmou/contract'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  type Request,
  type Response,
} from 'playwright-core'
import { z } from 'zod'

/**
 * Chromium takes the last list of features alone. So the list of Playwright, for Linux, stands here again.
 */
const PLAYWRIGHT_DISABLES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/** Two hidden pages of every window, for an address bar that nobody sees, cost more than a page. */
const ADDRESS_BAR = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup']

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${[...PLAYWRIGHT_DISABLES, ...ADDRESS_BAR].join(',')}`,
]

export const SIZES = {
  laptop: { width: 1366, height: 768 },
  desk: { width: 1920, height: 1080 },
  phone: { width: 390, height: 844 },
} as const

const WHOLE = '/usr/bin/chromium'
/** The same engine without windows, menus, PDF and their processes. */
const SHELL = '/usr/bin/chromium-headless-shell'

/** The shell where it is there, unless the whole browser is asked for. */
export function openBrowser(which: 'shell' | 'whole' = 'shell'): Promise<Browser> {
  const executablePath = which === 'shell' && existsSync(SHELL) ? SHELL : WHOLE
  return chromium.launch({ executablePath, args: FLAGS })
}

/** Long enough for a machine that also runs the other tests. What takes too long is measured in `bench/`. */
const PATIENCE_MS = 100_000
const LOOKS = 20

/**
 * Where the calls that pages make are noted: `npm test` asks whether each role made each of its calls.
 * A line has the path and the account that called, or an account and its role.
 */
const MADE = process.env['MADE_CALLS']
const Claims = z.object({ sub: z.string() })
/** Calls whose answers say which role an account has. */
const ACCOUNT_OF = [login.path, myInfo.path]
const Account = z.object({ data: z.object({ uid: z.string(), role: z.enum(ROLES) }) })

/** What every page has asked for and not got yet, but for streams, which never end. */
const waiting = new WeakMap<Page, Set<Request>>()

function noteRequests(page: Page): void {
  const open = new Set<Request>()
  waiting.set(page, open)
  page.on('request', (request) => {
    if (!['eventsource', 'websocket'].includes(request.resourceType())) open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
}

/** Two frames later the earlier content has been painted. */
export const painted = (of: Page) =>
  of.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

/**
 * Waits until the page asks for nothing more, shows no placeholder and moves nothing. The load state
 * of Playwright says that of the first page alone: it stays `networkidle` when the hash changes.
 */
export async function settled(page: Page): Promise<void> {
  const restless = async (): Promise<string[]> => {
    await painted(page)
    const moving = await page.evaluate(() => [
      ...Array.from(
        document.querySelectorAll('.skeleton, [aria-busy="true"], .ant-skeleton-active'),
        ({ className }) => className,
      ),
      ...document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
        )
        .map((animation) =>
          'animationName' in animation ? String(animation.animationName) : 'a transition',
        ),
    ])
    return [...moving, ...Array.from(waiting.get(page) ?? [], (request) => request.url())]
  }
  const until = Date.now() + PATIENCE_MS
  // A browser that other work holds up is not looked at once alone.
  for (let looks = 1; ; looks++) {
    // Twice: an answer that has just come is drawn, and may ask for more.
    const left = [...(await restless()), ...(await restless())]
    if (left.length === 0) return
    if (looks > LOOKS && Date.now() > until)
      throw new Error(`${page.url()} does not come to rest: ${left.join(' ')}`)
  }
}

/** Its pages do not move: an element that moves when a click begins may be elsewhere when it ends. */
export async function openContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(PATIENCE_MS)
  context.on('page', noteRequests)
  context.on('response', (response) => void noteCall(response).catch(() => undefined))
  return context
}

/** A call that was refused has a status of its own, and is not noted. */
async function noteCall(response: Response): Promise<void> {
  if (MADE === undefined || ![200, 201].includes(response.status())) return
  const { pathname } = new URL(response.url())
  const token = response.request().headers()['authorization']?.split('.')[1]
  const uid =
    token === undefined
      ? ''
      : Claims.parse(JSON.parse(Buffer.from(token, 'base64url').toString())).sub
  appendFileSync(MADE, `${pathname} ${uid}\n`)
  if (!ACCOUNT_OF.includes(pathname)) return
  // The page may be gone before its answer is read.
  const { data } = Account.parse(await response.json())
  appendFileSync(MADE, `${data.uid} ${data.role}\n`)
}
