import { deleteTrialAccount, deleteTrialBatches, type Modality } from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { agree, button, taken } from './forms.ts'

/** The steps of the journeys, by the words a person reads on the page. */

/** For what waits for an analysis: on a busy machine many others are before it. */
export const WORK = { timeout: 600_000 }

export interface Person {
  account: string
  password: string
}

export async function signIn(
  page: Page,
  url: string,
  person: Person,
  type: '机构登录' | '用户登录' = '机构登录',
): Promise<void> {
  await page.goto(`${url}/#/login`)
  await fillSignIn(page, person, type)
}

/** Logs in on the page of the login, wherever that leads. */
export async function fillSignIn(
  page: Page,
  person: Person,
  type: '机构登录' | '用户登录' = '机构登录',
): Promise<void> {
  await page.getByText(type, { exact: true }).click()
  await page.getByLabel('账号', { exact: true }).fill(person.account)
  await page.getByLabel('密码', { exact: true }).fill(person.password)
  await button(page, '登录').click()
}

export async function choose(page: Page, label: string, ...options: string[]): Promise<void> {
  // A dialog stands behind the search of its list.
  await page.getByRole('combobox', { name: label }).last().click()
  for (const option of options) {
    // The list exists twice: once for screen readers, then the visible one.
    const list = page.locator('.ant-select-dropdown:visible')
    await list.getByText(option, { exact: true }).last().click()
  }
}

export interface NewPatient {
  name: string
  card: string
  /** Another one has the same name and birthday, and is another person. */
  alike?: boolean
}

/** Leads from the patient list to the page of the patient just added. */
export async function addPatient(page: Page, patient: NewPatient): Promise<void> {
  await button(page, '添加患者').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('姓名').fill(patient.name)
  await dialog.getByLabel('就诊卡号').fill(patient.card)
  await dialog.getByText('女', { exact: true }).click()
  await dialog.getByLabel('出生日期').fill('19610504')
  await dialog.getByLabel('联系电话').fill('13800138000')
  await choose(page, '职业', '工人')
  await choose(page, '所在地区', '浙江省', '杭州市', '西湖区')
  await dialog.getByLabel('详细地址').fill('演示路1号')
  await button(dialog, '保存').click()
  if (patient.alike) await button(page, '仍要添加').click()
  await page.waitForURL(/\/app\/patient\/detail\?pid=/)
}

export interface Photograph {
  name: string
  mimeType: string
  buffer: Buffer
}

/** What the upload of a modality asks for, in the words of its form. */
const FORMS = {
  fundus: { upload: '上传眼底照片', type: '散瞳图像', device: 'Topcon TRC-NW400' },
  octa: { upload: '上传OCTA图像', type: '3×3 mm', device: 'Optovue RTVue XR Avanti' },
  surface: { upload: '上传眼表图像', type: null, device: 'Haag-Streit BX 900' },
} as const satisfies Record<Modality, { upload: string; type: string | null; device: string }>

/**
 * Leads from the patient's page, on the tab of the modality, to the workspace. The images become a
 * sitting, whose analysis starts by itself. `scale` is mm per px; without a day it is today's.
 */
export async function uploadSitting(
  page: Page,
  modality: Modality,
  files: Photograph[],
  { scale = '', day = '' }: { scale?: string; day?: string } = {},
): Promise<void> {
  const { upload, type, device } = FORMS[modality]
  await page.getByRole('button', { name: upload }).first().click()
  const dialog = page.getByRole('dialog')
  if (type !== null) await dialog.getByText(type).click()
  await choose(page, '采集设备', device)
  if (day !== '') {
    await dialog.getByLabel('拍摄日期').fill(day)
    await dialog.getByLabel('拍摄日期').press('Enter')
  }
  if (scale !== '') await dialog.getByLabel('比例尺').fill(scale)
  await dialog.locator('input[type=file]').setInputFiles(files)
  await dialog
    .getByLabel(/已上传$/)
    .nth(files.length - 1)
    .waitFor(WORK)
  await button(dialog, '保存档案').click()
  await page.waitForURL(/\/app\/diagnosis\?.*image_id=/)
}

export const uploadFundus = (page: Page, files: Photograph[], scale = '') =>
  uploadSitting(page, 'fundus', files, { scale })

/** The result of the sitting in the workspace. */
export async function resultShown(page: Page): Promise<void> {
  await page.getByText('AI判定（本张照片，草稿）').waitFor(WORK)
}

/** Writes the opinion and opens its report, in a tab of its own. */
export async function createReport(page: Page, opinion: string): Promise<Page> {
  await page.getByLabel('医生意见').fill(opinion)
  return signReport(page)
}

/** Presses the button that signs; the tab that the click opens. */
export async function pressSign(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup', { timeout: 0 })
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^签\s*发$/ })
    .click()
  return opened
}

/** A trial user removes photographs and results, and then the account. */
export async function leaveTrial(page: Page, url: string, password: string): Promise<void> {
  await page.goto(`${url}/#/main/functionalTest`)
  await button(page, '删除全部照片和结果').click()
  await taken(page, deleteTrialBatches, () => agree(page, '删除'))
  await page.goto(`${url}/#/app/account`)
  await button(page, '删除体验账号').click()
  const leaving = page.getByRole('dialog', { name: '删除体验账号' })
  await leaving.getByLabel('登录密码', { exact: true }).fill(password)
  await taken(page, deleteTrialAccount, () => button(leaving, '删除').click())
}

/** Signs the opinion as it stands. */
export async function signReport(page: Page): Promise<Page> {
  await button(page, '签发报告').click()
  const report = await pressSign(page)
  await report.getByText('报告编号').waitFor(WORK)
  return report
}
