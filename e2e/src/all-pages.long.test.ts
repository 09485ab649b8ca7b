import { createReport, fundusAnalysis, listPatients, ROLES, voidReport } from '@mingmou/contract'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { PATHS, reportPath } from '@mingmou/web/paths'
import { settled, SIZES } from './browser.ts'
import { callAs, sessionOf } from './call.ts'
import { browser, journey, program } from './journey.ts'
import { serious } from './standards.ts'
import { signIn } from './steps.ts'
import { visitor } from './visitor.ts'

journey()

/** What somebody sees without a session; the others are walked for what is behind it. */
const isPublic = (path: string) => !/^\/app|functionalTest|report\/test/.test(path)
/** What a visitor may open, and everything behind the session. */
const PUBLIC = Object.values(PATHS).filter(isPublic)
const BEHIND = Object.values(PATHS).filter((path) => !isPublic(path))
const TABS = ['overview', 'basic', 'diabetes', 'complications', 'exams', 'fundus', 'trends']

const pathOf = (page: Page) => new URL(page.url()).hash.slice(1).split('?')[0]

/** Opens a page and waits until it is full. False where it leads elsewhere. */
async function opened(page: Page, address: string): Promise<boolean> {
  await page.goto(`${program.url}/#${address}`)
  await page.locator('main, #content, .rp').first().waitFor()
  await settled(page)
  return pathOf(page) === address.split('?')[0]
}

/** Presses a language until the page has it: what moves under a press takes none. */
async function pressed(language: Locator, other: Locator): Promise<void> {
  const isShown = async () => {
    if (await language.isVisible()) await language.click()
    return other.isVisible()
  }
  await expect.poll(isShown).toBe(true)
  await settled(language.page())
}

/** The faults of the open page in English, whose words are longer; of a page without a switch in its own language. */
async function faultsInEnglish(page: Page): Promise<string[]> {
  const english = page.getByRole('button', { name: 'English', exact: true })
  const chinese = page.getByRole('button', { name: '中文', exact: true })
  if (!(await english.isVisible())) return serious(page)
  await pressed(english, chinese)
  const found = await serious(page)
  await pressed(chinese, english)
  return found
}

/** The faults of every page that the caller may open: on a laptop in Chinese, on a phone in English. */
async function faultsOf(page: Page, addresses: readonly string[]): Promise<[number, string[]]> {
  const found: string[] = []
  let walked = 0
  for (const address of addresses) {
    await page.setViewportSize(SIZES.laptop)
    if (!(await opened(page, address))) continue
    walked++
    found.push(...(await serious(page)).map((fault) => `${address} laptop: ${fault}`))
    await page.setViewportSize(SIZES.phone)
    await settled(page)
    found.push(...(await faultsInEnglish(page)).map((fault) => `${address} phone: ${fault}`))
  }
  return [walked, found]
}

test('axe finds nothing serious on any page that a visitor may open', async () => {
  const { context, page } = await visitor(browser)
  const [walked, found] = await faultsOf(page, PUBLIC)
  expect(found).toEqual([])
  expect(walked).toBeGreaterThan(12)
  await context.close()
})

test.each(ROLES)('axe finds nothing serious on any page of role %s', async (role) => {
  const { context, page } = await visitor(browser)
  const type = role === '3' || role === '4' ? '机构登录' : '用户登录'
  await signIn(page, program.url, program.account(role), type)
  await page.waitForURL((url) => !url.hash.startsWith('#/login'))
  await settled(page)
  const patient = page.locator('a[href*="patient/detail?pid="]').first()
  const clinician = role === '3' || role === '4'
  if (clinician) await opened(page, PATHS.patients)
  const href = clinician ? await patient.getAttribute('href') : null
  const record = href === null ? [] : TABS.map((tab) => `${href.slice(1)}&tab=${tab}`)
  const [walked, found] = await faultsOf(page, [...BEHIND, ...record])
  expect(found).toEqual([])
  expect(walked).toBeGreaterThan(role === '5' ? 4 : 10)
  await context.close()
})

/** Reports of the demonstration: of one eye, of both eyes on two pages, a superseded and a void one. */
async function signReports(): Promise<string[]> {
  const { token, uid } = await sessionOf('3')
  const { rows: patients } = await callAs(token, listPatients, { page: 1, size: 100 })
  for (const { pid } of patients) {
    const size = { weight: 100, height: 100, order: '1' } as const
    const { rows } = await callAs(token, fundusAnalysis.list, { pid, ...size })
    const analysis_id = rows.find(({ image_count }) => image_count === 2)?.analysis_record_id
    if (typeof analysis_id !== 'string') continue
    const of = { analysis_type: '1', patient_id: pid, uid, analysis_id } as const
    const sign = (diagnostic_opinion: string, more: object) =>
      callAs(token, createReport, { ...of, image_index: 0, diagnostic_opinion, ...more })
    const oneEye = await sign('演示结论', {})
    const superseded = await sign('演示结论', { image_index: 1 })
    const newer = await sign('演示结论，约复查。', { image_index: 1 })
    const twoPages = await sign('演示结论，约复查。'.repeat(60), { fellow_index: 1 })
    await callAs(token, voidReport, { report_id: newer.report_id, reason: '演示原因' })
    return [oneEye, superseded, newer, twoPages].map(({ report_no }) => report_no)
  }
  throw new Error('the demonstration has no analysis of two photographs')
}

let signed: Promise<string[]> | undefined
/** Once for all tests of this file. */
const signedReports = () => (signed ??= signReports())

test('axe finds nothing serious on an open report of one eye, of two pages, a superseded and a void one', async () => {
  const numbers = await signedReports()
  const { context, page } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  const [walked, found] = await faultsOf(
    page,
    numbers.map((number) => reportPath('fundus', number)),
  )
  expect(found).toEqual([])
  expect(walked).toBe(numbers.length)
  await page.goto(`${program.url}/#${reportPath('fundus', numbers[2] ?? '')}`)
  await page.getByText('已作废').first().waitFor()
  await page.goto(`${program.url}/#${reportPath('fundus', numbers[1] ?? '')}`)
  await page.getByRole('link', { name: '打开新报告' }).waitFor()
  await context.close()
})

/** The cells of the lists of a page that reach under the fixed column at their end, and how many rows there are. */
const coveredIn = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('tr:has(> .ant-table-cell-fix-end)')]
    const covered = rows.flatMap((row) => {
      const fixed = row.querySelector(':scope > .ant-table-cell-fix-end')
      const from = (fixed?.getBoundingClientRect().left ?? 0) + 1
      const cells = [...row.children].filter((cell) => cell !== fixed)
      return cells.filter((cell) => cell.getBoundingClientRect().right > from)
    })
    return { rows: rows.length, covered: covered.map(({ textContent }) => textContent) }
  })

test('on a laptop nothing in the list of reports lies under its fixed actions, in either language', async () => {
  await signedReports()
  const { context, page } = await visitor(browser)
  await signIn(page, program.url, program.account('3'))
  await page.waitForURL(/#\/app\//)
  await page.setViewportSize(SIZES.laptop)
  const english = page.getByRole('button', { name: 'English', exact: true })
  const chinese = page.getByRole('button', { name: '中文', exact: true })
  for (const isEnglish of [false, true]) {
    expect(await opened(page, PATHS.reports)).toBe(true)
    if (isEnglish) await pressed(english, chinese)
    await page.locator('.ant-table-row').first().waitFor()
    const { rows, covered } = await coveredIn(page)
    expect(covered).toEqual([])
    // Its head, and reports.
    expect(rows).toBeGreaterThan(1)
  }
  await context.close()
})
