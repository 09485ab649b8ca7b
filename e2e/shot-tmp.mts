import { openBrowser, SIZES } from './src/browser.ts'
import { signIn } from './src/steps.ts'
import { readFileSync } from 'node:fs'
const url = 'http://127.0.0.1:18231'
const accounts = JSON.parse(readFileSync('/tmp/daily-data/demo-accounts.json','utf8'))
const who = accounts.find((a: any) => a.role === '4')
const browser = await openBrowser()
for (const [size, locale] of [['laptop','zh-CN'],['phone','en']] as const) {
  const context = await browser.newContext({ viewport: SIZES[size], locale, reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(url + '/#/login')
  if (locale === 'zh-CN') await signIn(page, url, who)
  else {
    await page.getByLabel('Account', { exact: true }).fill(who.account)
    await page.getByLabel('Password', { exact: true }).fill(who.password)
    await page.getByRole('button', { name: /^Log in|Sign in/ }).click()
  }
  await page.waitForURL(/#\/app\/patient/)
  await page.waitForTimeout(1500)
  await page.screenshot({ path: `/tmp/shots-daily/list-${size}.png` })
  await page.getByRole('button', { name: /添加患者|Add patient/ }).first().click()
  await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/shots-daily/add-${size}.png` })
  const zh = locale === 'zh-CN'
  await page.getByLabel(zh ? '姓名' : 'Name').last().fill('演示患者少')
  await page.getByLabel(zh ? '就诊卡号' : 'MRN').last().fill('X-' + size)
  await page.getByLabel(zh ? '出生日期' : 'Birthday').pressSequentially('1958/3/12')
  await page.getByLabel(zh ? '打开日历' : 'Open the calendar').click()
  await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/shots-daily/calendar-${size}.png` })
  await page.locator('.ant-picker-cell-inner', { hasText: /^15$/ }).last().click()
  console.log(await page.getByLabel(zh ? '出生日期' : 'Birthday').inputValue())
  await page.keyboard.press('Escape')
  await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/shots-daily/discard-${size}.png` })
  await page.getByRole('button', { name: /继续填写|Keep editing/ }).click()
  await page.getByRole('dialog').getByText(zh ? '女' : 'Female', { exact: true }).click()
  await page.getByRole('button', { name: zh ? /^保\s?存$/ : /^Save$/ }).click()
  await page.waitForURL(/detail/)
  await page.waitForTimeout(1000)
  await page.screenshot({ path: `/tmp/shots-daily/detail-${size}.png` })
  await page.goto(url + '/#/app/patient')
  await page.waitForTimeout(1000)
  await page.screenshot({ path: `/tmp/shots-daily/list2-${size}.png` })
  await context.close()
}
await browser.close()
