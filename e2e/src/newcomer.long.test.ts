import { drawFundus, encodeJpeg } from '@mingmou/analysis/phantom'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { apply, decide, sendApplication } from './applying.ts'
import { counting } from './counting.ts'
import { button, fill } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { openOutbox } from './outbox.ts'
import { fillSignIn, leaveTrial, WORK, type Person } from './steps.ts'
import { keepPicture, visitor } from './visitor.ts'

const ADMIN: Person = { account: 'newcomeradmin', password: 'Newcomer-2026' }
const EMAIL = 'applicant@newcomer.example.com'
const NAME = '演示再次申请医院'
const PASSWORD = 'Chosen-2026'

let secretTo: (address: string) => Promise<string>

journey('empty', { ADMIN_ACCOUNT: ADMIN.account, ADMIN_PASSWORD: ADMIN.password })
beforeAll(() => {
  secretTo = openOutbox(program.dataDir)
})

const logIn = (page: Page) => button(page, '登录').click()

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
    const dialog = page.getByRole('dialog', { name: '注册体验用户' })
    await fill(dialog, typed)
    await button(dialog, '获取验证码').click()
    await dialog.getByLabel('邮箱验证码').fill(await secretTo(email))
    await button(dialog, '注册').click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await logIn(page)
    await page.waitForURL(/#\/app\/diagnosis\/fundus/)
    const { image } = drawFundus(47, { width: 900, eye: 'OD' })
    const eye = { name: '右眼 1.jpg', mimeType: 'image/jpeg', buffer: await encodeJpeg(image) }
    await page.locator('.files-pick input').first().setInputFiles([eye])
    await button(page, '开始分析（1 张）').click(WORK)
    await page.getByText('共 1 张照片').waitFor(WORK)
    process.stderr.write(`home to trial result: ${await count.said()}\n`)
    await button(page, '放大“右眼 1.jpg”').click()
    const large = page.getByRole('dialog', { name: '右眼 1.jpg' })
    await large.getByRole('img').first().waitFor()
    await keepPicture(page, 'newcomer-large')
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'hidden' })
    await keepPicture(page, 'newcomer-result')

    await leaveTrial(page, program.url, PASSWORD)
    await page.getByText('账号及其照片和结果已删除').waitFor()
    await page.goto(`${program.url}/#/login`)
    await fillSignIn(page, { account: email, password: PASSWORD }, '用户登录')
    await page.getByText('账号或密码错误').first().waitFor()
    expect(faults).toEqual([])
    await context.close()
  },
  2 * WORK.timeout,
)

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
    // The first field has the focus, not the cross that closes the form.
    await page.getByLabel('机构名称').and(page.locator(':focus')).waitFor()
    await apply(page, { name: NAME, email: EMAIL, password: PASSWORD }, secretTo)
    // The count in the menu comes by itself.
    await office.page.getByRole('menuitem', { name: '入驻审核' }).getByTitle('1 个待审核').waitFor()
    const why = '许可证不清晰，请重新扫描后提交；其余材料和填写内容无误，可以保留'
    await office.page.getByText('待审核 (1)').waitFor()
    await decide(office.page, NAME, '不通过', why)
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
    await count.restart()
    await dialog.getByLabel('机构简介').fill('演示简介，已补充')
    await sendApplication(page, () => secretTo(EMAIL))
    process.stderr.write(`refusal to the next application: ${await count.said()}\n`)
    await office.page.getByText(/待审核 \(/).click()
    await decide(office.page, NAME, '通过')

    await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
    await logIn(page)
    await page.waitForURL(/#\/app\/updatePwd/)
    await page.getByLabel('原密码').fill(PASSWORD)
    await page.getByLabel('新密码', { exact: true }).fill('Changed-2026')
    await page.getByLabel('再次输入新密码').fill('Changed-2026')
    await button(page, '保存').click()
    await page.getByText('密码修改成功').waitFor()
    expect([...faults, ...office.faults]).toEqual([])
    await Promise.all([context.close(), office.context.close()])
  },
  2 * WORK.timeout,
)
