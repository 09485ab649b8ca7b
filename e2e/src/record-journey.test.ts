import { readFile } from 'node:fs/promises'
import { createReport, findingText, imagesName, type Modality } from '@mingmou/contract'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { pdfPages } from '@mingmou/server/testing/pdf-text'
import { openContext, settled, SIZES } from './browser.ts'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { serious } from './standards.ts'
import { drawnPhotograph, ofEye, visited } from './photographs.ts'
import {
  addPatient,
  createReport as writeReport,
  pressSign,
  resultShown,
  signIn,
  signReport,
  uploadSitting,
  type Photograph,
  WORK,
} from './steps.ts'

/** One patient from the first visit to the third, with images of every kind; of real eyes where there are any (EYE_DATA). */

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

async function onTab(modality: Modality): Promise<void> {
  await page.goto(`${detail}&tab=${modality}`)
  await page.getByRole('tab', { name: imagesName(modality, 'zh-CN'), selected: true }).waitFor()
}

async function sitting(modality: Modality, photograph: Photograph, day: string): Promise<void> {
  await onTab(modality)
  await uploadSitting(page, modality, [photograph], { day })
  await resultShown(page)
}

/** The same eye each time, on the day of the visit. */
const visit = async (day: string, light: number) =>
  sitting('fundus', (await visited(day, light)).photograph, day)

/** Points around the cup of the eye, `by` times as far as its rim, px of the page. */
async function aroundCup(by: number): Promise<[number, number][]> {
  const { width, height, cup } = await visited('', 1)
  const box = await page.locator('.ev-stage').first().boundingBox()
  if (!box) throw new Error('no picture')
  const scale = Math.min(box.width / width, box.height / height)
  return Array.from({ length: 8 }, (_, i) => {
    const [cos, sin] = [Math.cos((i * Math.PI) / 4), Math.sin((i * Math.PI) / 4)]
    const [x, y] = [cup.x + by * cup.rx * cos, cup.y + by * cup.ry * sin]
    return [
      box.x + box.width / 2 + (x - width / 2) * scale,
      box.y + box.height / 2 + (y - height / 2) * scale,
    ]
  })
}

test('at the first visit a cup that the clinician draws is measured at once, and both ratios stand beside each other', async () => {
  await visit('2026-05-23', 1)
  await button(page, '勾画 视杯').click()
  await page.getByRole('toolbar', { name: '勾画工具' }).waitFor()
  expect(await serious(page)).toEqual([])
  for (const [x, y] of await aroundCup(1.4)) await page.mouse.click(x, y)
  await button(page, '闭合轮廓').click()
  await button(page, '保存勾画').click()
  const row = page.getByRole('row', { name: /垂直杯盘比/ })
  await row.getByText(/^AI：0\.\d\d/).waitFor(WORK)
  await page.getByText(/^医生勾画 · /).waitFor()
  expect(await page.getByText('视杯由医生勾画').count()).toBeGreaterThan(0)
})

test('at the second visit the tab of a report opens at the click, closes where the report is refused, and says that it is being made', async () => {
  await visit('2026-08-23', 0.95)
  await page.getByLabel('医生意见').fill('三个月后复查眼底。')
  await page.getByText('草稿已保存，尚未签发。').waitFor()
  await button(page, '签发报告').click()
  const address = `${program.url}${createReport.path}`
  const asked = () => new Promise<Route>((done) => void page.route(address, done, { times: 1 }))
  const refused = asked()
  const lost = await pressSign(page)
  await lost.getByText('正在生成报告，完成后在此打开。').waitFor()
  const closed = lost.waitForEvent('close')
  await (await refused).abort()
  await closed
  await page
    .getByText(/签发报告失败|网络/)
    .first()
    .waitFor()
  const late = asked()
  const report = await pressSign(page)
  await report.getByText('正在生成报告，完成后在此打开。').waitFor()
  await (await late).continue()
  await report.getByText('报告编号').waitFor()
  await expect.poll(() => report.getByText('三个月后复查眼底。').count()).toBe(1)
  expect(await report.evaluate(() => window.opener === null)).toBe(true)
  await report.close()
})

