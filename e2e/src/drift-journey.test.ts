import { noteDrift, setDrift } from '@mingmou/contract'
import { bringWeeks, mondayBefore } from '@mingmou/server/testing/drift-factory'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { button, taken } from './forms.ts'
import { browser, journey, program, restartProgram } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, resultShown, signIn, uploadFundus } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

journey('empty')

async function pictured(page: Page, name: string) {
  await keepPicture(page, name)
  await page.setViewportSize(SIZES.phone)
  await keepPicture(page, `${name}-phone`)
  await page.setViewportSize(SIZES.laptop)
}

async function speak(page: Page, language: string) {
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.reload()
}

const CARD = 'DRIFT-1'
const ago = (weeks: number) => mondayBefore(new Date(), weeks)
/** Quiet weeks, and two behind a dirty lens. */
const YEAR = [
  ...Array.from({ length: 12 }, (_, at) => ({ week: ago(14 - at) })),
  ...[2, 1].map((weeks) => ({ week: ago(weeks), worse: 0.25 })),
]

test('a main account begins the watch, finds a camera that left its band, and notes what was done', async () => {
  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/patient`)
  await addPatient(page, { name: '监测甲', card: CARD })
  await uploadFundus(page, [await drawnPhotograph('OD', 40)])
  await resultShown(page)

  await page.goto(`${program.url}/#/app/organization/info`)
  await page.getByRole('menuitem', { name: '设备质量监测' }).click()
  await page.getByText('监测未开启').waitFor()
  await pictured(page, 'drift-off')
  await taken(page, setDrift, () => button(page, '开启监测').click())
  await page.getByText('监测已开启').waitFor()
  await taken(page, setDrift, () => button(page, '停止监测').click())
  await taken(page, setDrift, () => button(page, '开启监测').click())
  await page.getByText('还没有可统计的照片').waitFor()

  await bringWeeks(program.dataDir, CARD, [
    ...YEAR,
    { week: ago(3), device: 'Canon CR-2 AF', sittings: 30 },
  ])
  // Weeks are counted when the program starts, and each hour.
  await restartProgram()
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/organization/dashboard`)
  await page.getByText('以下设备的图像已偏离其基线').waitFor()
  await pictured(page, 'drift-dashboard')
  await page.getByRole('button', { name: /^通知，1 条未读$/ }).click()
  await page.getByText('设备图像已偏离基线').waitFor()
  await keepPicture(page, 'drift-bell')
  await page.keyboard.press('Escape')

  await page.goto(`${program.url}/#/app/organization/drift`)
  await page.getByText('500张中的60张').waitFor()
  await pictured(page, 'drift-list')
  await speak(page, 'en')
  await page.getByText('Out of range').first().waitFor()
  await pictured(page, 'drift-list-en')
  await page.getByRole('listitem').filter({ hasText: 'Topcon NW400' }).getByText('Open').click()
  await page.getByText('What to do').waitFor()
  await page.getByRole('img', { name: 'Image quality by week' }).waitFor()
  await pictured(page, 'drift-device-en')
  await speak(page, 'zh-CN')
  await page.getByText('怎么办').waitFor()
  // Who opened it has seen it.
  await page.getByRole('button', { name: /^通知，0 条未读$/ }).waitFor()
  const shown = page.getByRole('region', { name: '最能体现变化的照片' })
  expect(await shown.getByRole('link').count()).toBe(10)
  await page.getByRole('region', { name: '图像质量' }).getByText('逐周数据').click()
  await page.getByRole('region', { name: '图像质量' }).getByRole('table').waitFor()
  await pictured(page, 'drift-device')

  await page.getByLabel('查看情况和处理').fill('镜头有指纹，已清洁')
  await page.getByText('设备已更换或维修').click()
  await page.getByText('设备已更换或维修').click()
  await taken(page, noteDrift, () => button(page, '记录并结束通知').click())
  await page.getByText('镜头有指纹，已清洁').waitFor()
  await page.getByText('怎么办').waitFor({ state: 'detached' })
  await pictured(page, 'drift-noted')
  await page.getByRole('link', { name: '返回设备列表' }).click()
  await page.getByText('已记录，待观察').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
