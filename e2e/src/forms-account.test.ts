import {
  activateMember,
  answerChange,
  banMember,
  deleteMember,
  dropTrialPhotographs,
  exportAudit,
  exportDashboard,
  listNotices,
  logout,
  logoutEverywhere,
  myChanges,
  registerUser,
  removeTotp,
  renewRecoveryCodes,
  resetMember,
  setInstitutionEmail,
  setInstitutionInfo,
  setMember,
  setMemberEmail,
  setMyEmail,
  setMyInfo,
  withdrawChange,
  updatePassword,
} from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { settled } from './browser.ts'
import { bindApp, keepCodes } from './factor.ts'
import { act, actAndAgree, agree, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { openOutbox } from './outbox.ts'
import { drawnPhotograph } from './photographs.ts'
import { signIn, type Person } from './steps.ts'
import { visitor } from './visitor.ts'

let secretTo: (address: string) => Promise<string>

journey()
beforeAll(() => {
  secretTo = openOutbox(program.dataDir)
})

async function signedIn(person: Person, path: string) {
  const visit = await visitor(browser)
  await signIn(visit.page, program.url, person)
  await visit.page.waitForURL(/#\/app\//)
  await visit.page.goto(`${program.url}/#${path}`)
  return visit
}

/** The dialog of a new address: a code is asked for, comes by mail and is typed. */
async function newAddress(page: Page, address: string): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  await fill(dialog, { 新邮箱: address })
  await button(dialog, '获取验证码').click()
  await dialog.getByLabel('邮箱验证码').fill(await secretTo(address))
}

/** Every form of the own account: name, address, password and the second factor. */
async function changeAccount(page: Page, person: Person, moved: string): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  const name = `演示${person.account}`
  await page.goto(`${program.url}/#/app/account`)
  await settled(page)
  await button(page, '编辑').click()
  await fill(dialog, { 姓名: name })
  await save(page, setMyInfo)
  await page.getByText(name).first().waitFor()
  await button(page, '更换邮箱').click()
  await newAddress(page, moved)
  await save(page, setMyEmail)
  await page.getByText(moved).waitFor()
  await setUpFactor(page, person)
  const again = 'Again-2026'
  await page.goto(`${program.url}/#/app/updatePwd`)
  await fill(page, { 原密码: person.password, 新密码: again, 再次输入新密码: again })
  await taken(page, updatePassword, () => button(page, '保存').click())
  person.password = again
  await page.waitForURL((url) => !url.hash.includes('updatePwd'))
  await page.goto(`${program.url}/#/app/account`)
  await page.getByText(moved).waitFor()
}

