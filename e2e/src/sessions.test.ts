import { describe, expect, test } from 'vitest'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { fillSignIn, signIn } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

describe('a visitor who is not signed in', () => {
  test('is told to sign in first, led to the sign-in page and from there to the link', async () => {
    const { context, page } = await visitor(browser)
    const link = `${program.url}/#/app/diagnosis?tab=0`
    await page.goto(link)
    await page.getByText('请先登录').waitFor()
    await page.waitForURL(/#\/login/)
    await page.reload()
    await fillSignIn(page, program.account('4'))
    await page.waitForURL(link)
    await page.getByRole('tab', { name: '眼底彩照', selected: true }).waitFor()
    await context.close()
  })

  test('lands on /404 for an unknown path', async () => {
    const { context, page } = await visitor(browser)
    await page.goto(`${program.url}/#/no/such/page`)
    await page.waitForURL(/#\/404/)
    await page.getByText('页面不存在').first().waitFor()
    await context.close()
  })

  test('reads why a sign-in failed, and keeps what was typed', async () => {
    const { context, page } = await visitor(browser)
    await signIn(page, program.url, { account: 'democlinician', password: 'Wrong-pass1' })
    await page.getByText('账号或密码错误').first().waitFor()
    expect(await page.getByLabel('账号', { exact: true }).inputValue()).toBe('democlinician')
    await context.close()
  })
})

describe('a clinician', () => {
  test('may not open a page of another role', async () => {
    const { context, page } = await visitor(browser)
    await signIn(page, program.url, program.account('4'))
    await page.waitForURL(/#\/app\/patient/)
    await page.goto(`${program.url}/#/main/functionalTest`)
    await page.getByText(/该页面暂未开放/).waitFor()
    await page.waitForURL(/#\/$/)
    await context.close()
  })

  test('who signs in elsewhere is told so at once where he was', async () => {
    const [first, second] = await Promise.all([visitor(browser), visitor(browser)])
    await signIn(first.page, program.url, program.account('3'))
    await first.page.getByText('系统会话已连接，欢迎使用').waitFor()
    await signIn(second.page, program.url, program.account('3'))
    await second.page.waitForURL(/#\/app/)
    await first.page.locator('.ant-modal-confirm', { hasText: '您的账号已在别处登录' }).waitFor()
    await Promise.all([first.context.close(), second.context.close()])
  })

  test('who left the live connection finds the session replaced at the next call (405)', async () => {
    const [first, second] = await Promise.all([visitor(browser), visitor(browser)])
    await first.page.route(/\/live\//, (route) => route.abort())
    await signIn(first.page, program.url, program.account('3'))
    await first.page.waitForURL(/#\/app/)
    await signIn(second.page, program.url, program.account('3'))
    await second.page.waitForURL(/#\/app/)
    const answered = first.page.waitForResponse((response) => response.status() === 405)
    await first.page.goto(`${program.url}/#/app/patient`)
    await answered
    await first.page.locator('.ant-modal-confirm', { hasText: '您的账号已在别处登录' }).waitFor()
    await Promise.all([first.context.close(), second.context.close()])
  })

  test('may be remembered for a day, and the browser keeps no password', async () => {
    const { context, page } = await visitor(browser)
    const { account, password } = program.account('4')
    await page.goto(`${program.url}/#/login`)
    await page.getByLabel('账号', { exact: true }).fill(account)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByText('一天内记住登录').click()
    await button(page, '登录').click()
    await page.waitForURL(/#\/app\/patient/)
    const kept = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    expect(kept).not.toContain(password)
    expect(kept).not.toContain(Buffer.from(password).toString('base64'))
    const cookies = await context.cookies()
    expect(cookies.every((cookie) => cookie.httpOnly && cookie.sameSite === 'Strict')).toBe(true)
    expect(JSON.stringify(cookies)).not.toContain(password)

    await page.evaluate(() => localStorage.clear())
    await page.goto('about:blank')
    await page.goto(`${program.url}/#/login`)
    await page.getByLabel('账号', { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('账号', { exact: true }).inputValue()).toBe(account)
    await button(page, '登录').click()
    await page.waitForURL(/#\/app\/patient/)
    await context.close()
  })
})

test('an administrator whose page believes another role is refused by the server (600)', async () => {
  const { context, page } = await visitor(browser)
  const output = /role 1\s+(\S+)\s+(\S+)/.exec(program.output())
  await signIn(
    page,
    program.url,
    { account: output?.[1] ?? '', password: output?.[2] ?? '' },
    '用户登录',
  )
  await page.waitForURL(/#\/app/)
  await page.evaluate(() => localStorage.setItem('role', '3'))
  const answered = page.waitForResponse((response) => response.status() === 600)
  await page.goto(`${program.url}/#/app/patient`)
  await answered
  await page.getByText('当前角色不支持此功能').waitFor()
  await page.waitForURL(/#\/$/)
  await context.close()
})
