import type { Page } from 'playwright-core'
import { button, fill, row } from './forms.ts'
import { choose } from './steps.ts'

/** An institution applies, and the platform decides. */

interface Applicant {
  name: string
  email: string
  password: string
}

const DOCUMENT = '许可证.pdf'

/** Fills what every application needs, on the sign-in page with the form open, and sends it. */
export async function apply(
  page: Page,
  { name, email, password }: Applicant,
  secretTo: (address: string) => Promise<string>,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '注册机构' })
  await fill(dialog, { 机构名称: name, 机构简称: name.slice(0, 4), 联系人: '演示联系人' })
  await fill(dialog, { 联系电话: '010-88881234', 详细地址: '演示路2号', 机构简介: '演示简介' })
  await fill(dialog, { 邮箱: email, 密码: password, 确认密码: password })
  await choose(page, '所在地区', '浙江省', '杭州市', '西湖区')
  const buffer = Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  )
  const licence = { name: DOCUMENT, mimeType: 'application/pdf', buffer }
  await dialog.locator('input[type=file]').setInputFiles([licence])
  await sendApplication(page, () => secretTo(email))
}

/** Proves the address by the code that it gets, and sends what the form holds. */
export async function sendApplication(page: Page, secret: () => Promise<string>): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '注册机构' })
  await askForCode(page)
  await dialog.getByLabel('邮箱验证码').fill(await secret())
  await button(dialog, '提交申请').click()
  const notice = page.locator('.ant-modal-confirm', { hasText: '申请已提交' })
  await button(notice, '确认').click()
  await notice.waitFor({ state: 'hidden' })
}

/** An address gets a code a minute: the button counts down where the last one is younger. */
async function askForCode(page: Page): Promise<void> {
  const asks = button(page, '获取验证码')
  const answered = page.waitForResponse(/sendSignUpEmail$/)
  await asks.click()
  if ((await answered).status() === 200) return
  await page.getByRole('button', { name: /秒后重试$/ }).waitFor()
  await asks.click({ timeout: 120_000 })
}

/** The administrator decides on an application that waits. */
export async function decide(
  page: Page,
  name: string,
  decision: '通过' | '不通过',
  said?: string,
): Promise<void> {
  await button(row(page, name), '审核').click()
  const dialog = page.getByRole('dialog', { name: '审核入驻申请' })
  await dialog.getByText(DOCUMENT).first().waitFor()
  await dialog.getByText(decision, { exact: true }).click()
  if (said !== undefined) await fill(dialog, { 审核意见: said })
  await button(dialog, '提交审核').click()
  await dialog.waitFor({ state: 'hidden' })
}
