import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled } from './browser.ts'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { NOTE_SHIFTS, serious, tooMuch } from './standards.ts'
import { signIn } from './steps.ts'
import { visitor } from './visitor.ts'

const DIST = resolve(import.meta.dirname, '../../web/dist')
const MOST_SCRIPT_BYTES = 150_000
const MOST_REQUESTS = 15
/** Of the login, with what it fetches ahead for the pages behind it. */
const MOST_OF_LOGIN = 40

journey()

test('a first visitor of the home page waits for less than 150 kB of scripts, in at most 15 requests', async () => {
  const { context, page, faults } = await visitor(browser)
  const scripts = new Set<string>()
  let requests = 0
  page.on('request', (request) => {
    requests++
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(program.url)
  await page.getByRole('heading', { name: '六步完成诊断' }).waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(
    [...scripts].map(async (path) => (await stat(join(DIST, `${path}.gz`))).size),
  )
  expect(sizes.length).toBeGreaterThan(2)
  expect(requests).toBeLessThanOrEqual(MOST_REQUESTS)
  expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThan(MOST_SCRIPT_BYTES)
  expect(faults).toEqual([])
  await context.close()
})

test('the login and what it fetches ahead come in few requests: on a slow line each costs more than its part', async () => {
  const { context, page, faults } = await visitor(browser)
  let requests = 0
  page.on('request', () => requests++)
  await page.goto(`${program.url}/#/login`)
  await page.getByLabel('账号', { exact: true }).waitFor()
  await settled(page)
  expect(requests).toBeLessThanOrEqual(MOST_OF_LOGIN)
  expect(faults).toEqual([])
  await context.close()
})

test('the beginning of the home page is there before the program, in the language last read', async () => {
  const { context, page } = await visitor(browser)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(program.url)
  await page.getByRole('heading', { name: '看得见依据的眼科影像智能诊断' }).waitFor()
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.reload()
  await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
  expect(await page.getByText('看得见依据的眼科影像智能诊断').isVisible()).toBe(false)
  // The menu stands in one row on a tablet, in the language of the longer words.
  await page.setViewportSize({ width: 768, height: 1024 })
  const menu = page.locator('.first-view:visible nav a')
  const tops = await menu.evaluateAll((links) =>
    links.map((link) => link.getBoundingClientRect().top),
  )
  expect([tops.length, new Set(tops).size]).toEqual([5, 1])
  await page.goto(`${program.url}/#/app/patient`)
  await page.reload()
  expect(await page.locator('.first-view:visible').count()).toBe(0)
  await context.close()
})

/** As after an upgrade: parts are gone that were not asked for yet, and the server has other scripts. */
async function upgrade(page: Page) {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, json: {} }))
  await page.route(`${program.url}/`, async (route) => {
    if (route.request().isNavigationRequest()) {
      await route.continue()
      return
    }
    const served = await (await route.fetch()).text()
    await route.fulfill({ contentType: 'text/html', body: served.replace('/index-', '/other-') })
  })
}

test('after an upgrade, a page that is gone comes with the new program, by itself', async () => {
  const { context, page, faults } = await visitor(browser)
  await page.goto(program.url)
  await page.getByRole('heading', { name: '六步完成诊断' }).waitFor()
  await upgrade(page)
  page.on('domcontentloaded', () => faults.push('loaded'))
  const again = page.waitForRequest((request) => request.isNavigationRequest())
  await page.evaluate(() => (window.location.hash = '/main/projectOverview'))
  await again
  await page.unroute('**/assets/*.js')
  await page.getByRole('heading', { level: 1, name: '项目概况' }).waitFor()
  expect(faults).toEqual(['loaded'])
  await context.close()
})

test('a program that lacks a part for good is loaded again once, and then says so', async () => {
  const { context, page, faults } = await visitor(browser)
  await page.goto(program.url)
  await page.getByRole('heading', { name: '六步完成诊断' }).waitFor()
  await upgrade(page)
  await page.unroute('**/assets/*.js')
  await page.route('**/assets/overview-page-*.js', (route) =>
    route.fulfill({ status: 404, json: {} }),
  )
  page.on('domcontentloaded', () => faults.push('loaded'))
  await page.evaluate(() => (window.location.hash = '/main/projectOverview'))
  await page.getByRole('heading', { name: '页面出错了' }).waitFor()
  expect(faults).toEqual(['loaded'])
  await context.close()
})

