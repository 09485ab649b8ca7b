import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import { deleteTrialBatches } from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { browser, journey, program } from './journey.ts'
import { agree, taken } from './forms.ts'
import { openOutbox } from './outbox.ts'
import { choose, fillSignIn, type Person } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

const ADMIN: Person = { account: 'newcomeradmin', password: 'Newcomer-2026' }
const EMAIL = 'applicant@newcomer.example.com'
const NAME = '演示再次申请医院'
const PASSWORD = 'Chosen-2026'
const PATIENCE = { timeout: 120_000 }

let secretTo: (address: string) => Promise<string>

journey('empty', { ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password })
beforeAll(() => {
  secretTo = openOutbox(program.dataDir)
})

/** Presses of the visitor on the page, as the page sees them, and the seconds they took. */
async function counting(page: Page): Promise<() => Promise<string>> {
  await page.context().addInitScript(() => {
    addEventListener(
      'click',
      ({ isTrusted }) => {
        const before = Number(sessionStorage.getItem('presses'))
        if (isTrusted) sessionStorage.setItem('presses', String(before + 1))
      },
      true,
    )
  })
  const began = Date.now()
  return async () => {
    const presses = await page.evaluate(() => Number(sessionStorage.getItem('presses')))
    return `${presses} clicks, ${Math.round((Date.now() - began) / 1000)} s`
  }
}

const logIn = (page: Page) => page.getByRole('button', { name: /^登\s*录$/ }).click()

async function fillAll(page: Page, name: string, fields: Record<string, string>): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  for (const [label, value] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(value)
}

test(
  'a newcomer comes from the home page to the result of a photograph, and deletes all of it',
  async () => {
    const { page, context, faults } = await visitor(browser)
    const count = await counting(page)
    await page.goto(`${program.url}/#/`)
    await page.getByText('明眸 2.2.0').waitFor()
    await page.getByRole('link', { name: '免费体验' }).click()
    const email = 'curious@newcomer.example.com'
    const typed = { 用户名: 'curious', 邮箱: email, 密码: PASSWORD, 确认密码: PASSWORD }
    await fillAll(page, '注册体验用户', typed)
    const dialog = page.getByRole('dialog', { name: '注册体验用户' })
    await dialog.getByRole('button', { name: '获取验证码' }).click()
    await dialog.getByLabel('邮箱验证码').fill(await secretTo(email))
    await dialog.getByRole('button', { name: /^注\s?册$/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await logIn(page)
    await page.waitForURL(/#\/app\/diagnosis\/fundus/)
    const { image } = drawFundus(47, { width: 900, eye: 'OD' })
    const eye = { name: '右眼 1.jpg', mimeType: 'image/jpeg', buffer: await encodeJpeg(image) }
    await page.locator('.files-pick input').first().setInputFiles([eye])
    await page.getByRole('button', { name: '开始分析（1 张）' }).click(PATIENCE)
    await page.getByText('共 1 张照片').waitFor(PATIENCE)
    process.stderr.write(`home to trial result: ${await count()}\n`)
    await page.getByRole('button', { name: '放大“右眼 1.jpg”' }).click()
    const large = page.getByRole('dialog', { name: '右眼 1.jpg' })
    await large.getByRole('img').first().waitFor()
    await keepPicture(page, 'newcomer-large')
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'hidden' })
    await keepPicture(page, 'newcomer-result')

    await page.goto(`${program.url}/#/main/functionalTest`)
    await page.getByRole('button', { name: '删除全部照片和结果' }).click()
    await taken(page, deleteTrialBatches, () => agree(page, '删除'))
    await page.goto(`${program.url}/#/app/account`)
    await page.getByRole('button', { name: '删除体验账号' }).click()
    const leaving = page.getByRole('dialog', { name: '删除体验账号' })
    await leaving.getByLabel('登录密码', { exact: true }).fill(PASSWORD)
    await leaving.getByRole('button', { name: /^删\s?除$/ }).click()
    await page.getByText('账号及其照片和结果已删除').waitFor()
    await page.goto(`${program.url}/#/login`)
    await fillSignIn(page, { account: email, password: PASSWORD }, '用户登录')
    await page.getByText('账号或密码错误').first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  },
  2 * PATIENCE.timeout,
)

/** Fills what every application needs and sends it. */
async function apply(page: Page): Promise<void> {
  await fillAll(page, '注册机构', {
    机构名称: NAME,
    机构简称: '演示再次',
    联系人: '演示联系人',
    联系电话: '010-88881234',
    详细地址: '演示路2号',
    机构简介: '演示简介',
    邮箱: EMAIL,
    密码: PASSWORD,
    确认密码: PASSWORD,
  })
  await choose(page, '所在地区', '浙江省', '杭州市', '西湖区')
  const dialog = page.getByRole('dialog', { name: '注册机构' })
  const buffer = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<<>>\n%%EOF\n')
  const licence = { name: '许可证.pdf', mimeType: 'application/pdf', buffer }
  await dialog.locator('input[type=file]').setInputFiles([licence])
  await confirmAndSend(page)
}

async function confirmAndSend(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: '注册机构' })
  await askForCode(page)
  await dialog.getByLabel('邮箱验证码').fill(await secretTo(EMAIL))
  await dialog.getByRole('button', { name: '提交申请' }).click()
  const notice = page.locator('.ant-modal-confirm', { hasText: '申请已提交' })
  await notice.getByRole('button', { name: /^确\s?认$/ }).click()
  await notice.waitFor({ state: 'hidden' })
}

