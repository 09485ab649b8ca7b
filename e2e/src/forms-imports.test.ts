import {
  cancelPatientImport,
  CLINICIANS,
  exportPatient,
  exportTables,
  patientImportTemplate,
  runPatientImport,
  startPatientImport,
  undoPatientImport,
} from '@mingmou/contract'
import { expect, test } from 'vitest'
import { agree, button, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { addPatient, signIn } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

journey()

test('a main account takes its patients out as tables', async () => {
  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/patient`)
  const tables = page.waitForEvent('download')
  await taken(page, exportTables, () => button(page, '导出表格').click())
  expect((await tables).suggestedFilename()).toBe('患者与报告结果.zip')
  await page.goto(`${program.url}/#/app/patient/import`)
  await page.getByText('还没有导入过患者').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test.each(CLINICIANS)(
  'role %s brings patients from a table, looks at what is wrong, writes and takes back',
  async (role) => {
    const { page, context, faults } = await visitor(browser)
    await signIn(page, program.url, program.account(role))
    await page.waitForURL(/#\/app\//)
    await page.goto(`${program.url}/#/app/patient`)
    await page.getByRole('link', { name: '导入患者' }).last().click()
    const template = page.waitForEvent('download')
    await taken(page, patientImportTemplate, () => button(page, '下载模板').click())
    expect((await template).suggestedFilename()).toBe('患者导入模板.xlsx')

    const bring = (name: string, text: string) =>
      taken(page, startPatientImport, () =>
        page
          .locator('input[type=file]')
          .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) }),
      )
    const heads = '就诊卡号,姓名,性别,出生日期,年龄\n'
    await bring(
      `旧系统${role}.csv`,
      `${heads}T-1,导入一,男,1960-05-17,66\nT-2,导入二,?,1961-05-17,\n`,
    )
    const card = page.getByRole('listitem').filter({ hasText: `旧系统${role}.csv` })
    await card.getByText('待确认').waitFor()
    await card.getByText('不读取的列：年龄').waitFor()
    await keepPicture(page, 'import-checked')
    const faulty = page.waitForEvent('download')
    await card.getByRole('link', { name: '下载有问题的 1 行' }).click()
    expect((await faulty).suggestedFilename()).toBe(`旧系统${role}-有问题的行.xlsx`)
    await taken(page, runPatientImport, () =>
      card.getByRole('button', { name: '写入 1 行' }).click(),
    )
    await card.getByText('已写入').waitFor()
    await keepPicture(page, 'import-written')
    await taken(page, undoPatientImport, async () => {
      await card.getByRole('button', { name: '撤销导入' }).click()
      await agree(page, '撤销')
    })
    await card.locator('.ant-tag', { hasText: '已撤销' }).waitFor()

    // A file that is not taken stays named while another one is.
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: '病历.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF') })
    const refused = page.getByRole('alert').filter({ hasText: '未能导入“病历.pdf”' })
    await refused.waitFor()
    await bring(`另一表${role}.csv`, `${heads}T-3,导入三,男,1960-05-17,\n`)
    await keepPicture(page, 'import-undone')
    const other = page.getByRole('listitem').filter({ hasText: `另一表${role}.csv` })
    await other.getByText('待确认').waitFor()
    await keepPicture(page, 'import-refused')
    await button(refused, '关闭').click()
    await refused.waitFor({ state: 'detached' })
    await taken(page, cancelPatientImport, async () => {
      await button(other, '取消').click()
      await agree(page, '取消导入')
    })
    await other.getByText('已取消').waitFor()

    await page.goto(`${program.url}/#/app/patient`)
    await addPatient(page, {
      name: `演示导出${role === '3' ? '甲' : '乙'}`,
      card: `FOLDER-${role}`,
    })
    await page.getByRole('tab', { name: '基本信息' }).click()
    const folder = page.waitForEvent('download')
    await taken(page, exportPatient, () => button(page, '导出资料').click())
    expect((await folder).suggestedFilename()).toMatch(/^FOLDER-\d.*\.zip$/)
    expect(faults).toEqual([])
    await context.close()
  },
)
