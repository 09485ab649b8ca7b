import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnDicom, drawnPhotograph } from './photographs.ts'
import { addPatient, choose, resultShown, signIn, type Photograph } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

/** Counts every click of a person from now on. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    window.name = '0'
    document.addEventListener(
      'click',
      // A label clicks its field a second time by itself.
      (event) => (window.name = String(Number(window.name) + (event.detail > 0 ? 1 : 0))),
      true,
    )
  })
  return () => page.evaluate(() => Number(window.name))
}

/** Logs in with the button and the system's own dialog, which takes one click more. */
async function chooseFiles(page: Page, files: Photograph[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByText('点击或将照片拖到此处').click()
  await (await choosing).setFiles(files)
}
const IN_SYSTEM_DIALOG = 1

const current = (page: Page) =>
  page.locator('.dx-strip button[aria-current=true]').getAttribute('aria-label')

test('the results of both eyes are seen within twelve clicks after the patient was saved, and by keys from there', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await addPatient(page, { name: '演示患者己', card: 'DAILY-1' })
  const clicks = await countClicks(page)

  await button(page, '上传眼底照片').first().click()
  await page.getByText('散瞳图像').click()
  await choose(page, '采集设备', 'Topcon TRC-NW400')
  await chooseFiles(page, [await drawnPhotograph('OD', 11), await drawnPhotograph('OS', 12)])
  await page
    .getByLabel(/已上传$/)
    .nth(1)
    .waitFor()
  await button(page, '保存档案').click()
  await resultShown(page)
  const right = await current(page)
  await page.locator('.dx-strip button[aria-current=false]').click()
  await expect.poll(() => current(page)).not.toBe(right)
  const left = await current(page)
  await resultShown(page)
  const made = (await clicks()) + IN_SYSTEM_DIALOG
  expect(made).toBeLessThan(12)
  expect(made).toBeGreaterThan(5)

  await page.keyboard.press('p')
  await expect.poll(() => current(page)).toBe(right)
  await page.keyboard.press('n')
  await expect.poll(() => current(page)).toBe(left)
  await page.keyboard.press('e')
  await expect.poll(() => current(page)).toBe(right)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog')
  for (const words of ['下一张照片', '上一张照片', '另一只眼', '填写意见'])
    await help.getByText(words).waitFor()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await page.keyboard.press('g')
  await page.keyboard.type('定期随访 npe。')
  expect(await page.getByLabel('医生意见').inputValue()).toBe('定期随访 npe。')
  expect(await current(page)).toBe(right)
  await page.keyboard.press('Control+Enter')
  const signing = page.getByRole('dialog')
  const sign = button(signing, '签发')
  await sign.and(page.locator(':focus')).waitFor()
  const opened = context.waitForEvent('page')
  await page.keyboard.press('Enter')
  await (await opened).getByText('报告编号').waitFor()

  // The saved sitting, with the findings of each eye.
  const row = page.locator('.dx-archive[aria-current=true]')
  await row.getByText(/^OD (\d 级|未能分级)/).waitFor()
  await row.getByText(/^OS (\d 级|未能分级)/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('what is wrong with a pile of photographs is said where they lie, and what can be kept is kept', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await addPatient(page, { name: '演示患者庚', card: 'DAILY-2' })
  await button(page, '上传眼底照片').first().click()
  const known = await drawnPhotograph('OD', 11)
  const heic = {
    name: 'IMG_1.heic',
    mimeType: 'image/heic',
    buffer: Buffer.from('\0\0\0\x18ftypheic'),
  }
  const empty = { name: 'nothing.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) }
  const fresh = { ...(await drawnPhotograph('OD', 13)), name: 'fresh_OS.jpg' }
  await chooseFiles(page, [known, heic, empty, fresh])
  const dialog = page.getByRole('dialog')
  await dialog.getByText('与演示患者己').waitFor()
  await dialog.getByText('请导出为 JPEG 后上传：IMG_1.heic').waitFor()
  await dialog.getByText('文件是空的，请从相机重新导出：nothing.jpg').waitFor()
  await dialog.getByText('散瞳图像').click()
  await choose(page, '采集设备', 'Topcon TRC-NW400')
  for (const { name } of [heic, empty]) await dialog.getByLabel(`移除 ${name}`).click()
  await dialog
    .getByLabel(/已上传$/)
    .nth(1)
    .waitFor()
  await button(dialog, '保存档案').click()
  await dialog.getByText('有重复的照片：请确认保存，或将其移除').waitFor()
  await dialog.getByText('仍要保存').click()
  await button(dialog, '保存档案').click()
  await resultShown(page)
  // The file is filed as the eye that its name says, and the contradiction is named.
  await page.getByText(/第2张：文件名或DICOM：左眼 OS，AI判断：右眼 OD/).waitFor()
  const listed = page.locator('.dx-archive[aria-current=true]')
  await listed.getByText(/^OS /).waitFor()
  expect(await listed.getByText(/缺/).count()).toBe(0)
  expect(faults).toEqual([])
  await context.close()
})

test('a file of another person, eye or day is named as soon as it has arrived, and needs a yes', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await addPatient(page, { name: '演示患者辛', card: 'DAILY-3' })
  const card = 'DAILY-3'
  await button(page, '上传眼底照片').first().click()
  await chooseFiles(page, [
    await drawnDicom('own.dcm', { number: card, day: '20240229' }, 14),
    await drawnDicom('other.dcm', { number: 'DAILY-2', name: '李^四', day: '20240229' }, 15),
    await drawnDicom('左眼.dcm', { number: card, day: '20240229', eye: 'R' }, 16),
  ])
  const dialog = page.getByRole('dialog')
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name })
  await row('other.dcm').getByText('文件中的就诊卡号属于另一位患者。').waitFor()
  await row('other.dcm').getByText('文件中：DAILY-2 · 李四。').waitFor()
  await row('左眼.dcm').getByText('文件数据标明的眼别为 OD，与文件名不符。').waitFor()
  await row('own.dcm').getByText('文件写明的拍摄日期为 2024-02-29，与所填不符。').waitFor()
  await button(row('own.dcm'), '拍摄日期改为 2024-02-29').click()
  await expect.poll(() => dialog.getByText('与所填不符').count()).toBe(0)
  await dialog.getByText('散瞳图像').click()
  await choose(page, '采集设备', 'Topcon TRC-NW400')
  const save = () => button(dialog, '保存档案').click()
  await save()
  await dialog.getByText('有文件写着另一患者、眼别或日期').waitFor()
  await dialog.getByLabel('移除 other.dcm').click()
  await row('左眼.dcm').getByRole('checkbox').click()
  await save()
  await resultShown(page)
  expect(faults).toEqual([])
  await context.close()
})

test('no button that clears is a stop of the tab key', async () => {
  const { context, page } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await page.goto(`${program.url}/#/app/diagnosis?tab=0`)
  const search = page.getByLabel('姓名、就诊卡号或电话')
  await search.fill('演示')
  await page.keyboard.press('Tab')
  const stop = () => page.evaluate(() => document.activeElement?.className ?? '')
  expect(await stop()).not.toContain('clear')
  expect(await stop()).not.toBe('')
  await context.close()
})