async function leave(page: Page): Promise<void> {
  await page.locator('.app-user').click()
  await taken(page, logout, () => page.getByText('退出登录').click())
  await page.waitForURL(/#\/login/)
}

/** On every device. */
async function leaveEverywhere(page: Page): Promise<void> {
  await page.goto(`${program.url}/#/app/account`)
  await button(page, '退出所有登录').click()
  await taken(page, logoutEverywhere, () => agree(page, '退出'))
  await page.waitForURL(/#\/login/)
}

test.each(['1', '2', '3', '4'] as const)(
  'role %s changes its own account and secures it, and the new password signs in',
  async (role) => {
    // Its new password is that of the account for the tests that follow.
    const person = program.account(role)
    const { page, context, faults } = await visitor(browser)
    const type = role === '1' || role === '2' ? '用户登录' : '机构登录'
    await signIn(page, program.url, person, type)
    await page.waitForURL(/#\/app\//)
    await changeAccount(page, person, `role${role}@forms.example.com`)
    await context.close()
    const again = await visitor(browser)
    await signIn(again.page, program.url, person, type)
    await again.page.waitForURL(/#\/app\//)
    await leave(again.page)
    await signIn(again.page, program.url, person, type)
    await again.page.waitForURL(/#\/app\//)
    await leaveEverywhere(again.page)
    expect([...faults, ...again.faults]).toEqual([])
    await again.context.close()
  },
)

test('a main account changes its institution, its members and its address', async () => {
  const { page, context, faults } = await signedIn(program.account('3'), '/app/organization/info')
  await button(page, '编辑').click()
  await fill(page.getByRole('dialog'), { 机构简介: '演示新简介' })
  await save(page, setInstitutionInfo)
  await page.getByText('演示新简介').waitFor()

  await taken(page, listNotices, () => page.getByRole('button', { name: /^通知/ }).click())

  await page.goto(`${program.url}/#/app/organization/account`)
  const name = '演示改名医生'
  await act(page, 'democlinician', '编辑')
  await fill(page.getByRole('dialog'), { 姓名: name })
  await save(page, setMember)
  // A clinician who has signed in is asked before the address changes.
  const doctor = await signedIn(program.account('4'), '/app/patient')
  for (const address of ['mistyped@forms.example.com', 'doctor@forms.example.com']) {
    await act(page, name, '更换邮箱')
    await newAddress(page, address)
    await save(page, setMemberEmail)
    await row(page, `邮箱将更换为 ${address}`).waitFor()
    if (!address.startsWith('mistyped')) continue
    await button(row(page, name), '撤回').click()
    await taken(page, withdrawChange, () => agree(page, '撤回'))
    await page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' })
  }
  await doctor.page.reload()
  await taken(doctor.page, myChanges, () =>
    doctor.page.getByRole('link', { name: '前往处理' }).click(),
  )
  await button(doctor.page, '同意').click()
  await taken(doctor.page, answerChange, () => agree(doctor.page, '同意'))
  await doctor.page.locator('.my-email', { hasText: 'doctor@forms.example.com' }).waitFor()
  await doctor.context.close()
  await page.reload()
  await row(page, 'doctor@forms.example.com').waitFor()
  await actAndAgree(page, name, '禁用', banMember)
  await actAndAgree(page, name, '启用', activateMember)
  await actAndAgree(page, name, '重置密码', resetMember, '重置')
  await actAndAgree(page, name, '删除', deleteMember)
  await row(page, name).waitFor({ state: 'detached' })

  await page.goto(`${program.url}/#/app/organization/info`)
  await button(page, '更换邮箱').click()
  await newAddress(page, 'clinic@forms.example.com')
  await save(page, setInstitutionEmail)
  await page.getByText('clinic@forms.example.com').waitFor()

  await page.goto(`${program.url}/#/app/organization/dashboard`)
  await taken(page, exportDashboard, () =>
    page
      .getByRole('button', { name: /^导出 CSV：/ })
      .first()
      .click(),
  )
  await page.goto(`${program.url}/#/app/audit`)
  await row(page, '删除').waitFor()
  await taken(page, exportAudit, () => button(page, '导出日志').click())
  expect([...faults, ...doctor.faults]).toEqual([])
  await context.close()
})

test('a visitor signs up, changes the account, secures it, and leaves every device', async () => {
  const { page, context, faults } = await visitor(browser)
  const [address, moved] = ['trial@forms.example.com', 'moved@forms.example.com']
  const person = { account: 'formsvisitor', password: 'Forms-2026' }
  await page.goto(`${program.url}/#/login`)
  await page.getByText('用户登录', { exact: true }).click()
  await button(page, '没有账号？注册体验用户').click()
  const dialog = page.getByRole('dialog').last()
  await fill(dialog, { 用户名: person.account, 邮箱: address })
  await fill(dialog, { 密码: person.password, 确认密码: person.password })
  await button(dialog, '获取验证码').click()
  await dialog.getByLabel('邮箱验证码').fill(await secretTo(address))
  await save(page, registerUser, '注册')
  await signIn(page, program.url, person, '用户登录')
  await page.waitForURL(/#\/app\//)

  await page
    .locator('.files-pick input')
    .first()
    .setInputFiles([await drawnPhotograph('OD')])
  await button(page, '开始分析（1 张）').waitFor()
  await taken(page, dropTrialPhotographs, () => button(page, '全部移除').click())

  await changeAccount(page, person, moved)
  await leave(page)
  await signIn(page, program.url, person, '用户登录')
  await page.waitForURL(/#\/app\//)
  await leaveEverywhere(page)

  expect(faults).toEqual([])
  await context.close()
})

/** Two-factor sign-in is set up, its recovery codes are made anew, and it is switched off again. */
async function setUpFactor(page: Page, { password }: Person): Promise<void> {
  const dialog = page.getByRole('dialog').last()
  const { code } = await bindApp(page, password)
  const codeOf = (period: 0 | 1) =>
    fill(dialog, { 登录密码: password, 验证器中的6位验证码: code(period) })
  await button(page, '重新生成恢复码').click()
  await codeOf(0)
  await taken(page, renewRecoveryCodes, () => button(dialog, '生成').click())
  await keepCodes(page)
  await button(page, '关闭两步验证').click()
  await codeOf(1)
  await save(page, removeTotp, '关闭')
  await button(page, '开启两步验证').waitFor()
}
