import type { Call } from '@mingmou/contract'
import { Envelope } from '@mingmou/contract'
import type { Locator, Page } from 'playwright-core'

/** How a person fills a form and saves it by its button, on any page. */

/** A button by its words, with or without an icon. antd parts two Chinese characters by a blank. */
export const button = (of: Page | Locator, name: string) =>
  of.getByRole('button', { name: new RegExp(`(^|\\s)${name.split('').join('\\s?')}$`) })

export const row = (page: Page, text: string) =>
  page.getByRole('row').filter({ hasText: text }).first()

export async function fill(of: Page | Locator, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields))
    await of.getByLabel(label, { exact: true }).fill(value)
}

/** An action of a row, at hand or behind ‘more’. */
export async function act(page: Page, text: string, action: string): Promise<void> {
  await row(page, text).waitFor()
  const atHand = button(row(page, text), action)
  if (await atHand.isVisible()) return atHand.click()
  await button(row(page, text), '更多').click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Answers the question before an action with yes. */
export const agree = (page: Page, action: string) =>
  button(page.locator('.ant-modal-confirm'), action).click()

/** Presses, and waits until the server has taken the call. A refusal fails with its words. */
export async function taken(page: Page, call: Call, press: () => Promise<void>): Promise<void> {
  const answered = page.waitForResponse((answer) => new URL(answer.url()).pathname === call.path)
  await press()
  const answer = await answered
  if (call.file !== undefined && answer.ok()) return
  const { error_code, msg } = Envelope.parse(await answer.json())
  if (!answer.ok() || error_code !== 0) throw new Error(`${call.path}: ${String(msg)}`)
}

/** Saves the open dialog by its button, and waits until it is closed. */
export async function save(page: Page, call: Call, ok = '保存'): Promise<void> {
  const dialog = page.locator('.ant-modal[role=dialog]').last()
  const title = await dialog.getAttribute('aria-labelledby')
  await taken(page, call, () => button(dialog.locator('.ant-modal-footer'), ok).click())
  await page.locator(`[aria-labelledby="${title}"]`).waitFor({ state: 'hidden' })
}

/** An action of a row, with its question answered. */
export async function actAndAgree(
  page: Page,
  text: string,
  action: string,
  call: Call,
  ok = action,
): Promise<void> {
  await act(page, text, action)
  await taken(page, call, () => agree(page, ok))
  await page.locator('.ant-modal-confirm').waitFor({ state: 'hidden' })
}
