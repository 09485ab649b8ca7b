import {
  CALLS,
  CLINICIANS,
  dicomOfArchive,
  exportReport,
  fundusArchive,
  settleResult,
  takeBackReceived,
  type Call,
} from '@mingmou/contract'
import { expect, test } from 'vitest'
import { agree, button, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, choose, createReport, resultShown, signIn } from './steps.ts'
import { visitor } from './visitor.ts'

/** What clinicians of both roles do with a sitting, from its photographs to what goes out. */

journey()

function callOf(path: string): Call {
  const found = CALLS.find((call) => call.path === path)
  if (!found) throw new Error(`no call ${path}`)
  return found
}

test.each(CLINICIANS)(
  'role %s: a sitting is marked as read, reported and taken out, drawn on, and analysed anew',
  async (role) => {
    const { page, context, faults } = await visitor(browser)
    await signIn(page, program.url, program.account(role))
    await page.waitForURL(/#\/app\//)
    await page.goto(`${program.url}/#/app/worklist`)
    await taken(page, settleResult, () => button(page, '标为已阅').first().click())
    await button(page, '标为未阅').first().waitFor()
    const name = `演示患者${role === '3' ? '一' : '二'}`
    await page
      .getByRole('button', { name: new RegExp(`${name}.*眼底彩照`) })
      .first()
      .click()
    await resultShown(page)
    const pid = new URL(page.url().replace('#/', '')).searchParams.get('pid') ?? ''
    const sitting = page.url()
    const report = await createReport(page, '演示结论，约复查。')
    const kept = report.waitForEvent('download')
    await taken(report, exportReport, () => button(report, '下载 FHIR').click())
    expect((await kept).suggestedFilename()).toMatch(/\.json$/)
    await report.close()

    await page.goto(`${program.url}/#/app/patient/detail?pid=${pid}&tab=fundus`)
    const saved = page.waitForEvent('download')
    await taken(page, dicomOfArchive, () => button(page, '下载 DICOM').first().click())
    expect((await saved).suggestedFilename()).toMatch(/^DICOM-.+\.zip$/)

    await page.goto(sitting)
    await button(page, '勾画 视杯').click()
    await page.getByRole('toolbar', { name: '勾画工具' }).waitFor()
    const stage = await page.locator('.ev-stage').first().boundingBox()
    if (!stage) throw new Error('no picture')
    const [x, y] = [stage.x + stage.width / 2, stage.y + stage.height / 2]
    for (const [dx, dy] of [
      [-20, -20],
      [20, -20],
      [20, 20],
      [-20, 20],
    ] as const)
      await page.mouse.click(x + dx, y + dy)
    await button(page, '闭合轮廓').click()
    await taken(page, callOf('/v1/fundus-analysis/draw'), () => button(page, '保存勾画').click())
    await page.getByText(/^医生勾画 · /).waitFor()
    await taken(page, callOf('/v1/fundus-analysis/predictions'), () =>
      button(page, '重新分析').click(),
    )
    await button(page, '重新分析').waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(CLINICIANS)('role %s: a file of a batch is filed and taken back', async (role) => {
  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account(role))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/patient`)
  const card = `BATCH-${role}`
  await addPatient(page, { name: `演示患者批${role === '3' ? '甲' : '乙'}`, card })
  await page.goto(`${program.url}/#/app/worklist/batch`)
  const file = `${card}_OD_20260301.jpg`
  await page
    .locator('input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles({ ...(await drawnPhotograph('OD', 70 + Number(role))), name: file })
  const item = page.getByRole('listitem', { name: file })
  await item
    .getByText(`演示患者批${role === '3' ? '甲' : '乙'}`)
    .first()
    .waitFor()
  await choose(page, '采集设备', 'Topcon TRC-NW400')
  await page.getByText('散瞳图像').click()
  await taken(page, fundusArchive.create, () => button(page, '归档 1 张').click())
  await item.getByText('已归档').waitFor()
  await button(item, '撤回归档').click()
  await taken(page, takeBackReceived, () => agree(page, '撤回'))
  await item.getByText('已归档').waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})
