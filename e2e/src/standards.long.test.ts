import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { openContext, painted, settled, SIZES } from './browser.ts'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { NOTE_SHIFTS, serious, tooMuch } from './standards.ts'
import {
  addPatient,
  choose,
  createReport,
  resultShown,
  signIn,
  uploadFundus,
  WORK,
} from './steps.ts'

let page: Page
/** Addresses of the pages that a clinician works on, with a result and a report. */
let pages: { name: string; url: string; full: string | RegExp }[]

journey()
beforeAll(async () => {
  const context = await openContext(browser, { viewport: SIZES.laptop, locale: 'zh-CN' })
  await context.addInitScript(NOTE_SHIFTS)
  page = await context.newPage()
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await addPatient(page, { name: '演示患者戊', card: 'STANDARD-1' })
  const detail = page.url()
  await uploadFundus(page, [await drawnPhotograph('OD'), await drawnPhotograph('OS')])
  await resultShown(page)
  const report = await createReport(page, '定期随访。')
  pages = [
    { name: 'patients', url: `${program.url}/#/app/patient`, full: /共 \d+ 条/ },
    { name: 'patient', url: detail, full: '2 张照片' },
    { name: 'workspace', url: page.url(), full: 'AI判定（本张照片，草稿）' },
    { name: 'report', url: report.url(), full: '报告编号' },
  ]
  await report.close()
})

/** Opens a part of a patient's record: a tab, and on a phone an entry of a list. */
async function openPart(part: string): Promise<void> {
  const tab = page.getByRole('tab', { name: part })
  const list = page.getByRole('combobox', { name: '资料分类' })
  await tab.or(list).first().waitFor()
  if (await list.isVisible()) await choose(page, '资料分类', part)
  else await tab.press('Enter')
}

/** Opens a page again and waits until it is complete. */
async function openFull({ name, url, full }: (typeof pages)[number]): Promise<void> {
  await page.goto('about:blank')
  await page.goto(url)
  if (name === 'patient') await openPart('眼底照片')
  await page.getByText(full).filter({ visible: true }).first().waitFor()
  await settled(page)
}

describe.each(['laptop', 'phone'] as const)('on a %s', (size) => {
  test('nothing moves while a page fills, however late its answers come', async () => {
    await page.setViewportSize(SIZES[size])
    await page.route('**/v1/**', async (route) => {
      if (!page.isClosed()) await painted(page).catch(() => undefined)
      await route.continue()
    })
    for (const visited of pages) {
      await openFull(visited)
      expect([visited.name, await tooMuch(page)]).toEqual([visited.name, []])
    }
    await page.unroute('**/v1/**')
  })

  test('nothing moves when a result arrives', async () => {
    await page.setViewportSize(SIZES[size])
    for (const page of pages.filter(({ name }) => name === 'workspace')) await openFull(page)
    await tooMuch(page)
    await button(page, '重新分析').click()
    await button(page, '取消').waitFor()
    await page.getByText('AI判定（本张照片，草稿）').waitFor(WORK)
    // Only the figure of the progress grows. The row of layers alone would be 0.016.
    expect(await tooMuch(page, 0.005)).toEqual([])
  })

  test('axe finds nothing serious on any page', async () => {
    for (const visited of pages) {
      // antd counts the button for hidden tabs among the tabs.
      if (visited.name === 'patient' && size === 'phone') continue
      await openFull(visited)
      expect([visited.name, await serious(page)]).toEqual([visited.name, []])
    }
  })
})
