import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { pdfPages } from '@mingmou/server/testing/pdf-text'
import { button } from './forms.ts'
import { browser, journey, program, restartProgram } from './journey.ts'
import { drawnPhotograph, realPhotograph } from './photographs.ts'
import { addPatient, createReport, resultShown, signIn, signReport, uploadFundus } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

const SCALE = '0.013'
/**
 * A Chromium without a window crashes when a PDF is printed. A browser without a PDF viewer prints
 * none.
 */
const SHOWS_NO_PDF = `Object.defineProperty(Navigator.prototype, 'pdfViewerEnabled', { get: () => false })`
const OPINION = '双眼定期随访，三个月后复查。'

async function toReport(page: Page, patient: { name: string; card: string }, real: boolean) {
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  await addPatient(page, patient)
  const photograph = real ? realPhotograph() : await drawnPhotograph()
  if (photograph === null) throw new Error('no photograph')
  await uploadFundus(page, [photograph], real ? '' : SCALE)
  await resultShown(page)
  return createReport(page, OPINION)
}

test('the terminal names the address and every demo account with its password', () => {
  const { account, password } = program.account('4')
  for (const text of [program.url, account, password]) expect(program.output()).toContain(text)
})

describe('a clinician with a patient in the chair', () => {
  test('goes from sign-in to a report, prints it, downloads it and finds it again', async () => {
    const { context, page, faults } = await visitor(browser)
    await context.addInitScript(SHOWS_NO_PDF)
    const report = await toReport(page, { name: '演示患者甲', card: 'JOURNEY-1' }, false)
    const url = report.url()
    const number = /report_no=(R\d{8}-[A-Z2-7]{26})/.exec(url)?.[1] ?? ''
    expect(number).not.toBe('')
    const sheet = await report.locator('body').innerText()
    for (const text of ['演示患者甲', number, OPINION, '不能仅凭本产品结果进行临床决策'])
      expect(sheet).toContain(text)
    expect(sheet).toMatch(/血管密度（占视野）\s+\d+\.\d+/)
    expect(sheet).toContain(`比例尺：1 px = ${SCALE} mm（上传时填写）`)
    expect(sheet).toMatch(/px\s\([\d.]+\s(mm|µm)\)/)

    const saved = async (ask: () => Promise<void>, from = report) => {
      const downloading = from.waitForEvent('download')
      await ask()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(`${number}.pdf`)
      return pdfPages(await readFile(await download.path()))
    }
    const pdf = await saved(() => button(report, '下载 PDF').click())
    expect(pdf.length).toBeLessThanOrEqual(2)
    for (const [index, paper] of pdf.entries())
      for (const text of [number, '演示患者甲', `第${index + 1}页，共${pdf.length}页`])
        expect(paper.replace(/\s/g, '')).toContain(text)
    // The page saves the PDF instead of printing it.
    expect(await saved(() => report.keyboard.press('Control+p'))).toEqual(pdf)
    expect(await saved(() => button(report, '打印').click())).toEqual(pdf)

    // Where a result is shown that nobody signed, the menu of the browser prints none of it.
    const [unsigned, onPaper] = [
      page.locator('.dx-workspace'),
      page.getByText(/未签发的AI结果不打印/),
    ]
    expect([await unsigned.isVisible(), await onPaper.isVisible()]).toEqual([true, false])
    await page.emulateMedia({ media: 'print' })
    expect([await unsigned.isVisible(), await onPaper.isVisible()]).toEqual([false, true])
    await page.emulateMedia({ media: 'screen' })
    expect(await saved(() => page.keyboard.press('Control+p'), page)).toEqual(pdf)

    const keeping = report.waitForEvent('download')
    await button(report, '下载 FHIR').click()
    const kept = await keeping
    expect(kept.suggestedFilename()).toBe(`${number}.json`)
    const { type, entry } = JSON.parse(await readFile(await kept.path(), 'utf8')) as {
      type: string
      entry: unknown[]
    }
    expect([type, entry.length > 5]).toEqual(['document', true])

    const reports = `${program.url}/#/app/patient/reportList`
    const opinion = page.getByLabel('医生意见')
    await opinion.fill(`${OPINION}已告知。`)
    await page.getByText('草稿已保存，尚未签发。').waitFor()
    await page.reload()
    await page.getByText(/^草稿，尚未签发/).waitFor()
    expect(await opinion.inputValue()).toBe(`${OPINION}已告知。`)
    await opinion.fill(`${OPINION}已告知，并约复查。`)
    await page.getByText('草稿已保存，尚未签发。').waitFor()
    await page.goto(`${reports}?state=draft`)
    await page.getByRole('link', { name: '继续' }).click()
    await page.getByText(/^草稿，尚未签发/).waitFor()
    expect(await opinion.inputValue()).toBe(`${OPINION}已告知，并约复查。`)
    const newer = await signReport(page)
    await report.reload()
    await report.getByText('医生诊断意见，新增').waitFor()
    await report.getByRole('link', { name: '打开新报告' }).waitFor()

    const stranger = await visitor(browser, 'phone')
    const voided = /report_no=(R\d{8}-[A-Z2-7]{26})/.exec(newer.url())?.[1] ?? ''
    await stranger.page.goto(newer.url())
    await stranger.page.getByText(voided).first().waitFor()
    const shown = await stranger.page.locator('body').innerText()
    for (const word of ['13800138000', 'JOURNEY-1']) expect(shown).not.toContain(word)

    await button(newer, '作废').click()
    const dialog = newer.getByRole('dialog')
    await button(dialog, '作废').click()
    await dialog.getByText('此项不能为空').waitFor()
    await dialog.getByLabel('作废原因').fill('照片属于另一患者。')
    await button(dialog, '作废').click()
    await newer.getByText('原因：照片属于另一患者。').waitFor()
    // The stranger comes back to the report that he has open.
    await stranger.page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await stranger.page.getByText('报告已作废').first().waitFor()
    expect(await stranger.page.locator('body').innerText()).not.toContain('演示患者甲')
    await page.goto(reports)
    await page.getByText('演示患者甲').first().waitFor()
    expect(page.url()).toBe(reports)
    expect(faults).toEqual([])
    await context.close()

    for (const [of, state] of [
      [number, '报告已被取代'],
      [voided, '报告已作废'],
    ]) {
      await stranger.page.goto(`${program.url}/#/report/verify?report_no=${of}`)
      await stranger.page
        .getByText(state ?? '')
        .first()
        .waitFor()
      const text = await stranger.page.locator('body').innerText()
      for (const word of ['演示患者甲', '13800138000', 'JOURNEY-1'])
        expect(text).not.toContain(word)
    }
    await stranger.page.goto(url)
    await stranger.page.getByText('报告已被新报告取代').first().waitFor()
    await stranger.context.close()
  })

  test.skipIf(realPhotograph() === null)(
    'does the same with a photograph of a real eye (EYE_DATA)',
    async () => {
      const { context, page, faults } = await visitor(browser, 'desk')
      const report = await toReport(page, { name: '演示患者乙', card: 'JOURNEY-2' }, true)
      const sheet = await report.locator('body').innerText()
      expect(sheet).toMatch(/血管密度（占视野）\s+\d+\.\d+/)
      expect(faults).toEqual([])
      await context.close()
    },
  )

  test('finds everything again after the program was stopped and started', async () => {
    await restartProgram()
    const { context, page } = await visitor(browser)
    await signIn(page, program.url, program.account('4'))
    await page.waitForURL(/#\/app\/patient/)
    await page.goto(`${program.url}/#/app/patient/reportList`)
    await page.getByText('演示患者甲').first().waitFor()
    await context.close()
  })
})
