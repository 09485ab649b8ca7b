import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import { TRIAL } from '@mingmou/contract'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { leaveTrial, signIn, WORK, type Photograph } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

journey()

async function photograph(name: string, seed: number): Promise<Photograph> {
  const { image } = drawFundus(seed, { width: 700, eye: 'OD' })
  return { name, mimeType: 'image/jpeg', buffer: await encodeJpeg(image) }
}

/** A picture of two colours, others for each name. It is seen to be no fundus at once. */
async function sky(name: string, blue: number): Promise<Photograph> {
  const background = { r: 60, g: 90, b: blue }
  const half = { width: 160, height: 240, channels: 3, background: '#c84' } as const
  const plain = sharp({ create: { width: 320, height: 240, channels: 3, background } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ])
  return { name, mimeType: 'image/jpeg', buffer: await plain.jpeg().toBuffer() }
}

/**
 * How many of the fifty are drawn eyes. The analysis of an eye takes seconds, that of a sky none.
 * `TRIAL_EYES=50` walks the journey with fifty eyes.
 */
const EYES = Number(process.env.TRIAL_EYES ?? 2)
const COUNT = TRIAL.perBatch
/** The number that arrive before the browser is closed. */
const ARRIVED = 20
const PATIENCE_MS = WORK.timeout + EYES * 30_000

const fifty = () =>
  Promise.all(
    Array.from({ length: COUNT }, (_, n) =>
      n < EYES ? photograph(`eye-${n}.jpg`, 31 + n) : sky(`sky-${n}.jpg`, 100 + 3 * n),
    ),
  )

const choose = (page: Page, files: Photograph[]) =>
  page
    .getByRole('button', { name: '选择文件', exact: true })
    .locator('xpath=ancestor::span[.//input][1]//input')
    .setInputFiles(files)

test(
  'a trial user uploads fifty photographs, closes the browser in the middle, goes on, and reads the worst first',
  async () => {
    const files = await fifty()
    const before = await visitor(browser)
    let sent = 0
    // The others are on their way for ever.
    await before.page.route('**/v1/oss/upload', async (route) => {
      if (sent++ < ARRIVED) await route.continue()
    })
    await signIn(before.page, program.url, program.account('5'), '用户登录')
    await before.page.waitForURL(/#\/app\/diagnosis\/fundus/)
    await before.page.getByText('每批最多 50 张眼底彩照，每天最多 200 张。').waitFor()
    await choose(before.page, files)
    // Strangers' files are opened one at a time, behind other work.
    await before.page.getByLabel(`已接收 ${ARRIVED} 张照片`).waitFor(WORK)
    await before.context.close()

    const { page, context, faults } = await visitor(browser)
    await signIn(page, program.url, program.account('5'), '用户登录')
    await page.getByLabel(`已接收 ${ARRIVED} 张照片`).waitFor()
    await choose(page, files)
    await page.getByRole('button', { name: `开始分析（${COUNT} 张）` }).click(WORK)
    expect(await page.getByText('已接收过，未重复上传').count()).toBe(ARRIVED)
    // The share grows on the page that stays open.
    await page
      .getByText(new RegExp(`分析中：已完成 ([2-9]|\\d\\d) / ${COUNT} 张`))
      .waitFor({ timeout: PATIENCE_MS })
    await page.goto(`${program.url}/#/`)
    const notice = page.locator('.notice', { hasText: '体验分析完成' })
    await notice.waitFor({ timeout: PATIENCE_MS })
    expect(await notice.innerText()).toContain(`可判读 ${EYES}/${COUNT} 张`)
    await button(notice, '查看结果').click()
    await page.waitForURL(/#\/main\/functionalTest\?page=1&index=0/)
    const words = `共 ${COUNT} 张照片：可判读 ${EYES} 张，无法判读 ${COUNT - EYES} 张`
    await page.getByText(words).waitFor()
    expect(await page.getByRole('heading', { level: 3 }).count()).toBe(COUNT)
    if (EYES < COUNT) {
      const last = page.locator('article', { hasText: `sky-${COUNT - 1}.jpg` }).last()
      expect(await last.innerText()).toContain('无法判读： 未识别到眼底，可能不是眼底照片')
    }
    await keepPicture(page, 'trial-list')
    await page.getByRole('link', { name: '查看报告' }).click()
    await page.waitForURL(/#\/report\/test\?anal_id=/)
    await page.getByRole('heading', { name: '糖尿病眼病眼底分析报告（体验）' }).waitFor()
    expect(await page.getByRole('heading', { level: 3 }).count()).toBe(COUNT)
    await keepPicture(page, 'trial-report')
    await leaveTrial(page, program.url, program.account('5').password)
    expect(faults).toEqual([])
    await context.close()
  },
  2 * PATIENCE_MS,
)
