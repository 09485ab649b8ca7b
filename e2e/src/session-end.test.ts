import { activateMember, addPatient, banMember, listMembers, login } from '@mingmou/contract'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { settled } from './browser.ts'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { signIn } from './steps.ts'
import { visitor } from './visitor.ts'

journey()
beforeAll(async () => {
  const { token } = await enter('4')
  const patient = {
    ad_card_number: 'SESSION-1',
    name: '演示会话',
    gender: 1,
    profession: '11',
    birthday: '1960-05-17',
    phone: '13800138000',
    area_id: ['330000', '330100', '330106'],
    address: '演示路1号',
  }
  await ask(addPatient.path, patient, token)
})

/** Keeps every message, notice and question that the page ever shows. */
const KEEP_WORDS = `
  window.said = []
  const kinds = '.ant-message-notice, .notice, .ant-modal-confirm'
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        const notices = [...node.querySelectorAll(kinds)]
        if (node.matches(kinds)) notices.push(node)
        window.said.push(...notices.filter((notice) => !window.said.includes(notice)))
      }
  }).observe(document, { childList: true, subtree: true })
`
/** The page's own messages. The question of a closed form does not belong to the session. */
const said = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    (window as unknown as { said: HTMLElement[] }).said
      .map((notice) => notice.innerText)
      .filter((words) => !words.startsWith('放弃已填写的内容')),
  )
const forget = (page: Page) =>
  page.evaluate(() => {
    ;(window as unknown as { said: HTMLElement[] }).said = []
  })

async function ask<Data>(path: string, body: unknown, token?: string): Promise<Data> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token ?? ''}` }
  const asked = { method: 'POST', headers, body: JSON.stringify(body) }
  const answered = await fetch(`${program.url}${path}`, asked)
  return ((await answered.json()) as { data: Data }).data
}
const enter = (role: '3' | '4') =>
  ask<{ token: string }>(login.path, { ...program.account(role), accountType: 2, role: undefined })

async function setBan(path: typeof banMember.path): Promise<void> {
  const { token } = await enter('3')
  const { account } = await ask<{ account: { aid: string; username: string }[] }>(
    listMembers.path,
    {},
    token,
  )
  const found = account.find(({ username }) => username === program.account('4').account)
  await ask(path, { aid: found?.aid }, token)
}

const REASONS = {
  banned: {
    end: () => setBan(banMember.path),
    undo: () => setBan(activateMember.path),
    words: /账号已被禁用/,
    leads: /#\/login/,
  },
  'signed in elsewhere': {
    end: () => enter('4'),
    undo: () => Promise.resolve(),
    words: /您的账号已在别处登录，请重新登录/,
    leads: /#\/app\/patient/,
  },
  expired: {
    end: (page: Page) =>
      page.evaluate(() =>
        localStorage.setItem('online_time', String(Date.now() - 8 * 3_600_000 - 1)),
      ),
    undo: () => Promise.resolve(),
    words: /您已长时间未使用，请重新登录/,
    leads: /#\/login/,
  },
}

/** Two tabs of a clinician: a form with input, and a question over the list. */
async function twoTabs(live: boolean) {
  const { context, page, faults } = await visitor(browser)
  await context.addInitScript(KEEP_WORDS)
  if (!live) await context.route(/\/live\//, (route) => route.abort())
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\/patient/)
  const other = await context.newPage()
  for (const tab of [page, other]) {
    await tab.goto(`${program.url}/#/app/patient`)
    const first = tab.locator('tr[data-row-key]').first().waitFor()
    // The greeting goes by itself, so it is waited for before the other tab opens.
    const greeting = live && tab === page && tab.getByText('系统会话已连接，欢迎使用').waitFor()
    await Promise.all([first, greeting])
  }
  await button(page, '添加患者').click()
  await page.getByRole('dialog').getByLabel('姓名').fill('演示未保存')
  const row = other.locator('tr[data-row-key]').first()
  await row
    .getByRole('button', { name: '更多' })
    .or(row.getByRole('button', { name: /删\s?除/ }))
    .first()
    .click()
  const remove = other.getByRole('menuitem', { name: '删除' })
  if (await remove.isVisible()) await remove.click()
  await other.getByRole('dialog').waitFor()
  for (const tab of [page, other]) await forget(tab)
  return { context, page, other, faults }
}

async function expectOneWord(tab: Page, words: RegExp, leads: RegExp): Promise<void> {
  await expect.poll(() => said(tab)).toEqual([expect.stringMatching(words)])
  await tab.waitForURL(leads)
  await expect.poll(() => tab.locator('tr[data-row-key]').count()).toBe(0)
  if (leads.test('#/login')) await tab.getByLabel('账号', { exact: true }).waitFor()
  await settled(tab)
  expect(await said(tab)).toHaveLength(1)
  expect(await tab.getByText('演示未保存').count()).toBe(0)
  const dialogs = await tab.locator('.ant-modal-wrap:visible').allInnerTexts()
  expect(dialogs.filter((text) => !words.test(text))).toEqual([])
}

describe.each(Object.entries(REASONS))(
  'a session that is %s',
  (reason, { end, undo, words, leads }) => {
    afterEach(undo)

    test('clears every tab with the answer of a call, and says why in one message', async () => {
      const { context, page, other, faults } = await twoTabs(false)
      await end(page)
      const nextCall = async () => {
        await button(page.getByRole('dialog'), '关闭').click()
        await button(page, '放弃').click()
        await button(page, '查询').click()
      }
      // The watch of a page may see before its next call that a session is too old.
      if (reason === 'expired') {
        const seen = page.waitForURL(leads)
        await Promise.race([seen, nextCall().catch(() => seen)])
      } else await nextCall()
      for (const tab of [page, other]) await expectOneWord(tab, words, leads)
      expect(faults).toEqual([])
      await context.close()
    })

    // The service ends no session by age within minutes.
    if (reason === 'expired') return
    test('clears every tab at once over the live connection, and says why in one message', async () => {
      const { context, page, other, faults } = await twoTabs(true)
      await end(page)
      for (const tab of [page, other]) await expectOneWord(tab, words, leads)
      expect(faults).toEqual([])
      await context.close()
    })
  },
)