/** An address gets a code a minute: the button counts down where the last one is younger. */
async function askForCode(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: '获取验证码' })
  const answered = page.waitForResponse(/sendSignUpEmail$/)
  await button.click()
  if ((await answered).status() === 200) return
  await page.getByRole('button', { name: /秒后重试$/ }).waitFor()
  await button.click(PATIENCE)
}

async function decide(page: Page, decision: '通过' | '不通过', said?: string): Promise<void> {
  const review = page.getByRole('row', { name: NAME }).getByRole('button', { name: /^审\s?核$/ })
  await review.click()
  const dialog = page.getByRole('dialog', { name: '审核入驻申请' })
  await dialog.getByText('许可证.pdf').first().waitFor()
  await dialog.getByText(decision, { exact: true }).click()
  if (said !== undefined) await dialog.getByLabel('审核意见').fill(said)
  await dialog.getByRole('button', { name: '提交审核' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test(
  'an application that was refused says why, keeps fields and documents, is approved, and opens the pages',
  async () => {
    const office = await visitor(browser)
    await office.page.goto(`${program.url}/#/login`)
    // The administrator does not know that he is a user: the account says so.
    await fillSignIn(office.page, ADMIN, '机构登录')
    await office.page.waitForURL(/#\/app\/system\/account/)
    await office.page.goto(`${program.url}/#/app/organization/process`)
    await office.page.getByText('待审核 (0)').waitFor()

    const { page, context, faults } = await visitor(browser)
    const count = await counting(page)
    await page.goto(`${program.url}/#/`)
    await page.getByRole('link', { name: '注册机构' }).click()
    await apply(page)
    // The count in the menu comes by itself.
    await office.page.getByRole('menuitem', { name: '入驻审核' }).getByTitle('1 个待审核').waitFor()
    const why = '许可证不清晰，请重新扫描后提交；其余材料和填写内容无误，可以保留'
    await office.page.getByText('待审核 (1)').waitFor()
    await decide(office.page, '不通过', why)
    await office.page.getByText('已审核 (1)').click()
    await office.page.getByText(why).waitFor()
    await keepPicture(office.page, 'newcomer-reviewed')

    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await logIn(page)
    const dialog = page.getByRole('dialog', { name: '注册机构' })
    await dialog.getByText(`申请未通过审核：${why}`).waitFor()
    expect(await dialog.getByLabel('机构名称').inputValue()).toBe(NAME)
    await dialog.getByText('许可证.pdf').first().waitFor()
    await keepPicture(page, 'newcomer-refused')
    await page.evaluate(() => sessionStorage.clear())
    await dialog.getByLabel('机构简介').fill('演示简介，已补充')
    await confirmAndSend(page)
    process.stderr.write(`refusal to the next application: ${await count()}\n`)
    await office.page.getByText(/待审核 \(/).click()
    await decide(office.page, '通过')

    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await logIn(page)
    await page.waitForURL(/#\/app\/updatePwd/)
    await page.getByLabel('原密码').fill(PASSWORD)
    await page.getByLabel('新密码', { exact: true }).fill('Changed-2026')
    await page.getByLabel('再次输入新密码').fill('Changed-2026')
    await page.getByRole('button', { name: /^保\s?存$/ }).click()
    await page.getByText('密码修改成功').waitFor()
    expect([...faults, ...office.faults]).toEqual([])
    await Promise.all([context.close(), office.context.close()])
  },
  2 * PATIENCE.timeout,
)
