import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLIENT, identityProvider } from '@mingmou/server/testing/identity-provider'
import { openContext } from './browser.ts'
import { confirmApp, keepCodes, keyShown } from './factor.ts'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { serious } from './standards.ts'
import { signIn } from './steps.ts'
import { withDevice } from './visitor.ts'

const idp = await identityProvider()
// Browsers make passkeys for a name, not for an address in numbers.
journey('demonstration', {
  HOST: 'localhost',
  OIDC_PRIVATE_ISSUERS: idp.issuer,
  OIDC_CA: idp.outward.caFile ?? '',
})
beforeAll(() => idp.serve(`${program.url}/sso`))
afterAll(() => idp.close())

test('a clinician sets up an app and a passkey, and signs in by each', async () => {
  const page = await (await openContext(browser)).newPage()
  await withDevice(page)
  const person = program.account('4')
  const codeField = page.getByLabel('验证器中的6位验证码')
  const next = button(page, '下一步')

  await signIn(page, program.url, person)
  await page.waitForURL(/#\/app\/patient/)
  await page.goto(`${program.url}/#/app/account`)
  await button(page, '开启两步验证').click()
  await page.getByLabel('登录密码').fill(person.password)
  await next.click()
  const code = await keyShown(page)
  expect(await serious(page)).toEqual([])
  await confirmApp(page, code)
  expect(await keepCodes(page)).toHaveLength(10)

  await button(page, '添加通行密钥').click()
  await page.getByLabel('登录密码').fill(person.password)
  await codeField.fill(code(0))
  await next.click()
  await page.getByRole('table', { name: '通行密钥' }).waitFor()
  expect(await serious(page)).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await signIn(page, program.url, person)
  await codeField.waitFor()
  expect(await serious(page)).toEqual([])
  await codeField.fill(code(1))
  await button(page, '验证并登录').click()
  await page.waitForURL(/#\/app\/patient/)

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.goto(`${program.url}/#/login`)
  await button(page, '使用通行密钥登录').click()
  await page.waitForURL(/#\/app\/patient/)
})

test('an institution sets its provider, and its people sign in there', async () => {
  const context = await openContext(browser, { ignoreHTTPSErrors: true })
  const page = await context.newPage()
  const person = program.account('3')
  idp.person = { sub: 'demonstration' }

  await signIn(page, program.url, person)
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/organization/info`)
  const panel = page.getByRole('region', { name: '单点登录' })
  await button(panel, '设置').click()
  await page.getByLabel('名称').fill('医院统一身份认证')
  await page.getByLabel('颁发者地址').fill(idp.issuer)
  await page.getByLabel('客户端标识').fill(CLIENT.client_id)
  await page.getByLabel('客户端密钥').fill(CLIENT.client_secret)
  await page.getByLabel('登录密码').fill(person.password)
  expect(await serious(page)).toEqual([])
  await button(page, '保存').click()
  await button(panel, '测试连接').click()
  await panel.getByText('可以连接，配置正常').waitFor()
  const link = (await panel.getByText('#/login?sso=').textContent()) ?? ''

  await page.goto(`${program.url}/#/app/account`)
  await button(page, '绑定单点登录账号').click()
  await page.getByLabel('登录密码').fill(person.password)
  await button(page, '前往绑定').click()
  await page.getByText('单点登录账号已绑定').waitFor()
  await button(page, '解除绑定').waitFor()
  expect(page.url()).not.toContain('code=')
  expect(await serious(page)).toEqual([])

  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link.trim())
  await button(page, '前往登录').waitFor()
  expect(await serious(page)).toEqual([])
  await button(page, '前往登录').click()
  await page.waitForURL(/#\/app\//)

  idp.person = { sub: 'a-stranger' }
  await page.evaluate(() => localStorage.clear())
  await page.goto('about:blank')
  await page.goto(link.trim())
  await button(page, '前往登录').click()
  await page.getByText('尚未绑定明眸账号').waitFor()
  expect(page.url()).toBe(`${program.url}/#/sso`)
})