test('what somebody has typed outlasts an upgrade, and they say when to load the page again', async () => {
  const { context, page, faults } = await visitor(browser, 'phone')
  await page.goto(`${program.url}/#/main/feedback`)
  await page.getByLabel('反馈内容').fill('示例反馈')
  await upgrade(page)
  page.on('domcontentloaded', () => faults.push('loaded'))
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText('程序已更新').waitFor()
  expect(await page.getByLabel('反馈内容').inputValue()).toBe('示例反馈')
  expect(faults).toEqual([])
  await page.unroute('**/assets/*.js')
  const asked = page.waitForEvent('dialog')
  const reload = button(page, '重新加载').click()
  await (await asked).accept()
  await reload
  await page.waitForURL(/feedback/)
  expect(faults).toEqual(['loaded'])
  await context.close()
})

const HOSTILE =
  '**正文** <script>window.hurt = 1</script> <img src=x onerror="window.hurt=1"> [x](javascript:window.hurt=1)'

test('an administrator publishes news, and a visitor reads them; a draft is seen by nobody else', async () => {
  const admin = await visitor(browser)
  await signIn(admin.page, program.url, program.account('2'), '用户登录')
  await admin.page.getByRole('menuitem', { name: '内容管理' }).click()
  for (const [title, state] of [
    ['示例：公开的新闻', '已发布'],
    ['示例：草稿', '草稿'],
  ] as const) {
    await button(admin.page, '新增新闻').first().click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByLabel('日期').fill('20210301')
    await dialog.getByText(state, { exact: true }).click()
    await dialog.getByLabel('中文标题').fill(title)
    await dialog.getByLabel('英文标题').fill(`Example: ${state === '草稿' ? 'a draft' : 'news'}`)
    await dialog.getByLabel('中文正文').fill(HOSTILE)
    await dialog.getByLabel('英文正文').fill('Example text')
    await button(dialog, '保存').click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await admin.page
    .getByRole('row')
    .filter({ hasText: '示例：草稿' })
    .getByText('草稿', { exact: true })
    .waitFor()

  const { context, page, faults } = await visitor(browser, 'phone')
  await page.goto(`${program.url}/#/main/newsCenter`)
  await page.getByRole('link', { name: '示例：公开的新闻' }).click()
  await page.locator('strong', { hasText: '正文' }).waitFor()
  await page.getByText('<script>window.hurt = 1</script>').waitFor()
  expect(await page.evaluate('window.hurt')).toBeUndefined()
  expect(await page.getByText('示例：草稿').count()).toBe(0)
  expect([...faults, ...admin.faults]).toEqual([])
  await Promise.all([context.close(), admin.context.close()])
})

const PUBLIC = [
  '/',
  '/main/projectOverview',
  '/main/newsCenter/newsList',
  '/main/newsCenter/newsTabs?year=2021',
  '/main/questionnaire',
  '/main/feedback',
  '/main/admission',
  '/main/privacy',
  '/login',
  '/report/verify',
  '/404',
]

test.each([
  ['laptop', 'zh-CN'],
  ['phone', 'en'],
] as const)(
  'on a %s, no public page in %s moves, is wider than the screen, or has a serious fault',
  async (size, language) => {
    const { context, page, faults } = await visitor(browser, size)
    await context.addInitScript(NOTE_SHIFTS)
    await page.goto(`${program.url}/#/404`)
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
    for (const path of PUBLIC) {
      await page.goto('about:blank')
      await page.goto(`${program.url}/#${path}`)
      await page.getByRole('heading').first().waitFor()
      await settled(page)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect([path, wide, await tooMuch(page), await serious(page)]).toEqual([path, 0, [], []])
    }
    expect(faults).toEqual([])
    await context.close()
  },
)
