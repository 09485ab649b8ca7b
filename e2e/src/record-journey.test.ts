import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openContext, SIZES } from './browser.ts'
import { browser, journey, program } from './journey.ts'
import { serious } from './standards.ts'
import { addPatient, choose, createReport, resultShown, signIn, signReport } from './steps.ts'

/** One patient from the first visit to the third. */

journey()

let page: Page
let detail: string
beforeAll(async () => {
  const context = await openContext(browser, { viewport: SIZES.laptop, locale: 'zh-CN' })
  page = await context.newPage()
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await addPatient(page, { name: '演示患者己', card: 'RECORD-1' })
  detail = page.url()
})

/** The same eye each time, on the day of the visit. */
async function visit(day: string, traits: { lesions?: boolean; light?: number }): Promise<void> {
  const { image } = drawFundus(77, { width: 1536, height: 1152, eye: 'OD', ...traits })
  const buffer = await encodeJpeg(image)
  await page.goto(detail)
  await page.getByRole('tab', { name: '眼底照片' }).click()
  await page.getByRole('button', { name: '上传眼底照片' }).first().click()
  const dialog = page.getByRole('dialog')
  const type = dialog.getByRole('radio', { name: '散瞳图像' })
  if (!(await type.isChecked())) {
    await dialog.getByText('散瞳图像').click()
    await choose(page, '采集设备', 'Topcon TRC-NW400')
  }
  await dialog.getByLabel('拍摄日期').fill(day)
  await dialog.getByLabel('拍摄日期').press('Enter')
  const file = { name: `${day}.jpg`, mimeType: 'image/jpeg', buffer }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByLabel(/已上传$/).waitFor()
  await dialog.getByRole('button', { name: '保存档案' }).click()
  await page.waitForURL(/\/app\/diagnosis\?.*image_id=/)
  await resultShown(page)
}

/** Points around the cup of the drawn eye, `by` times as far as its rim, px of the page. */
async function aroundCup(by: number): Promise<[number, number][]> {
  const { image, truth } = drawFundus(77, { width: 1536, height: 1152, eye: 'OD' })
  const box = await page.locator('.ev-stage').first().boundingBox()
  if (!box) throw new Error('no picture')
  const scale = Math.min(box.width / image.width, box.height / image.height)
  return Array.from({ length: 8 }, (_, i) => {
    const [cos, sin] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)]
    const [x, y] = [truth.cup.x + by * truth.cup.rx * cos, truth.cup.y + by * truth.cup.ry * sin]
    return [
      box.x + box.width / 2 + (x - image.width / 2) * scale,
      box.y + box.height / 2 + (y - image.height / 2) * scale,
    ]
  })
}

test('a cup that the clinician draws is measured at once, and both ratios stand beside each other', async () => {
  await visit('2026-05-23', { lesions: false })
  await page.getByRole('button', { name: '勾画 视杯' }).click()
  await page.getByRole('toolbar', { name: '勾画工具' }).waitFor()
  expect(await serious(page)).toEqual([])
  for (const [x, y] of await aroundCup(1.5)) await page.mouse.click(x, y)
  await page.getByRole('button', { name: '闭合轮廓' }).click()
  await page.getByRole('button', { name: '保存勾画' }).click()
  const row = page.getByRole('row', { name: /垂直杯盘比/ })
  await row.getByText(/^AI：0\.\d\d/).waitFor({ timeout: 120_000 })
  await page.getByText(/^医生勾画 · /).waitFor()
  expect(await page.getByText('视杯由医生勾画').count()).toBeGreaterThan(0)
})

test('the first two visits leave a signed report, and the third is compared with the second', async () => {
  await visit('2026-08-23', { lesions: true })
  const report = await createReport(page, '三个月后复查眼底。')
  await expect.poll(() => report.getByText('三个月后复查眼底。').count()).toBe(1)
  await report.close()
  await visit('2026-11-20', { lesions: true, light: 0.9 })
  await page.getByText('与上次对比').click()
  await page.getByText(/已按血管配准/).waitFor()
  await page.getByText('滑动', { exact: true }).click()
  await page.getByRole('slider', { name: '前后两图的分界线' }).waitFor()
  expect(await serious(page)).toEqual([])
  const row = page.getByRole('row', { name: /垂直杯盘比/ })
  expect(await row.innerText()).toMatch(/0\.\d\d\s±\s.*在测量误差之内/s)
})

test('a correction leads the report, and a new version supersedes it with what changed', async () => {
  await page.goBack()
  await resultShown(page)
  await page.getByRole('button', { name: '更正糖网分级' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^1 级/).click()
  await dialog.getByLabel('理由').fill('出血点为伪影')
  await dialog.getByRole('button', { name: /^(保\s*存|确\s*定)$/ }).click()
  await page.getByText('更正已保存').waitFor()
  const report = await createReport(page, '半年后复查眼底。')
  await report.getByText('1 级 · 轻度非增殖期（医生判定）').waitFor()
  const number = await report.getByText(/报告编号 R\w+-\w+/).innerText()
  await report.getByRole('button', { name: '新版本' }).click()
  await report.getByRole('dialog').getByRole('button', { name: '打开草稿' }).click()
  await resultShown(report)
  await report.getByLabel('医生意见').fill('一年后复查眼底。')
  await report.getByText('草稿已保存，尚未签发。').waitFor()
  const newer = await signReport(report)
  const old = /R\w+-\w+/.exec(number)?.[0] ?? ''
  await newer.getByText(`本报告取代：${old}`).waitFor()
  await newer.getByText('医生诊断意见，删去：半年后复查眼底。').waitFor()
  await newer.getByText('医生诊断意见，新增：一年后复查眼底。').waitFor()
})

test('the report list has all three with their state, and the trend every visit', async () => {
  await page.goto(`${program.url}/#/app/patient/reportList`)
  await page.getByText('共 3 条').waitFor()
  const states = await page
    .locator('tbody')
    .getByText(/^(有效|已被取代)$/)
    .allInnerTexts()
  expect(states).toEqual(['有效', '已被取代', '有效'])
  await page.goto(detail)
  await page.getByRole('tab', { name: '趋势' }).click()
  await page.getByText('表', { exact: true }).click()
  for (const day of ['2026-05-23', '2026-08-23', '2026-11-20'])
    await page.getByText(day).first().waitFor()
})

test('axe finds nothing serious on any part of the record and on the datasets', async () => {
  await page.goto(detail)
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await page.waitForLoadState('networkidle')
    expect([await tab.innerText(), await serious(page)]).toEqual([await tab.innerText(), []])
  }
  for (const kind of ['fundus', 'surface']) {
    await page.goto(`${program.url}/#/app/database/${kind}`)
    await page.getByRole('button', { name: '查询' }).waitFor()
    await page.waitForLoadState('networkidle')
    expect([kind, await serious(page)]).toEqual([kind, []])
  }
})

test('on a phone the menu gives the page its room back once a page is chosen', async () => {
  await page.setViewportSize(SIZES.phone)
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).click()
  await page.getByRole('link', { name: '诊断报告列表' }).click()
  await page.waitForURL(/reportList/)
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
})
