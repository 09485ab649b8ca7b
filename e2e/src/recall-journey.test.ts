import { readFile } from 'node:fs/promises'
import {
  closeLetterPages,
  letterFile,
  listSteps,
  noteStep,
  openLetter,
  setStepRules,
  stepLetter,
  today,
} from '@mingmou/contract'
import { pdfPages } from '@mingmou/server/testing/pdf-text'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { act, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { drawnPhotograph } from './photographs.ts'
import { addPatient, pressSign, resultShown, signIn, uploadSitting, WORK } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

journey()

const CARD = 'RECALL-0001'
/** Thirteen months and more ago: a recall of twelve months is overdue. */
const BEFORE = today(new Date(Date.now() - 400 * 86_400_000))

async function at(page: Page, path: string) {
  await page.goto(`${program.url}/#${path}`)
  await page.getByRole('status').first().waitFor()
}

/** Puts on record what was done, from the list. */
async function note(page: Page, what: string, fields: Record<string, string> = {}) {
  await act(page, CARD, '登记')
  const dialog = page.getByRole('dialog').last()
  await dialog.getByText(what, { exact: true }).click()
  await fill(dialog, fields)
  if (what === '就诊结果') {
    await dialog.getByText('有疾病', { exact: true }).click()
    await dialog.getByLabel('治疗（可不填）').fill('全视网膜光凝')
    await keepPicture(page, 'recall-outcome')
  }
  await save(page, noteStep)
}

/** Signs a report with what the rules propose, or with another next step. */
async function signWith(page: Page, kind: string | null): Promise<void> {
  await page.getByLabel('医生意见').fill('已阅。')
  await page.getByRole('button', { name: '签发报告' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/规则建议|规则未给出建议/).waitFor()
  if (kind !== null) await dialog.getByText(kind, { exact: true }).click()
  await keepPicture(page, `recall-sign-${kind ?? 'proposed'}`)
  const report = await pressSign(page)
  await report.getByText('后续安排').waitFor(WORK)
  await report.close()
}

/** The letter to the patient as it is printed; returns the code on it. */
async function printLetter(page: Page): Promise<string> {
  const saved = page.waitForEvent('download')
  await taken(page, stepLetter, () => button(page, '下载PDF').click())
  const text = pdfPages(await readFile(await (await saved).path())).join('')
  return /查看码([0-9A-Z-]{19})/.exec(text.replaceAll(/\s/g, ''))?.[1] ?? ''
}

/** The patient opens the letter on a phone: the wrong number is refused, the right one shows letter and report. */
async function readAtHome(code: string): Promise<void> {
  const { page, context, faults } = await visitor(browser, 'phone')
  await page.goto(`${program.url}/#/letter?code=${code}`)
  await fill(page.locator('main'), { 出生日期: '1961-05-04', 就诊卡号末四位: '9999' })
  await button(page, '查看').click()
  await page.getByText('还可尝试4次').first().waitFor()
  expect(await page.getByText('还可尝试4次').count()).toBe(1)
  await keepPicture(page, 'letter-refused')
  await fill(page.locator('main'), { 就诊卡号末四位: CARD.slice(-4) })
  await taken(page, openLetter, () => button(page, '查看').click())
  await page.getByText('请您这样做').waitFor()
  await keepPicture(page, 'letter-page')
  for (const name of ['保存告知书（PDF）', '保存报告（PDF）']) {
    const saved = page.waitForEvent('download')
    await taken(page, letterFile, () => button(page, name).click())
    await saved
  }
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByText('What to do').waitFor()
  await keepPicture(page, 'letter-page-en')
  await button(page, 'Close').click()
  await page.getByText('Read your letter').waitFor()
  expect(faults).toEqual([])
  await context.close()
}

test('a year of a patient: screened, overdue, reminded, seen again, referred, missed, attended, with an outcome', async () => {
  const main = await visitor(browser)
  await signIn(main.page, program.url, program.account('3'))
  await main.page.waitForURL(/#\/app\//)
  await at(main.page, '/app/patient/recall')
  await main.page.getByText('本机构未启用随访').waitFor()
  // The menu says nothing of what the institution does not run.
  const entry = main.page.getByRole('menuitem', { name: '随访到期' })
  await main.page.getByRole('menuitem', { name: '诊断报告列表' }).waitFor()
  expect(await entry.count()).toBe(0)
  await main.page.goto(`${program.url}/#/app/organization/info`)
  await button(main.page.getByRole('region', { name: '随访与转诊' }), '设置').click()
  await button(main.page, '采用 ICO 2017').click()
  await main.page.getByLabel('患者网页：有效天数').fill('90')
  await keepPicture(main.page, 'recall-rules')
  await save(main.page, setStepRules)
  await entry.waitFor()

  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/patient`)
  await addPatient(page, { name: '演示患者复查', card: CARD })
  const patient = page.url()
  const photograph = await drawnPhotograph()
  await uploadSitting(page, 'fundus', [photograph], { day: BEFORE })
  await resultShown(page)
  await signWith(page, '常规复查')

  await at(page, '/app/patient/recall')
  await row(page, CARD).getByText('已逾期').waitFor()
  await keepPicture(page, 'recall-overdue')
  await note(page, '电话', { 备注: '已约下周' })
  await row(page, '已约下周').waitFor()
  // Either account puts on record what it did.
  await at(main.page, '/app/patient/recall')
  await note(main.page, '短信或微信', { 备注: '主账号已发短信' })
  await row(page, '主账号已发短信').waitFor()
  await act(main.page, CARD, '信函')
  await printLetter(main.page)
  await act(main.page, CARD, '信函')
  await taken(main.page, closeLetterPages, () => button(main.page, '关闭网页查看').click())
  await main.page.getByText('已关闭', { exact: false }).first().waitFor()
  await main.page.keyboard.press('Escape')
  await act(page, CARD, '信函')
  await readAtHome(await printLetter(page))
  await act(page, CARD, '信函')
  await page.getByText('最近查看').waitFor()
  await keepPicture(page, 'recall-letter-codes')
  await taken(page, closeLetterPages, () => button(page, '关闭网页查看').click())
  await page.getByText('已关闭', { exact: false }).first().waitFor()
  await page.keyboard.press('Escape')

  await page.goto(patient)
  // The same photograph again would be asked about.
  await uploadSitting(page, 'fundus', [await drawnPhotograph(undefined, 20_260_102)])
  await resultShown(page)
  await signWith(page, '转诊')
  await at(page, '/app/patient/recall')
  await page.getByText('没有等待复查的患者').waitFor()
  await at(page, '/app/patient/referrals')
  await row(page, CARD).getByText('已开具').waitFor()
  for (const what of ['转诊单已送出', '已预约', '未就诊', '已就诊', '就诊结果'])
    await note(page, what)
  await page.getByText('没有等待就诊的转诊患者').waitFor()
  await page.getByLabel('状态').click()
  await page.locator('.ant-select-dropdown:visible').getByText('已完成', { exact: true }).click()
  await taken(page, listSteps, () => button(page, '查询').click())
  await act(page, CARD, '记录')
  await page.getByText('全视网膜光凝').waitFor()
  await keepPicture(page, 'recall-log')
  expect(faults).toEqual([])
  await context.close()
  await main.context.close()
})
