import {
  addPasskey,
  adminResetFactor,
  loginConfirmTotp,
  removePasskey,
  removeSsoLink,
  removeTotp,
  renamePasskey,
  resetMemberFactor,
  ROLES,
  setInstitutionInfo,
  setSsoProvider,
  unlinkMember,
  type Role,
} from '@mingmou/contract'
import { CLIENT, identityProvider } from '@mingmou/server/testing/identity-provider'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bindApp, bindAtSignIn, prove } from './factor.ts'
import { actAndAgree, button, fill, row, save, taken } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { signIn } from './steps.ts'
import { visitor, withDevice } from './visitor.ts'

const idp = await identityProvider()
// Browsers make passkeys for a name, not for an address in numbers.
journey('demonstration', {
  HOST: 'localhost',
  OIDC_PRIVATE_ISSUERS: idp.issuer,
  OIDC_CA: idp.outward.caFile ?? '',
})
beforeAll(() => idp.serve(`${program.url}/sso`))
afterAll(() => idp.close())

const isClinical = (role: Role) => role === '3' || role === '4'

/** A person of the role on a page, in a browser that trusts the provider. */
async function signedIn(role: Role, path: string) {
  const visit = await visitor(browser, 'laptop', 'zh-CN', { ignoreHTTPSErrors: true })
  const person = program.account(role)
  await signIn(visit.page, program.url, person, isClinical(role) ? '机构登录' : '用户登录')
  await visit.page.waitForURL(/#\/app\//)
  await visit.page.goto(`${program.url}/#${path}`)
  return { ...visit, ...person }
}

test.each(ROLES)('role %s adds a passkey, names it and removes it', async (role) => {
  const { page, context, faults, password } = await signedIn(role, '/app/account')
  await withDevice(page)
  const dialog = page.getByRole('dialog').last()
  const app = await bindApp(page, password)
  await button(page, '添加通行密钥').click()
  await prove(dialog, password, app)
  await taken(page, addPasskey, () => button(dialog, '下一步').click())
  const keys = page.getByRole('table', { name: '通行密钥' })
  await button(keys, '重命名').click()
  await fill(dialog, { 名称: `诊室${role}` })
  await save(page, renamePasskey)
  await row(page, `诊室${role}`).waitFor()
  await button(keys, '移除').click()
  await prove(dialog, password, app)
  await save(page, removePasskey, '移除')
  await keys.waitFor({ state: 'detached' })
  await button(page, '关闭两步验证').click()
  await prove(dialog, password, app)
  await save(page, removeTotp, '关闭')
  await button(page, '开启两步验证').waitFor()
  expect(faults).toEqual([])
  await context.close()
})

/** The main account says who may sign in, and whether by the provider alone. */
async function setProvider(page: Page, password: string, required = false): Promise<void> {
  const panel = page.getByRole('region', { name: '单点登录' })
  const dialog = page.getByRole('dialog').last()
  await button(panel, '设置').click()
  await fill(dialog, { 名称: '医院统一身份认证', 颁发者地址: idp.issuer })
  await fill(dialog, { 客户端标识: CLIENT.client_id, 客户端密钥: CLIENT.client_secret })
  await fill(dialog, { 登录密码: password })
  const only = dialog.getByRole('switch', { name: '要求子账号使用单点登录' })
  if ((await only.isChecked()) !== required) await only.click()
  await save(page, setSsoProvider)
  await panel.getByText('医院统一身份认证').waitFor()
}

/** Links the own account at the provider. */
async function linkAccount(page: Page, password: string, sub: string): Promise<void> {
  idp.person = { sub }
  await button(page, '绑定单点登录账号').click()
  await fill(page.getByRole('dialog').last(), { 登录密码: password })
  await button(page, '前往绑定').click()
  await button(page, '解除绑定').waitFor()
}

test('accounts of an institution are linked to its provider and unlinked, by themselves and by the main account', async () => {
  const main = await signedIn('3', '/app/organization/info')
  await setProvider(main.page, main.password)
  await main.page.goto(`${program.url}/#/app/account`)
  await linkAccount(main.page, main.password, 'main')
  await button(main.page, '解除绑定').click()
  await fill(main.page.getByRole('dialog').last(), { 登录密码: main.password })
  await save(main.page, removeSsoLink, '解除')
  await button(main.page, '绑定单点登录账号').waitFor()

  const doctor = await signedIn('4', '/app/account')
  await linkAccount(doctor.page, doctor.password, 'doctor')
  await button(doctor.page, '解除绑定').click()
  await fill(doctor.page.getByRole('dialog').last(), { 登录密码: doctor.password })
  await save(doctor.page, removeSsoLink, '解除')
  await linkAccount(doctor.page, doctor.password, 'doctor')
  await main.page.goto(`${program.url}/#/app/organization/account`)
  await actAndAgree(main.page, doctor.account, '解除单点登录绑定', unlinkMember, '解除')

  // The provider alone is open to members now: one who is not linked is led there by the password.
  await main.page.goto(`${program.url}/#/app/organization/info`)
  await setProvider(main.page, main.password, true)
  await doctor.page.evaluate(() => localStorage.clear())
  await doctor.page.goto('about:blank')
  await signIn(doctor.page, program.url, doctor)
  await button(doctor.page, '前往绑定').click()
  await doctor.page.waitForURL(/#\/app\//)
  await doctor.page.goto(`${program.url}/#/app/account`)
  await button(doctor.page, '重新绑定').waitFor()
  await main.page.goto(`${program.url}/#/app/organization/info`)
  await setProvider(main.page, main.password)
  expect([...main.faults, ...doctor.faults]).toEqual([])
  await Promise.all([main.context.close(), doctor.context.close()])
})

test('an institution asks for two steps, a clinician sets them up at the sign-in, and a reset waits for the yes', async () => {
  const main = await signedIn('3', '/app/organization/info')
  const dialog = main.page.getByRole('dialog').last()
  const require = async (on: boolean) => {
    await button(main.page, '编辑').click()
    const asked = dialog.getByRole('switch', { name: '登录须使用两步验证' })
    if ((await asked.isChecked()) !== on) await asked.click()
    await save(main.page, setInstitutionInfo)
  }
  await require(true)
  const doctor = await visitor(browser)
  const person = program.account('4')
  await signIn(doctor.page, program.url, person)
  await taken(doctor.page, loginConfirmTotp, async () => void (await bindAtSignIn(doctor.page)))
  await doctor.page.waitForURL(/#\/app\//)
  await require(false)
  await main.page.goto(`${program.url}/#/app/organization/account`)
  await actAndAgree(main.page, person.account, '重置两步验证', resetMemberFactor, '重置')
  await row(main.page, '两步验证将被重置').waitFor()
  expect([...main.faults, ...doctor.faults]).toEqual([])
  await Promise.all([main.context.close(), doctor.context.close()])
})

test('the chief administrator resets the second factor of another administrator', async () => {
  const other = await signedIn('2', '/app/account')
  await bindApp(other.page, other.password)
  const chief = await signedIn('1', '/app/system/account')
  await actAndAgree(chief.page, other.account, '重置两步验证', adminResetFactor, '重置')
  await row(chief.page, other.account).waitFor()
  expect([...chief.faults, ...other.faults]).toEqual([])
  await Promise.all([chief.context.close(), other.context.close()])
})
