import { confirmTotp, SECOND_FACTOR } from '@mingmou/contract'
import { Secret, TOTP } from 'otpauth'
import type { Locator, Page } from 'playwright-core'
import { button, fill, taken } from './forms.ts'

const PERIOD_MS = SECOND_FACTOR.periodSeconds * 1000
const periodNow = () => Math.floor(Date.now() / PERIOD_MS)

/** What a person has once the app is bound: its codes, each good once and in their order, and the recovery codes. */
export interface App {
  code: (period: -1 | 0 | 1) => string
  recovery: string[]
}

/** The key that the page shows for the app. */
export async function keyShown(page: Page): Promise<App['code']> {
  await page.getByRole('img', { name: '验证器二维码' }).waitFor()
  const shown = (await page.locator('.totp-secret').textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(shown.replaceAll(/[^A-Z2-7]/g, '')) })
  return (period) => app.generate({ timestamp: Date.now() + period * PERIOD_MS })
}

/**
 * The set-up is confirmed by the oldest code that is good, which leaves two for what follows. On a
 * busy machine its period may end before the server looks at it: then the next one is given.
 */
export async function confirmApp(page: Page, code: App['code']): Promise<void> {
  const given = periodNow()
  await page.getByLabel('验证器中的6位验证码').fill(code(-1))
  try {
    await taken(page, confirmTotp, () => button(page, '确认绑定').click())
  } catch (error) {
    if (periodNow() === given) throw error
    await confirmApp(page, code)
  }
}

/** The recovery codes are put away, and the set-up is done. */
export async function keepCodes(page: Page): Promise<string[]> {
  const codes = page.getByRole('list', { name: '恢复码' }).getByRole('listitem')
  await codes.first().waitFor()
  const recovery = await codes.allInnerTexts()
  await page.getByLabel('我已妥善保存恢复码').check()
  await button(page, '完成').click()
  await codes.first().waitFor({ state: 'detached' })
  return recovery.map((code) => code.trim())
}

/** Two-factor sign-in is set up on the page of the own account. */
export async function bindApp(page: Page, password: string): Promise<App> {
  const dialog = page.getByRole('dialog').last()
  await button(page, '开启两步验证').click()
  await fill(dialog, { 登录密码: password })
  await button(dialog, '下一步').click()
  const code = await keyShown(page)
  await confirmApp(page, code)
  return { code, recovery: await keepCodes(page) }
}

/** It is set up at a sign-in that asks for it. */
export async function bindAtSignIn(page: Page): Promise<App> {
  const code = await keyShown(page)
  await page.getByLabel('验证器中的6位验证码').fill(code(0))
  await button(page, '验证并登录').click()
  return { code, recovery: await keepCodes(page) }
}

/** Proves who asks by the password and a recovery code, each of which is good once. */
export async function prove(of: Page | Locator, password: string, app: App): Promise<void> {
  await fill(of, { 登录密码: password })
  await button(of, '手机不在身边？使用恢复码').click()
  await fill(of, { 恢复码: app.recovery.pop() ?? '' })
}
