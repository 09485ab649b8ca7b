import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  bringValidation,
  exportValidation,
  listValidationRows,
  printValidation,
  removeValidation,
  repeatValidation,
  startValidation,
} from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SIZES } from './browser.ts'
import { agree, button, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import {
  addPatient,
  createReport,
  resultShown,
  signIn,
  uploadFundus,
  type Photograph,
} from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

journey()

/** `VALIDATION_EYES`: how many graded photographs of `EYE_DATA`, as a committee would bring them. */
const EYES = Number(process.env['VALIDATION_EYES'] ?? 0)
const GRADED = resolve(
  import.meta.dirname,
  '../..',
  process.env['EYE_DATA'] ?? '../shared/data',
  'fundus/idrid-grading',
)

async function material(): Promise<{ photographs: Photograph[]; table: string }> {
  if (EYES === 0) {
    const drawn = async (name: string, seed: number) => ({
      ...(await drawnPhotograph('OD', seed)),
      name,
    })
    const photographs = [await drawn('甲.jpg', 31), await drawn('乙.jpg', 32)]
    return {
      photographs,
      table: '文件,分级,黄斑水肿,眼别,患者\n甲,2,是,右,P1\n乙,0,否,右,P2\n丙,1,,,\n',
    }
  }
  const folder = join(GRADED, 'images')
  const all = readdirSync(folder).sort()
  const every = Math.max(1, Math.floor(all.length / EYES))
  const chosen = all.filter((_, at) => at % every === 0).slice(0, EYES)
  const rows = readFileSync(join(GRADED, 'labels.csv'), 'utf8').trim().split('\n').slice(1)
  return {
    photographs: chosen.map((name) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: readFileSync(join(folder, name)),
    })),
    // A risk of 2 is what the machine calls suspected.
    table: `file,stage,oedema\n${rows
      .map((row) => row.split(','))
      .map(([stem, stage, risk]) => `${stem},${stage},${risk === '2' ? 1 : 0}`)
      .join('\n')}\n`,
  }
}

async function speak(page: Page, language: string) {
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), language)
  await page.reload()
}

async function pictured(page: Page, name: string) {
  await keepPicture(page, name)
  await page.setViewportSize(SIZES.phone)
  await keepPicture(page, `${name}-phone`)
  await page.setViewportSize(SIZES.laptop)
}

test('a main account measures the machine on its own photographs, files what it found, and removes it', async () => {
  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/patient`)
  await addPatient(page, { name: '验证甲', card: 'VALID-1' })
  await uploadFundus(page, [await drawnPhotograph('OD', 30)])
  await resultShown(page)
  const signed = await createReport(page, '定期随访')
  await signed.close()

  await page.goto(`${program.url}/#/app/organization/info`)
  await page.getByRole('menuitem', { name: '本地验证' }).click()
  await page.getByText('还没有做过本地验证').waitFor()
  await page.getByText('这是一致性，不是准确性').waitFor()
  await pictured(page, 'validation-empty')

  const reports = page.getByRole('region', { name: '与已签发的报告比较' })
  await reports.getByLabel('研究名称').fill('去年以来的报告')
  await taken(page, startValidation, () => button(reports, '开始研究').click())
  const first = page.getByRole('listitem').filter({ hasText: '去年以来的报告' })
  await first.getByText('已完成', { exact: true }).waitFor({ timeout: 300_000 })
  await first.getByRole('link', { name: '查看' }).click()
  await page.getByText('太少，无法说明').first().waitFor()
  await pictured(page, 'validation-reports')
  await page.getByRole('link', { name: '返回列表' }).click()

  const own = page.getByRole('region', { name: '与带来的照片和判读表比较' })
  const { photographs, table } = await material()
  await own.getByLabel('研究名称').fill('带来的照片')
  const [pictures, readings] = await own.locator('input[type=file]').all()
  await pictures?.setInputFiles(photographs)
  await readings?.setInputFiles({
    name: '判读.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('文件,姓名\n甲,张三\n'),
  })
  await button(own, '开始研究').click()
  await own.getByText('判读表须有').waitFor()
  await readings?.setInputFiles({
    name: '判读.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(table),
  })
  await own.getByText(`已选 ${photographs.length} 张照片，判读表：判读.csv`).waitFor()
  await taken(page, bringValidation, () => button(own, '开始研究').click())
  const second = page.getByRole('listitem').filter({ hasText: '带来的照片' }).first()
  await second.getByText('进行中').waitFor()
  await pictured(page, 'validation-running')
  await second.getByText('已完成', { exact: true }).waitFor({ timeout: 900_000 })
  await second.getByRole('link', { name: '查看' }).click()
  await page.getByText('先看这里').waitFor()
  const cases = page.getByRole('region', { name: '逐例查看' })
  await taken(page, listValidationRows, () => cases.getByText('全部', { exact: true }).click())
  await cases.getByText(`共 ${photographs.length} 例`).waitFor()
  await cases.getByRole('link').first().waitFor()
  await pictured(page, 'validation-own')

  for (const [language, name] of [
    ['中文', 'zh'],
    ['英文', 'en'],
  ] as const) {
    await page.getByLabel('PDF 语言').click()
    await page.getByTitle(language, { exact: true }).last().click()
    const pdf = page.waitForEvent('download')
    await taken(page, printValidation, () => button(page, '下载 PDF').click())
    const file = await pdf
    expect(file.suggestedFilename()).toBe('带来的照片.pdf')
    const folder = process.env['PICTURES']
    if (folder) await file.saveAs(join(folder, `validation-${name}.pdf`))
  }
  const csv = page.waitForEvent('download')
  await taken(page, exportValidation, () => button(page, '下载全部数据（CSV）').click())
  expect((await csv).suggestedFilename()).toBe('带来的照片.csv')

  await page.getByRole('link', { name: '返回列表' }).click()
  await taken(page, repeatValidation, async () => {
    await button(second, '用当前网络重新分析').click()
    await agree(page, '重新分析')
  })
  // The list has the study before it when the call has been answered.
  await page.getByRole('listitem').nth(2).waitFor()
  const newest = page.getByRole('listitem').first()
  await newest.getByText('已完成', { exact: true }).waitFor({ timeout: 900_000 })
  await newest.getByRole('link', { name: '查看' }).click()
  await page.getByText('上次结果').first().waitFor()
  await pictured(page, 'validation-again')
  await speak(page, 'en')
  await page.getByText('Previous result').first().waitFor()
  await pictured(page, 'validation-again-en')
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await page.getByText('How many photographs?').waitFor()
  await pictured(page, 'validation-list-en')
  await speak(page, 'zh-CN')
  await taken(page, removeValidation, async () => {
    await button(newest, '删除').click()
    await agree(page, '删除')
  })
  await page.getByText('研究已删除').first().waitFor()
  expect(faults).toEqual([])
  await context.close()
})
