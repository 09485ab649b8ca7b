import {
  addComplication,
  addImageNote,
  addOrder,
  CALLS,
  cancelOrder,
  CLINICIANS,
  createExam,
  deleteComplication,
  deleteExam,
  deleteImageNote,
  deletePatient,
  dropBatchFiles,
  dropExamDraft,
  dropReportDraft,
  exportTrends,
  keepExamDraft,
  mergePatients,
  removeDatasetExport,
  setBatchFiles,
  setComplication,
  setDmConditions,
  setExam,
  setOrder,
  setPatient,
  unmergePatient,
  voidReport,
  type Call,
  type Role,
} from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { act, actAndAgree, agree, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, choose, resultShown, signIn, signReport, uploadSitting } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

async function clinician(role: Role, path = '/app/patient') {
  const visit = await visitor(browser)
  await signIn(visit.page, program.url, program.account(role))
  await visit.page.waitForURL(/#\/app\//)
  await visit.page.goto(`${program.url}/#${path}`)
  return visit
}

/** A patient of each role: one of the same name would be asked about. */
const nameOf = (of: string, role: string) => `演示患者${of}${role === '3' ? '甲' : '乙'}`

/** A call of a kind of image. */
function callOf(path: string): Call {
  const found = CALLS.find((call) => call.path === path)
  if (!found) throw new Error(`no call ${path}`)
  return found
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name }).click()
/** A button of a part of the record. Parts that were open before stay on the page, out of sight. */
const inTab = (page: Page, part: string, name: string) =>
  button(page.getByRole('tabpanel', { name: part }), name)

