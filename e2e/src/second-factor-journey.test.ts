import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openContext } from './browser.ts'
import { browser, journey, program } from './journey.ts'
import { serious } from './standards.ts'
import { signIn } from './steps.ts'

// Browsers make passkeys for a name, not for an address in numbers.
journey('demonstration', { HOST: 'localhost' })

/** A device with a fingerprint that is always right. */
async function withDevice(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('a clinician sets up an app and a passkey, and signs in by each', async () => {
  const page = await (await openContext(browser)).newPage()
  await withDevice(page)
  const person = program.account('4')
  let secret = ''
  /** Codes of three periods are good, each once: the set-up takes the oldest. */
  const code = (period: -1 | 0 | 1) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + period * 30_000,
    })
  const codeField = page.getByLabel('验证器中的6位验证码')
  const next = page.getByRole('button', { name: '下一步' })

  await signIn(page, program.url, person)
  await page.waitForURL(/#\/app\/patient/)
  await page.goto(`${program.url}/#/app/account`)
  await page.getByRole('button', { name: '开启两步验证' }).click()
  await page.getByLabel('登录密码').fill(person.password)
  await next.click()
  await page.getByRole('img', { name: '验证器二维码' }).waitFor()
  expect(await serious(page)).toEqual([])
  secret = ((await page.locator('.totp-secret').textContent()) ?? '').replaceAll(/[^A-Z2-7]/g, '')
  await codeField.fill(code(-1))
  await page.getByRole('button', { name: '确认绑定' }).click()
  await page.getByText('恢复码只显示这一次').waitFor()
  expect(await page.getByRole('list', { name: '恢复码' }).getByRole('listitem').count()).toBe(10)
  await page.getByLabel('我已妥善保存恢复码').check()
  await page.getByRole('button', { name: /^完\s?成$/ }).click()

  await page.getByRole('button', { name: '添加通行密钥' }).click()
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
  await page.getByRole('button', { name: '验证并登录' }).click()
  await page.waitForURL(/#\/app\/patient/)

  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await page.goto(`${program.url}/#/login`)
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await page.waitForURL(/#\/app\/patient/)
})
