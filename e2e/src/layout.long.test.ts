import { rootFontSize } from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, createReport, resultShown, signIn, uploadFundus } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

const widthOf = async (page: Page, selector: string) =>
  (await page.locator(selector).first().boundingBox())?.width ?? 0

/** What of a list is lost on a sheet of A4: words that are cut, what lies beyond its edge, and buttons that lie over words. */
async function lostOnPaper(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize({ width: 718, height: 1047 })
  const lost = await page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    return [
      ...document.querySelectorAll(
        '.ant-table-tbody .ant-table-cell, .ant-table-tbody .ant-table-cell *',
      ),
    ]
      .filter(
        (part) => part.getClientRects().length > 0 && !part.matches('.ant-table-measure-row *'),
      )
      .filter((part) => {
        const cut =
          getComputedStyle(part).overflowX !== 'visible' && part.scrollWidth > part.clientWidth
        return cut || part.getBoundingClientRect().right > edge || part.matches('.row-actions')
      })
      .map((part) => `${part.className} ${part.textContent}`)
  })
  await page.emulateMedia({ media: 'screen' })
  return lost
}

/** What the key for printing asks the server for. */
async function printed(page: Page): Promise<string | null> {
  const asked = page.waitForRequest(/\/v1\/.*pdf/i)
  await page.keyboard.press('Control+p')
  return new URL((await asked).url()).searchParams.get('report_no')
}

test('the head of a patient stays in sight, and the overview has the visits on a line', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.getByRole('link', { name: '演示患者一' }).first().click()
  const head = page.locator('.patient-head')
  const visits = page.getByRole('list', { name: '历次就诊，从新到旧' }).locator('> li')
  await visits.first().getByText('眼底照片').waitFor()
  expect(await visits.count()).toBe(3)
  for (const size of ['laptop', 'phone'] as const) {
    await page.setViewportSize(SIZES[size])
    for (const words of ['过敏史', '糖尿病', '最近分级（AI）', '最近就诊', 'OD 2 级', 'OS 2 级'])
      await head.getByText(words).first().waitFor()
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    const box = await head.boundingBox()
    const header = await page.locator('.app-header').boundingBox()
    expect(box?.y).toBeCloseTo(header?.height ?? 0, -1)
  }
  await page.setViewportSize(SIZES.laptop)
  await visits
    .first()
    .getByRole('link', { name: /眼底照片/ })
    .click()
  await page.waitForURL(/#\/app\/diagnosis\?tab=0&pid=.*&image_id=/)

  // A tablet that is turned keeps no menu over the page.
  await page.setViewportSize({ width: 1024, height: 768 })
  const menu = page.locator('.app-sider:not(.ant-layout-sider-collapsed)')
  if ((await menu.count()) === 0) await page.locator('.app-header button').first().click()
  await menu.waitFor()
  await page.setViewportSize({ width: 767, height: 1024 })
  await menu.waitFor({ state: 'detached' })
  expect(await page.locator('.app-sider-mask').count()).toBe(0)

  // What a wide screen gains is the photograph's.
  const wide: number[][] = []
  for (const width of [1600, 2560, 3200]) {
    await page.setViewportSize({ width, height: 1000 })
    // The page follows its window when it next draws.
    const root = `${rootFontSize(width)}px`
    await page.waitForFunction((px) => document.documentElement.style.fontSize === px, root)
    wide.push(
      await Promise.all(['.dx-left', '.dx-right', '.ev-pane'].map((pane) => widthOf(page, pane))),
    )
  }
  const [desk = [], large = [], largest = []] = wide
  expect(large[0]).toBeLessThan(1.3 * (desk[0] ?? 0))
  expect(large[1]).toBeLessThan(1.3 * (desk[1] ?? 0))
  expect(large[2]).toBeGreaterThan(1.65 * (desk[2] ?? 0))
  expect(largest.slice(0, 2)).toEqual([290, 460])
  expect(faults).toEqual([])
  await context.close()
})

test('what is entered in a dialog stays while the window changes its width and the page behind it fills', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await addPatient(page, { name: '演示患者辛', card: 'TURNED-1' })
  const dialog = page.getByRole('dialog')
  /** Goes below the width of a phone and back. */
  const turn = async () => {
    for (const size of ['phone', 'laptop'] as const) {
      await page.setViewportSize(SIZES[size])
      const list = page.getByRole('combobox', { name: '资料分类', includeHidden: true })
      await list.waitFor({ state: size === 'phone' ? 'attached' : 'detached' })
    }
  }
  await page.getByRole('tab', { name: '基本信息' }).click()
  await page
    .getByRole('tabpanel')
    .getByRole('button', { name: /^编\s*辑$/ })
    .click()
  await dialog.getByLabel('联系电话').fill('13900139001')
  await turn()
  expect(await dialog.getByLabel('联系电话').inputValue()).toBe('13900139001')
  await button(dialog, '保存').click()
  await page.getByText('13900139001').first().waitFor()

  // From the button of an empty list, which goes once the list has a sitting.
  await page.getByRole('tab', { name: '眼底照片' }).click()
  await button(page.getByRole('tabpanel'), '上传眼底照片').click()
  await dialog.locator('input[type=file]').setInputFiles([await drawnPhotograph('OD', 21)])
  await dialog.getByLabel(/已上传$/).waitFor()
  await turn()
  const other = await visitor(browser)
  await signIn(other.page, program.url, program.account('3'))
  await other.page.waitForURL(/#\/app\//)
  await other.page.goto(`${program.url}/#${new URL(page.url()).hash.slice(1)}`)
  await uploadFundus(other.page, [await drawnPhotograph('OS', 22)])
  // The clinician comes back to the window, and the list is fetched again once it is not young.
  const back = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    return page.getByText('共 1 份图像档案').count()
  }
  await expect.poll(back).toBe(1)
  await dialog.getByLabel(/已上传$/).waitFor()
  expect([...faults, ...other.faults]).toEqual([])
  await Promise.all([context.close(), other.context.close()])
})

test('the key for printing prints the report wherever one is shown, and a list on paper keeps its words', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await addPatient(page, { name: '演示患者庚', card: 'PRINT-1' })
  await uploadFundus(page, [await drawnPhotograph('OD', 7)])
  await resultShown(page)
  const report = await createReport(page, '定期随访。')
  const number = new URL(report.url().replace('#', '')).searchParams.get('report_no')
  expect(await printed(report)).toBe(number)
  await report.close()
  await page.bringToFront()
  await page.getByRole('link', { name: number ?? '' }).waitFor()
  expect(await printed(page)).toBe(number)

  await page.goto(`${program.url}/#/app/patient/reportList`)
  await page
    .getByRole('row', { name: /演示患者庚/ })
    .getByRole('link')
    .first()
    .focus()
  expect(await printed(page)).toBe(number)
  expect(await lostOnPaper(page)).toEqual([])
  await page.setViewportSize(SIZES.laptop)
  await page.goto(`${program.url}/#/app/patient`)
  await page.getByRole('row', { name: /演示患者庚/ }).waitFor()
  expect(await lostOnPaper(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})
