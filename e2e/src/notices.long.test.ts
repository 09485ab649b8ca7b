import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { settled, SIZES } from './browser.ts'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { covered, notices, places } from './notice-room.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, createReport, resultShown, signIn, uploadFundus, WORK } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

/**
 * A patient with one sitting, whose analysis is on the way. Returns its address in the workspace.
 */
async function newSitting(page: Page, name: string, card: string, seed: number): Promise<string> {
  await page.goto(`${program.url}/#/app/patient`)
  await addPatient(page, { name, card })
  await uploadFundus(page, [await drawnPhotograph('OD', seed)])
  return page.url()
}

const analysisRuns = (page: Page) => button(page, '取消').waitFor()

/** What has another place or size while the pointer is on the notice. */
async function movedByHover(page: Page): Promise<string[]> {
  await notices(page).hover()
  const hovered = await places(page)
  await page.locator('.notice-strip').hover({ position: { x: 2, y: 2 } })
  const left = new Set(await places(page))
  return hovered.filter((notice) => !left.has(notice))
}

test('notices gather, name the patient, lead to the result and are gone there', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  // The welcome waits while the pointer is on it.
  await notices(page).filter({ hasText: '系统会话已连接' }).hover()
  await settled(page)
  const welcomed = await places(page)
  await button(page, '关闭通知').click()
  await notices(page).waitFor({ state: 'detached' })
  expect(await places(page)).toEqual(welcomed)

  const watched = await newSitting(page, '演示患者丙', 'NOTICE-1', 1)
  await resultShown(page)
  const report = await createReport(page, '定期随访。')
  await report.close()

  // The first analysis ended before the clinician's eyes, the second one does not.
  const other = await newSitting(page, '演示患者丁', 'NOTICE-2', 2)
  await analysisRuns(page)
  await page.goto(`${program.url}/#/app/patient/reportList`)
  await page.getByText(/共 \d+ 条/).waitFor()
  await settled(page)
  const before = await places(page)
  await notices(page).filter({ hasText: '演示患者丁' }).waitFor(WORK)
  expect(await places(page)).toEqual(before)
  expect(await notices(page).allInnerTexts()).toEqual([expect.stringContaining('演示患者丁')])

  await page.goto(watched)
  await button(page, '重新分析').click()
  await analysisRuns(page)
  await page.goto(`${program.url}/#/app/patient`)
  await notices(page).filter({ hasText: '演示患者丙' }).waitFor(WORK)
  const gathered = [expect.stringMatching(/演示患者丙\s*\+1\s*AI分析完成/)]
  expect(await notices(page).allInnerTexts()).toEqual(gathered)

  await page.goto(watched)
  await page.getByText('AI判定（本张照片，草稿）').waitFor()
  await expect
    .poll(() => notices(page).allInnerTexts())
    .toEqual([expect.stringContaining('演示患者丁')])

  await page.locator('.app-user').click()
  await page.getByText('退出登录').click()
  await expect.poll(() => page.getByText('演示患者丁').count()).toBe(0)
  expect(faults).toEqual([])

  // A notice stays wherever its reader goes, and takes nothing from any page.
  await signIn(page, program.url, program.account('4'))
  await page.goto(other)
  await button(page, '重新分析').click()
  await analysisRuns(page)
  await page.goto(`${program.url}/#/app/worklist`)
  await notices(page).filter({ hasText: '演示患者丁' }).waitFor(WORK)
  await notices(page).filter({ hasText: '系统会话已连接' }).waitFor({ state: 'detached' })
  const pid = /pid=([^&]+)/.exec(other)?.[1] ?? ''
  const app = ['patient', 'patient/reportList', 'worklist', 'worklist/batch', 'account']
  const pages = [
    ...app.map((path) => `/app/${path}`),
    `/app/patient/detail?pid=${pid}`,
    '/app/diagnosis?tab=0',
    watched.slice(watched.indexOf('#') + 1),
    '/',
    '/main/feedback',
  ]
  for (const where of pages) {
    await page.goto(`${program.url}/#${where}`)
    await page.locator(':is(#content, main) :is(button, input, a):visible').first().waitFor()
    await settled(page)
    for (const size of ['laptop', 'phone'] as const) {
      await page.setViewportSize(SIZES[size])
      await expect.poll(async () => [where, size, await covered(page)]).toEqual([where, size, []])
      // Again until the last answer of the page has come.
      await expect.poll(() => movedByHover(page)).toEqual([])
    }
  }

  await page.setViewportSize(SIZES.laptop)
  await notices(page).getByText('查看结果').click()
  await page.waitForURL(other)
  await expect.poll(() => notices(page).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})
