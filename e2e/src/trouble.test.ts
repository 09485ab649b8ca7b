import { CHUNK_LOAD_TIMEOUT_MS, listPatients, refreshLogin } from '@mingmou/contract'
import { expect, test } from 'vitest'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { signIn } from './steps.ts'
import { visitor } from './visitor.ts'

/** The service behind a failing line or proxy. */

journey()

test('a server that hangs is told of after one wait of ten seconds', async () => {
  const { context, page, faults } = await visitor(browser)
  const listed = page.waitForResponse((answer) => answer.url().endsWith(listPatients.path))
  await signIn(page, program.url, program.account('4'))
  await listed
  let asked = 0
  // Nothing ever answers here.
  await page.route(`**${listPatients.path}`, () => {
    asked += 1
  })
  await page.reload()
  await page.getByText('获取患者列表失败').waitFor()
  expect(asked).toBe(1)
  expect(faults).toEqual([])
  await context.close()
})

test('a part of the program that never comes is told of when its time is over, with the way to load it again', async () => {
  const { context, page } = await visitor(browser)
  await page.clock.install()
  await page.goto(program.url)
  await page.getByRole('link', { name: '登录' }).first().waitFor()
  const wanted = page.waitForRequest(/login-page/)
  await page.route(/login-page/, () => undefined)
  await page.getByRole('link', { name: '登录' }).first().click()
  await wanted
  await page.clock.fastForward(CHUNK_LOAD_TIMEOUT_MS - 1000)
  expect(await page.getByText('页面出错了').count()).toBe(0)
  await page.clock.fastForward(1000)
  await page.getByText('页面出错了').waitFor()
  await page.unroute(/login-page/)
  await button(page, '重新加载').click()
  await page.getByLabel('账号', { exact: true }).waitFor()
  await context.close()
})

test.each([
  ['zh-CN', '请求服务器错误'],
  ['en', 'Request server error'],
])('a fault page of a proxy is told in the words of the catalogue: %s', async (language, words) => {
  const { context, page, faults } = await visitor(browser)
  await context.addInitScript(`localStorage.setItem('language', '${language}')`)
  await page.route(`**${listPatients.path}`, (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: '<h1>Internal error</h1>' }),
  )
  await page.goto(`${program.url}/#/login`)
  const { account, password } = program.account('4')
  await page.locator('input[autocomplete=username]').fill(account)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('.ant-message').getByText(words, { exact: true }).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('an address of a group leads to its first page, and what is not there yet says so', async () => {
  const { context, page } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  for (const [path, target, shown] of [
    ['/main/newsCenter', /#\/main\/newsCenter\/newsList/, '新闻中心'],
    ['/app/database', /#\/app\/database\/fundus/, '眼底数据集'],
    ['/app/organization', /#\/app\/organization\/info/, '机构简介'],
    ['/app/undeveloped', /#\/app\/undeveloped/, '系统维护中'],
  ] as const) {
    await page.goto(`${program.url}/#${path}`)
    await page.waitForURL(target)
    await page.locator('main, #content').getByText(shown).first().waitFor()
  }
  await context.close()
})

test('a live connection that could not be opened is opened by the next page', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.getByText('系统会话已连接，欢迎使用').waitFor()
  await page.evaluate(() => localStorage.setItem('last_refresh_time', '1'))
  await page.route(`**${refreshLogin.path}`, (route) => route.abort())
  await page.reload()
  await page.getByText('获取患者列表失败').waitFor()
  await page.unroute(`**${refreshLogin.path}`)
  const opened = page.waitForRequest(/\/live\//)
  await page.goto(`${program.url}/#/app/patient/reportList`)
  await opened
  expect(faults).toEqual([])
  await context.close()
})

test('what the browser could not do is told, although no page expects it', async () => {
  const { context, page } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/worklist`)
  await page.locator('.wl-row').first().click()
  await button(page, '勾画 视杯').waitFor()
  await page.evaluate(() => {
    const make = window.createImageBitmap.bind(window)
    // The map comes; what is drawn over it does not.
    window.createImageBitmap = (source: ImageBitmapSource, options?: ImageBitmapOptions) =>
      source instanceof ImageData
        ? Promise.reject(new DOMException('', 'InvalidStateError'))
        : make(source, options)
  })
  await button(page, '勾画 视杯').click()
  await page.getByText('刚才的操作没有完成').waitFor()
  await context.close()
})
