import { addPatient, readResult, settleResult } from '@mingmou/contract'
import { drawOcta, encodePng } from '@mingmou/analysis/phantom'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { callAs, sessionOf } from './call.ts'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { choose, signIn, WORK, type Photograph } from './steps.ts'
import { visitor } from './visitor.ts'

/** A nurse brings forty scans of ten patients, and a doctor reads them in the morning. */

journey()

const CARDS = Array.from({ length: 10 }, (_, index) => `MORNING-${index}`)
const DAY = '20260302'
/** The demonstration's. */
let unreadBefore = 0

/** Patients whom another desk registers, by their cards. */
async function addPatients(...named: readonly (readonly [card: string, name: string])[]) {
  const { token } = await sessionOf('3')
  for (const [ad_card_number, name] of named)
    await callAs(token, addPatient, { name, ad_card_number, gender: 2, birthday: '1961-05-04' })
}

/** How many results the doctor opens before any is read. */
const OPENED = 5

/** The same scan as the one before it. */
const REPEATED = 5

/**
 * The name of a scan. One names a card that nobody has, one no eye, two the patient in Chinese and no card, and two
 * write the card in another way.
 */
function nameOf(at: number, card: string, rest: string): string {
  if (at === 17) return `NOBODY-1_${rest}.png`
  if (at === 12) return `${card}_${DAY}.png`
  if (at === 20 || at === 21) return `演示患者己_右眼_${rest}.png`
  if (at === 30 || at === 31) return `${card.toLowerCase()}-_${rest}.png`
  return `${card}_${rest}.png`
}

/** Rows of the batch that are seen whole. */
const rowsSeen = (page: Page) =>
  page.locator('.batch-list li').evaluateAll(
    (rows) =>
      rows.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return top >= 0 && bottom <= innerHeight
      }).length,
  )

/** Two scans of each eye of each patient. */
async function scans(): Promise<Photograph[]> {
  const drawn: Photograph[] = []
  for (const card of CARDS)
    for (const eye of ['OD', 'OS'] as const)
      for (const take of [1, 2]) {
        const { image } = drawOcta(drawn.length + 300, { scan: 3 })
        const name = nameOf(drawn.length, card, `${eye}_${DAY}_${take}`)
        const again = drawn.length === REPEATED ? drawn[REPEATED - 1]?.buffer : undefined
        drawn.push({ name, mimeType: 'image/png', buffer: again ?? (await encodePng(image)) })
      }
  return drawn
}

test('forty scans are filed by their names over a line that drops, and none by guess', async () => {
  await addPatients(
    ...CARDS.map((card, at) => [card, `演示患者${'甲乙丙丁戊己庚辛壬癸'.charAt(at)}`] as const),
  )
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/worklist`)
  const left = await page.getByText(/\d+ 份未阅/).innerText()
  unreadBefore = Number(/(\d+) 份未阅/.exec(left)?.[1])
  await page.getByRole('link', { name: '批量上传' }).click()
  // The worklist, which says OCTA too, stays on the screen until the page of the batch has come.
  await page.getByRole('radiogroup', { name: '图像类别' }).getByText('OCTA').click()
  await page
    .locator('input[type=file]:not([webkitdirectory])')
    .last()
    .setInputFiles(await scans())
  await page.locator('.batch-list li').nth(4).waitFor()
  const lost = page.waitForEvent('requestfailed')
  await context.setOffline(true)
  await lost
  await context.setOffline(false)
  // Each file is tried again by itself.
  await page.getByText('36 张可归档，共 40 张待归档').waitFor()
  expect(await page.locator('.batch-list li').count()).toBe(40)
  await page.getByText('本机构没有此就诊卡号').first().waitFor()

  await choose(page, '采集设备', 'Optovue RTVue XR Avanti')
  await page.getByText('3×3 mm').click()
  await page.setViewportSize({ width: 1366, height: 768 })
  await page.evaluate(() => window.scrollTo(0, 0))
  expect(await rowsSeen(page)).toBeGreaterThanOrEqual(8)
  // What the files leave open is given by keys.
  await page.getByRole('listitem', { name: `MORNING-3_${DAY}.png` }).focus()
  await page.keyboard.press('r')
  await page.getByText('37 张可归档').waitFor()
  for (const [at, take] of [1, 2].entries()) {
    const name = `演示患者己_右眼_OD_${DAY}_${take}.png`
    await page.getByRole('listitem', { name }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(`${38 + at} 张可归档`).waitFor()
  }
  // One who is registered elsewhere meanwhile has the scan at once, while nobody leaves the page.
  await addPatients(['NOBODY-1', '演示患者子'])
  await page.getByText('40 张可归档').waitFor()
  await button(page, '归档 40 张').click()
  await page.getByText('0 张可归档，共 1 张待归档').waitFor(WORK)
  // The repeated scan keeps itself alone, and its row says where it is.
  await page.getByText(/与演示患者乙 2026-03-02的照片相同/).waitFor()
  expect(faults).toEqual([])
  await context.close()
})

test('the doctor reads all ten by the keys alone, and what could not be filed is with nobody', async () => {
  const { context, page, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/worklist`)
  const left = page.getByText(/\d+ 份未阅/)
  const rows = page.locator('.wl-list > li')
  await expect
    .poll(() => left.innerText(), WORK)
    .toContain(`${unreadBefore + CARDS.length + 1} 份未阅`)
  expect(await rows.getByText(/MORNING-\d|NOBODY-1/).count()).toBe(CARDS.length + 1)
  const place = page.getByText(/第 \d+ \/ \d+ 份/)
  /** A result is opened once it is on the page, not when a key passes over it. */
  const openBy = (key: string) =>
    Promise.all([page.waitForResponse(`**${readResult.path}`), page.keyboard.press(key)])
  const settleByKey = () =>
    Promise.all([page.waitForResponse(`**${settleResult.path}`), page.keyboard.press('y')])
  await openBy('Enter')
  const [at = 0, count = 0] = (await place.innerText()).match(/\d+/g)?.map(Number) ?? []
  expect(at).toBe(1)
  // The first are opened alone: all of them are walked below.
  for (let next = 2; next <= OPENED; next++) {
    await openBy('j')
    await page.getByText(`第 ${next} / ${count} 份`).waitFor()
  }
  // Opened is not read: nothing has moved.
  await page.keyboard.press('w')
  await expect.poll(() => left.innerText()).toContain(`${unreadBefore + CARDS.length + 1} 份未阅`)
  await rows.first().getByText('演示机构管理员 打开过').waitFor()
  await openBy('Enter')
  const read = button(page, '已阅，无需报告（Y）')
  const unread = button(page, '标为未阅（Y）')
  await read.waitFor()
  await settleByKey()
  await unread.waitFor()
  await settleByKey()
  await read.waitFor()
  for (let now = 1; now <= count; now++) {
    await page.getByText(`第 ${now} / ${count} 份`).waitFor()
    // One with a signed report is done.
    if ((await read.count()) > 0) {
      await settleByKey()
      await unread.waitFor()
      await page.getByText('演示机构管理员 已阅，无需报告').waitFor()
    }
    if (now < count) await openBy('j')
  }
  await page.keyboard.press('w')
  await page.getByText('0 份未阅').waitFor()
  expect(faults).toEqual([])
  await context.close()
})