test.each(['octa', 'surface'] as const)(
  '%s of the same visit has a result, a report and its PDF',
  async (key) => {
    await sitting(key, await ofEye(key), '2026-08-23')
    const report = await writeReport(page, '随访。')
    expect(report.url()).toContain(`#/report/${key}?report_no=R`)
    const title = findingText('zh-CN', `${key}.report.title`)
    await report.getByRole('heading', { name: title }).waitFor()
    const downloading = report.waitForEvent('download')
    await button(report, '下载 PDF').click()
    const pages = pdfPages(await readFile(await (await downloading).path()))
    expect(pages.join('').replace(/\s/g, '')).toContain(title)
    await report.close()
  },
)

test('what is filed as another kind is named and kept', async () => {
  await sitting('octa', await drawnPhotograph('OS', 20_260_102), '2026-08-23')
  await page.getByText('看起来是眼底彩照').first().waitFor()
  const counts = [
    ['fundus', 2],
    ['surface', 1],
    ['octa', 2],
  ] as const
  for (const [key, count] of counts) {
    await onTab(key)
    await page.getByRole('tabpanel').getByText(`共 ${count} 份图像档案`).waitFor()
  }
})

test('at the third visit the eye is compared with the second', async () => {
  await visit('2026-11-20', 0.9)
  await page.getByText('与上次对比').waitFor()
  await page.keyboard.press('c')
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
  await button(page, '更正糖网分级').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^1 级/).click()
  await dialog.getByLabel('理由').fill('出血点为伪影')
  await dialog.getByRole('button', { name: /^(保\s*存|确\s*定)$/ }).click()
  await page.getByText('更正已保存').waitFor()
  const report = await writeReport(page, '半年后复查眼底。')
  await report.getByText('1 级 · 轻度非增殖期（医生判定）').waitFor()
  const number = await report.getByText(/报告编号 R\w+-\w+/).innerText()
  await button(report, '新版本').click()
  await button(report.getByRole('dialog'), '打开草稿').click()
  await resultShown(report)
  await report.getByLabel('医生意见').fill('一年后复查眼底。')
  await report.getByText('草稿已保存，尚未签发。').waitFor()
  const newer = await signReport(report)
  const old = /R\w+-\w+/.exec(number)?.[0] ?? ''
  await newer.getByText(`本报告取代：${old}`).waitFor()
  await newer.getByText('医生诊断意见，删去：半年后复查眼底。').waitFor()
  await newer.getByText('医生诊断意见，新增：一年后复查眼底。').waitFor()
})

test('the report list has all with their state, and the trend every visit', async () => {
  await page.goto(`${program.url}/#/app/patient/reportList`)
  await page.getByText('共 5 条').waitFor()
  const states = await page
    .locator('tbody')
    .getByText(/^(有效|已被取代)$/)
    .allInnerTexts()
  expect(states).toEqual(['有效', '已被取代', '有效', '有效', '有效'])
  await page.goto(detail)
  await page.getByRole('tab', { name: '趋势' }).click()
  await page.getByText('表', { exact: true }).click()
  for (const day of ['2026-05-23', '2026-08-23', '2026-11-20'])
    await page.getByText(day).filter({ visible: true }).first().waitFor()
})

test('axe finds nothing serious on any part of the record and on the datasets', async () => {
  await page.goto(detail)
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click()
    await settled(page)
    expect([await tab.innerText(), await serious(page)]).toEqual([await tab.innerText(), []])
  }
  for (const kind of ['fundus', 'surface']) {
    await page.goto(`${program.url}/#/app/database/${kind}`)
    await button(page, '查询').waitFor()
    await settled(page)
    expect([kind, await serious(page)]).toEqual([kind, []])
  }
})

test('on a phone the menu gives the page its room back once a page is chosen', async () => {
  await page.setViewportSize(SIZES.phone)
  await page.reload()
  await button(page, '展开菜单').click()
  await page.getByRole('link', { name: '诊断报告列表' }).click()
  await page.waitForURL(/reportList/)
  await button(page, '展开菜单').waitFor()
})