test.each(CLINICIANS)(
  'role %s: a record is completed: person, diabetes, complications and examinations',
  async (role) => {
    const { page, context, faults } = await clinician(role)
    const dialog = page.getByRole('dialog').last()
    await addPatient(page, { name: nameOf('表', role), card: `FORM-1-${role}` })
    await tab(page, '基本信息')
    await inTab(page, '基本信息', '编辑').click()
    await fill(dialog, { 联系电话: '13900139000' })
    await save(page, setPatient)
    await page.getByText('13900139000').first().waitFor()

    await tab(page, '糖尿病情况')
    await inTab(page, '糖尿病情况', '编辑').click()
    await fill(dialog, { 发病日期: '20110304', 目前用药: '演示用药' })
    await save(page, setDmConditions)
    await page.getByText('演示用药').waitFor()

    await tab(page, '并发症及治疗史')
    await button(page, '新增并发症').first().click()
    await fill(dialog, { 并发症: '演示并发症', 开始日期: '20200101', 治疗方案: '演示方案' })
    await save(page, addComplication)
    await act(page, '演示并发症', '编辑')
    await fill(dialog, { 治疗方案: '演示新方案' })
    await save(page, setComplication)
    await row(page, '演示新方案').waitFor()
    await actAndAgree(page, '演示并发症', '删除', deleteComplication)

    await tab(page, '眼科检查记录')
    await button(page, '新增检查').first().click()
    const iop = page.getByLabel('右眼 OD 眼压')
    await taken(page, keepExamDraft, () => iop.fill('17'))
    await page.reload()
    await taken(page, dropExamDraft, () => button(page, '放弃草稿').click())
    await fill(page, { 检查日期: '20260501' })
    await iop.fill('18')
    await taken(page, createExam, () => button(page, '保存').click())
    await inTab(page, '眼科检查记录', '编辑').click()
    await iop.fill('19')
    await taken(page, setExam, () => button(page, '保存').click())
    await page.getByRole('cell', { name: '19' }).waitFor()
    await tab(page, '趋势')
    await taken(page, exportTrends, () => button(page, '导出CSV').click())
    await tab(page, '眼科检查记录')
    await inTab(page, '眼科检查记录', '删除').click()
    await taken(page, deleteExam, () => agree(page, '删除'))
    await page.goto(`${program.url}/#/app/patient`)
    await act(page, `FORM-1-${role}`, '删除')
    await page.getByLabel('误建').check()
    await save(page, deletePatient, '删除')
    await row(page, `FORM-1-${role}`).waitFor({ state: 'detached' })
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(CLINICIANS)(
  'role %s: photographs are ordered in two clicks, changed, printed on a slip and cancelled',
  async (role) => {
    const { page, context, faults } = await clinician(role)
    const dialog = page.getByRole('dialog').last()
    await addPatient(page, { name: nameOf('单', role), card: `FORM-5-${role}` })
    await button(page, '安排拍摄').first().click()
    await save(page, addOrder, '加入待拍摄')
    await page.goto(`${program.url}/#/app/patient/orders`)
    await act(page, `FORM-5-${role}`, '修改')
    await fill(dialog, { 时间: '09:30' })
    await dialog.getByText('右眼').click()
    await save(page, setOrder)
    await row(page, '09:30').getByText('右眼').waitFor()
    await row(page, `FORM-5-${role}`).getByRole('link', { name: '检查单' }).click()
    await page.getByRole('img', { name: /条形码/ }).waitFor()
    await page.goto(`${program.url}/#/app/patient/orders`)
    await act(page, `FORM-5-${role}`, '取消')
    await fill(dialog, { 取消原因: '患者改约' })
    await save(page, cancelOrder, '取消检查')
    await row(page, '患者改约').getByText('已取消').waitFor()
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(CLINICIANS)(
  'role %s: a sitting gets a note and a draft, moves to another day, is filed as another kind and deleted',
  async (role) => {
    const { page, context, faults } = await clinician(role)
    const dialog = page.getByRole('dialog').last()
    await addPatient(page, { name: nameOf('档', role), card: `FORM-2-${role}` })
    const detail = page.url()
    await tab(page, 'OCTA图像')
    await uploadSitting(page, 'octa', [await drawnPhotograph('OD')], { day: '20260501' })
    await taken(page, callOf('/v1/fundus/fileHere'), async () => {
      await button(page, '归入“眼底彩照”').click()
      await page.getByText('散瞳图像').click()
      await choose(page, '采集设备', 'Topcon TRC-NW400')
      await button(page.getByRole('dialog').last(), '归入并分析').click()
    })
    await page.waitForURL(/tab=0/)
    await resultShown(page)
    await page.getByRole('button', { name: /^批注/ }).click()
    await page.locator('.ev-stage').first().click()
    await fill(dialog, { 批注内容: '演示批注' })
    await save(page, addImageNote)
    await button(page, '删除批注 #1').click()
    await taken(page, deleteImageNote, () => agree(page, '删除'))
    await page.getByLabel('医生意见').fill('演示草稿')
    await page.getByText('草稿已保存，尚未签发。').waitFor()
    await taken(page, dropReportDraft, () => page.getByLabel('医生意见').fill(''))
    await button(page, '更正糖网分级').click()
    await dialog.getByText(/^1 级/).click()
    await fill(dialog, { 理由: '演示理由' })
    await save(page, callOf('/v1/fundus-analysis/correct'))
    await page.getByText('演示理由').first().waitFor()
    await page.getByLabel('医生意见').fill('演示结论')
    await (await signReport(page)).close()
    await page.goto(`${program.url}/#/app/patient/reportList`)
    await act(page, nameOf('档', role), '作废')
    await fill(dialog, { 作废原因: '演示原因' })
    await save(page, voidReport, '作废')
    await row(page, '已作废').waitFor()

    for (const [kind, name] of [
      ['fundus', '眼底照片'],
      ['octa', 'OCTA图像'],
    ] as const) {
      await page.goto(`${detail}&tab=${kind}`)
      await page.getByRole('tab', { name, selected: true }).waitFor()
      await inTab(page, name, '编辑').click()
      await fill(dialog, { 拍摄日期: '20260502' })
      await save(page, callOf(`/v1/${kind}/set`))
      await page.getByText('2026-05-02').first().waitFor()
      await inTab(page, name, '删除').click()
      await taken(page, callOf(`/v1/${kind}/delete`), () => agree(page, '删除'))
    }
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(CLINICIANS)('role %s: two records of one person are merged and parted', async (role) => {
  const { page, context, faults } = await clinician(role)
  await addPatient(page, { name: nameOf('合', role), card: `FORM-3-${role}` })
  await page.goto(`${program.url}/#/app/patient`)
  await addPatient(page, { name: nameOf('合', role), card: `FORM-4-${role}`, alike: true })
  await button(page, '合并档案').click()
  await page.getByRole('radio', { name: new RegExp(`FORM-3-${role}`) }).check()
  await button(page.getByRole('dialog').last(), '合并').click()
  await taken(page, mergePatients, () => agree(page, '合并'))
  await button(page, '撤销合并').click()
  await taken(page, unmergePatient, () => agree(page, '撤销合并'))
  await button(page, '撤销合并').first().waitFor({ state: 'detached' })
  expect(faults).toEqual([])
  await context.close()
})

test.each(CLINICIANS)(
  'role %s: a file of a batch gets its patient by hand, and another is taken off',
  async (role) => {
    const { page, context, faults } = await clinician(role, '/app/worklist/batch')
    const file = async (name: string, seed: number) => ({
      ...(await drawnPhotograph(undefined, seed)),
      name,
    })
    await page
      .locator('input[type=file]:not([webkitdirectory])')
      .first()
      .setInputFiles([await file('演示甲.jpg', 31), await file('演示乙.jpg', 32)])
    await page.getByText('演示乙.jpg').waitFor()
    await taken(page, setBatchFiles, () =>
      page.getByRole('radiogroup', { name: '演示甲.jpg 的眼别' }).getByText('OD').click(),
    )
    await taken(page, dropBatchFiles, () => button(page, '移除').last().click())
    expect(faults).toEqual([])
    await context.close()
  },
)

test.each(CLINICIANS)(
  'role %s: photographs of the dataset are exported, and the export is removed',
  async (role) => {
    const { page, context, faults } = await clinician(role, '/app/database/fundus')
    await taken(page, callOf('/v1/dataset/fundus/export'), () =>
      page.getByRole('button', { name: /导出全部 \d+ 张$/ }).click(),
    )
    await page.getByRole('link', { name: /下载（/ }).waitFor()
    await button(page, '删除').first().click()
    await taken(page, removeDatasetExport, () => agree(page, '删除'))
    expect(faults).toEqual([])
    await context.close()
  },
)
