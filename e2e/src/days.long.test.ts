import { drawOcta, encodePng } from '@mingmou/analysis/phantom'
import {
  addPatient,
  adminAddNews,
  adminChangeAccountLimit,
  adminChangeQuota,
  adminResetAccount,
  commitFeedback,
  exportAudit,
  finishFeedback,
  handleFeedback,
  MODALITY,
  readResult,
  settleResult,
} from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { apply, decide } from './applying.ts'
import { callAs, sessionOf, storeFile } from './call.ts'
import { counting } from './counting.ts'
import { act, actAndAgree, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { openOutbox } from './outbox.ts'
import { signIn, WORK } from './steps.ts'
import { visitor } from './visitor.ts'

/** Two days of work, with what they cost in clicks, keys and seconds. */

journey()

const ROWS = 38
/** So many of the demonstration may have to be referred, some of them of one patient. */
const LEAST_SIGNED = 5
const STEMS = '甲乙丙丁戊己庚辛壬癸'

/** So many scans of patients of their own, filed at another desk. */
async function addScans(count: number): Promise<void> {
  const { token } = await sessionOf('3')
  for (let at = 0; at < count; at++) {
    const { image } = drawOcta(at + 500, { scan: 3 })
    const { pid } = await callAs(token, addPatient, {
      name: `演示患者${STEMS.charAt(at / 10)}${STEMS.charAt(at % 10)}`,
      ad_card_number: `DAY-${at}`,
      gender: 1,
      birthday: `19${50 + at}-03-04`,
    })
    const key = await storeFile(token, 'octa', `DAY-${at}_OD.png`, await encodePng(image))
    await callAs(token, MODALITY.octa.calls.archive.create, {
      pid,
      record_date: '2026-03-02',
      collect_device: 'Optovue RTVue XR Avanti',
      img_type: 1,
      files_path: [key],
    })
  }
}

const unread = (page: Page) => page.getByText(/\d+ 份未阅/)

/** Writes and signs the opinion by keys. The report opens beside the workspace, and is closed. */
async function signByKeys(page: Page): Promise<void> {
  await page.keyboard.press('g')
  await page.locator('textarea:focus:not([readonly])').waitFor()
  await page.keyboard.type('建议转诊')
  await page.keyboard.press('Control+Enter')
  await button(page.getByRole('dialog'), '签发').and(page.locator(':focus')).waitFor()
  const opened = page.waitForEvent('popup')
  await page.keyboard.press('Enter')
  const report = await opened
  await report.getByText('报告编号').waitFor()
  await report.close()
  await page.bringToFront()
  await page.getByText('报告已签发：').waitFor()
}

test(
  'a clinician reads 38 results by the keys alone, and signs every one that may have to be referred',
  async () => {
    const { page, context, faults } = await visitor(browser)
    const count = await counting(page)
    await signIn(page, program.url, program.account('4'))
    await page.waitForURL(/#\/app\//)
    await page.goto(`${program.url}/#/app/worklist`)
    const before = Number(/\d+/.exec(await unread(page).innerText())?.[0])
    await addScans(ROWS - before)
    await expect.poll(() => unread(page).innerText(), WORK).toContain(`${ROWS} 份未阅`)
    await page.reload()
    const rows = page.locator('.wl-list > li')
    await rows.first().waitFor()
    while ((await rows.count()) < ROWS) await button(page, '加载更多').click()
    const urgencies = await rows
      .locator('.wl-urgency')
      .evaluateAll((tags) => tags.map((tag) => tag.getAttribute('data-urgency')))
    await count.restart()

    /** A result is opened once it is on the page. */
    const openBy = (key: string) =>
      Promise.all([page.waitForResponse(`**${readResult.path}`), page.keyboard.press(key)])
    await rows.first().getByRole('button').first().focus()
    await openBy('Enter')
    let signed = 0
    for (const [at, urgency] of urgencies.entries()) {
      await page.getByText(`第 ${at + 1} / ${ROWS} 份`).waitFor()
      if (urgency === 'referable') {
        await signByKeys(page)
        signed++
      } else
        await Promise.all([
          page.waitForResponse(`**${settleResult.path}`),
          page.keyboard.press('y'),
        ])
      if (at + 1 < ROWS) await openBy('j')
    }
    await page.keyboard.press('w')
    await page.getByText('0 份未阅').waitFor()
    const said = await count.said()
    process.stderr.write(`a clinician's ${ROWS} results, ${signed} of them signed: ${said}\n`)
    expect(signed).toBeGreaterThanOrEqual(LEAST_SIGNED)
    expect(said).toMatch(/^0 clicks/)
    expect(faults).toEqual([])
    await context.close()
  },
  2 * WORK.timeout,
)

const APPLICANTS = [
  { name: '演示甲医院', email: 'first@days.example.com', password: 'Chosen-2026' },
  { name: '演示乙医院', email: 'second@days.example.com', password: 'Chosen-2026' },
] as const

/** What waits for the administrator in the morning: two applications and a message. */
async function fillTheDesk(): Promise<void> {
  const secretTo = openOutbox(program.dataDir)
  for (const applicant of APPLICANTS) {
    const { page, context } = await visitor(browser)
    await page.goto(`${program.url}/#/login?register=organization`)
    await apply(page, applicant, secretTo)
    await context.close()
  }
  await callAs(null, commitFeedback, {
    type_class: ['6', '9'],
    content: '演示意见',
    contact: 'sender@days.example.com',
  })
}

test('an administrator reviews, sets limits, answers, publishes, helps and looks what was done', async () => {
  await fillTheDesk()
  const { page, context, faults } = await visitor(browser)
  const dialog = page.getByRole('dialog')
  const go = (name: string) => page.getByRole('menuitem', { name }).click()
  const [first, second] = APPLICANTS
  const count = await counting(page)
  await signIn(page, program.url, program.account('2'), '用户登录')
  await page.waitForURL(/#\/app\//)
  await go('入驻审核')
  await decide(page, first.name, '通过')
  await decide(page, second.name, '不通过', '许可证不清晰，请重新扫描后提交')
  await page.getByText('待审核 (0)').waitFor()

  await go('机构列表')
  await act(page, first.name, '子账号上限')
  await fill(dialog, { 子账号上限: '20' })
  await save(page, adminChangeAccountLimit)
  await act(page, first.name, '存储与排队上限')
  await fill(dialog, { '影像存储上限（MB）': '5000' })
  await save(page, adminChangeQuota)

  await go('反馈管理')
  await act(page, '演示意见', '详情')
  await taken(page, handleFeedback, () => button(dialog, '标记为处理中').click())
  await button(dialog, '填写结果并完成').click()
  await fill(page, { 处理结果: '已处理' })
  await taken(page, finishFeedback, () => button(dialog.last(), '完成').click())
  await button(dialog.first(), '关闭').first().click()

  await go('内容管理')
  await button(page, '新增新闻').click()
  await fill(dialog, { 日期: '20260103', 中文标题: '演示通知', 英文标题: 'Demo notice' })
  await fill(dialog, { 中文正文: '演示正文', 英文正文: 'Demo text' })
  await dialog.getByText('已发布', { exact: true }).click()
  await save(page, adminAddNews)
  await row(page, '演示通知').getByText('已发布').waitFor()

  await go('体验账号')
  await actAndAgree(page, program.account('5').account, '重置密码', adminResetAccount, '重置')
  await go('操作日志')
  await row(page, '重置').first().waitFor()
  await taken(page, exportAudit, () => button(page, '导出日志').click())
  process.stderr.write(`an administrator's day: ${await count.said()}\n`)
  expect(faults).toEqual([])
  await context.close()
})
