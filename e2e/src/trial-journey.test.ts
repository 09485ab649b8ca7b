import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { browser, journey, program } from './journey.ts'
import { signIn, type Photograph } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

async function photograph(name: string, seed: number): Promise<Photograph> {
  const { image } = drawFundus(seed, { width: 700, eye: 'OD' })
  return { name, mimeType: 'image/jpeg', buffer: await encodeJpeg(image) }
}

async function landscape(): Promise<Photograph> {
  const background = { r: 60, g: 90, b: 130 }
  const plain = sharp({ create: { width: 320, height: 240, channels: 3, background } })
  return { name: 'sky.jpg', mimeType: 'image/jpeg', buffer: await plain.jpeg().toBuffer() }
}

const choose = (page: Page, files: Photograph[]) =>
  page
    .getByRole('button', { name: '选择文件', exact: true })
    .locator('xpath=ancestor::span[.//input][1]//input')
    .setInputFiles(files)

test('a trial user uploads photographs, closes the browser in the middle, goes on, and reads the worst first', async () => {
  const [one, two] = [await photograph('first.jpg', 31), await photograph('second.jpg', 32)]
  const before = await visitor(browser)
  // The third file is on its way for ever.
  await before.page.route('**/v1/oss/upload', async (route) => {
    if (!route.request().postData()?.includes('sky.jpg')) await route.continue()
  })
  await signIn(before.page, program.url, program.account('5'), '用户登录')
  await before.page.waitForURL(/#\/app\/diagnosis\/fundus/)
  await before.page.getByText('每批最多 50 张眼底彩照，每天最多 200 张。').waitFor()
  await choose(before.page, [one, two, await landscape()])
  await before.page.getByLabel('已接收 2 张照片').waitFor()
  await before.context.close()

  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('5'), '用户登录')
  await page.getByLabel('已接收 2 张照片').waitFor()
  await choose(page, [one, two, await landscape()])
  await page.getByRole('button', { name: '开始分析（3 张）' }).click()
  expect(await page.getByText('已接收过，未重复上传').count()).toBe(2)
  await page.getByText(/可判读 \d \/ 3 张/).waitFor()
  await page.goto(`${program.url}/#/`)
  const notice = page.locator('.ant-notification-notice', { hasText: '体验分析完成' })
  await notice.waitFor({ timeout: 120_000 })
  expect(await notice.innerText()).toContain('可判读 2/3 张')
  await notice.getByRole('button', { name: '查看结果' }).click()
  await page.waitForURL(/#\/main\/functionalTest\?page=1&index=0/)
  await page.getByText('共 3 张照片：可判读 2 张，无法判读 1 张').waitFor()
  expect(await page.getByRole('heading', { level: 3 }).count()).toBe(3)
  const sky = page.locator('article', { hasText: 'sky.jpg' }).last()
  expect(await sky.innerText()).toContain('无法判读： 未识别到眼底，可能不是眼底照片')
  await page.getByRole('link', { name: '单独查看' }).click()
  await page.waitForURL(/#\/report\/test\?anal_id=/)
  await page.getByRole('heading', { name: '糖尿病眼病眼底分析报告（体验）' }).waitFor()
  expect(faults).toEqual([])
  await context.close()
}, 300_000)
