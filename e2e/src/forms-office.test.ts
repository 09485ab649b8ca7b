import {
  ADMINISTRATORS,
  adminActivateInstitution,
  adminBanInstitution,
  adminChangeEmail,
  adminDeleteInstitution,
  adminOpenDocument,
  adminResetFactor,
  adminSetAccount,
  answerChange,
  CALLS,
  removeDatasetExport,
  setInstitutionInfo,
  withdrawChange,
  type Call,
  type Role,
} from '@mingmou/contract'
import { beforeAll, expect, test } from 'vitest'
import { apply, decide } from './applying.ts'
import { bindApp } from './factor.ts'
import { act, actAndAgree, agree, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { openOutbox } from './outbox.ts'
import { drawnPhotograph } from './photographs.ts'
import { signIn } from './steps.ts'
import { visitor } from './visitor.ts'

/** What administrators do with institutions, their accounts and what these share. */

let secretTo: (address: string) => Promise<string>

journey()
beforeAll(() => {
  secretTo = openOutbox(program.dataDir)
})

async function signedIn(role: Role, path: string) {
  const visit = await visitor(browser)
  const type = role === '3' ? '机构登录' : '用户登录'
  await signIn(visit.page, program.url, program.account(role), type)
  await visit.page.waitForURL(/#\/app\//)
  await visit.page.goto(`${program.url}/#${path}`)
  return visit
}

function callOf(path: string): Call {
  const found = CALLS.find((call) => call.path === path)
  if (!found) throw new Error(`no call ${path}`)
  return found
}

test.each(ADMINISTRATORS)(
  'role %s: an application is read and approved, its institution gets a logo, is disabled, enabled and deleted',
  async (role) => {
    const name = `演示申请机构${role}`
    const applicant = await visitor(browser)
    await applicant.page.goto(`${program.url}/#/login`)
    await button(applicant.page, '没有账号？注册机构').click()
    const email = `applicant${role}@forms.example.com`
    await apply(applicant.page, { name, email, password: 'Forms-2026' }, secretTo)

    const { page, context, faults } = await signedIn(role, '/app/organization/process')
    await button(row(page, name), '审核').click()
    const dialog = page.getByRole('dialog').last()
    const download = page.waitForEvent('download')
    await taken(page, adminOpenDocument, () =>
      dialog.getByRole('button', { name: /^下载“/ }).click(),
    )
    expect((await download).suggestedFilename()).toBe('许可证.pdf')
    await button(dialog, '取消').click()
    await dialog.waitFor({ state: 'hidden' })
    await decide(page, name, '通过')

    await page.goto(`${program.url}/#/app/organization/list`)
    await button(page, '添加机构').first().waitFor()
    await act(page, name, '编辑')
    await dialog.locator('input[type=file]').setInputFiles(await drawnPhotograph('OD'))
    await dialog.getByRole('progressbar').waitFor({ state: 'detached' })
    await save(page, setInstitutionInfo)
    await act(page, name, '详情')
    await expect.poll(() => dialog.locator('img').first().getAttribute('src')).toMatch(/logo/)
    await button(dialog, '关闭').first().click()
    await actAndAgree(page, name, '禁用', adminBanInstitution)
    await row(page, name).getByText('已禁用').waitFor()
    await actAndAgree(page, name, '启用', adminActivateInstitution)
    await act(page, name, '删除')
    await page.getByLabel('输入机构名称以确认').fill(name)
    await taken(page, adminDeleteInstitution, () => agree(page, '删除'))
    await row(page, name).waitFor({ state: 'detached' })
    expect([...faults, ...applicant.faults]).toEqual([])
    await Promise.all([context.close(), applicant.context.close()])
  },
)

test('photographs that an institution shares are exported by every administrator', async () => {
  const main = await signedIn('3', '/app/organization/info')
  const asked = main.page.getByRole('dialog').last()
  await button(main.page, '编辑').click()
  await asked.getByRole('switch', { name: /允许平台管理员查看影像/ }).click()
  await save(main.page, setInstitutionInfo)
  for (const role of ADMINISTRATORS) {
    const { page, context, faults } = await signedIn(role, '/app/database/fundus')
    await taken(page, callOf('/v1/dataset/fundus/export'), () =>
      page.getByRole('button', { name: /导出全部 \d+ 张$/ }).click(),
    )
    await page.getByRole('link', { name: /下载（/ }).waitFor()
    await button(page, '删除').first().click()
    await taken(page, removeDatasetExport, () => agree(page, '删除'))
    expect(faults).toEqual([])
    await context.close()
  }
  expect(main.faults).toEqual([])
  await main.context.close()
})

test('a main account is renamed by every administrator, agrees to a new address, and keeps its second factor', async () => {
  const main = await signedIn('3', '/app/account')
  await bindApp(main.page, program.account('3').password)
  for (const role of ADMINISTRATORS) {
    const { page, context, faults } = await signedIn(role, '/app/organization/list')
    await act(page, '演示眼科机构', '账号管理')
    const card = page.getByRole('region', { name: '主账号' })
    const dialog = page.getByRole('dialog').last()
    await button(card, '编辑').click()
    const name = `演示主任${role === '1' ? '甲' : '乙'}`
    await fill(dialog, { 姓名: name })
    await save(page, adminSetAccount)
    await card.getByText(name).waitFor()
    for (const address of [`mistyped${role}@forms.example.com`, `main${role}@forms.example.com`]) {
      await button(card, '更换邮箱').click()
      await fill(dialog, { 新邮箱: address })
      await save(page, adminChangeEmail)
      await card.getByText(`邮箱将更换为 ${address}`).waitFor()
      if (!address.startsWith('mistyped')) continue
      await button(card, '撤回').click()
      await taken(page, withdrawChange, () => agree(page, '撤回'))
      await page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' })
    }
    await main.page.reload()
    await button(main.page, '同意').click()
    await taken(main.page, answerChange, () => agree(main.page, '同意'))
    await main.page.locator('.my-email', { hasText: `main${role}@forms.example.com` }).waitFor()
    await page.reload()
    await button(card, '更多').click()
    await page.getByRole('menuitem', { name: '重置两步验证' }).click()
    await taken(page, adminResetFactor, () => agree(page, '重置'))
    await main.page.reload()
    await button(main.page, '拒绝').click()
    await taken(main.page, answerChange, () => agree(main.page, '拒绝'))
    expect(faults).toEqual([])
    await context.close()
  }
  await button(main.page, '关闭两步验证').waitFor()
  expect(main.faults).toEqual([])
  await main.context.close()
})
