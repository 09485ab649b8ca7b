import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, createReport, resultShown, signIn, uploadFundus } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

const notices = (page: Page) => page.locator('.ant-notification-notice')
const LONG = { timeout: 120_000 }

/**
 * A patient with one sitting, whose analysis is on the way. Returns its address in the workspace.
 */
async function newSitting(page: Page, name: string, card: string, seed: number): Promise<string> {
  await page.goto(`${program.url}/#/app/patient`)
  await addPatient(page, { name, card })
  await uploadFundus(page, [await drawnPhotograph('OD', seed)])
  return page.url()
}

/** The visible controls and texts that a notice covers. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const all = document.querySelectorAll(
      '#root :is(button, a, input, td, [role="tab"]), .ant-modal button',
    )
    const entries = await new Promise<IntersectionObserverEntry[]>((resolve) => {
      const observer = new IntersectionObserver(resolve)
      all.forEach((one) => observer.observe(one))
    })
    const boxes = [...document.querySelectorAll('.ant-notification-notice')].map((notice) =>
      notice.getBoundingClientRect(),
    )
    const visible = entries.filter(
      ({ isIntersecting, intersectionRect: { width, height } }) =>
        isIntersecting && width * height > 0,
    )
    if (visible.length === 0) return ['nothing is seen']
    return visible
      .filter(({ intersectionRect: { left, right, top, bottom } }) =>
        boxes.some(
          (box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top,
        ),
      )
      .map(({ target }) => target.textContent)
  })
}

test('a notice names the patient, covers nothing, leads to the result and is gone there', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  const watched = await newSitting(page, '演示患者丙', 'NOTICE-1', 1)
  await resultShown(page)
  const report = await createReport(page, '定期随访。')
  await report.close()

  // The first analysis ended before the clinician's eyes, the second one does not.
  const other = await newSitting(page, '演示患者丁', 'NOTICE-2', 2)
  await page.getByRole('button', { name: /^取\s*消$/ }).waitFor()
  await page.goto(`${program.url}/#/app/patient`)
  await notices(page).filter({ hasText: '演示患者丁' }).waitFor(LONG)
  expect(await notices(page).filter({ hasText: '分析完成' }).allInnerTexts()).toEqual([
    expect.stringContaining('演示患者丁'),
  ])

  await page.goto(watched)
  await page.getByRole('button', { name: '重新分析' }).click()
  await page.getByRole('button', { name: /^取\s*消$/ }).waitFor()
  await page.goto(`${program.url}/#/app/patient`)
  await notices(page).filter({ hasText: '演示患者丙' }).waitFor(LONG)
  const pid = /pid=([^&]+)/.exec(other)?.[1] ?? ''
  const pages = ['patient', 'patient/reportList', `patient/detail?pid=${pid}`, `diagnosis?tab=0`]
  for (const where of pages) {
    await page.goto(`${program.url}/#/app/${where}`)
    await page.locator('#content :is(button, input):visible').first().waitFor()
    for (const size of ['laptop', 'phone'] as const) {
      await page.setViewportSize(SIZES[size])
      await expect.poll(async () => [where, size, await covered(page)]).toEqual([where, size, []])
      expect(await notices(page).count()).toBe(2)
    }
  }

  await page.setViewportSize(SIZES.laptop)
  await notices(page).filter({ hasText: '演示患者丁' }).click()
  await page.waitForURL(other)
  await page.getByText('AI判定（本张照片，草稿）').waitFor()
  await expect
    .poll(() => notices(page).allInnerTexts())
    .toEqual([expect.stringContaining('演示患者丙')])

  await page.locator('.app-user').click()
  await page.getByText('退出登录').click()
  await expect.poll(() => page.getByText('演示患者丙').count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})
