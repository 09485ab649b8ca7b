import { readResult } from '@mingmou/contract'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from './forms.ts'
import { browser, journey, program } from './journey.ts'
import { signIn } from './steps.ts'
import { visitor } from './visitor.ts'

/** Keys that are quicker than the answers of the server. */

journey()

/** Answers to a call that wait until they are let go. */
async function holdAnswers(page: Page, path: RegExp) {
  const held: Route[] = []
  let isOpen = false
  const hold = async (route: Route) => {
    if (isOpen) await route.continue()
    else held.push(route)
  }
  await page.route(path, hold)
  return {
    asked: () => expect.poll(() => held.length).toBeGreaterThan(0),
    /** The last route that is taken away lets all go: so these go before. */
    letGo: async () => {
      isOpen = true
      await Promise.all(held.map((route) => route.continue()))
      await page.unroute(path, hold)
    },
  }
}

const opinion = (page: Page) => page.getByLabel('医生意见')
const focused = (page: Page) => page.locator('textarea:focus')
const result = (page: Page, at: number) => page.getByText(`第 ${at} / `).waitFor()
const opened = (page: Page, key: string) =>
  Promise.all([page.waitForResponse(`**${readResult.path}`), page.keyboard.press(key)])

test('what is typed before a result and its draft have come stands in its opinion, and in no other', async () => {
  const { page, context, faults } = await visitor(browser)
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\//)
  await page.goto(`${program.url}/#/app/worklist`)
  await page.locator('.wl-list > li').nth(2).waitFor()
  await page.locator('.wl-list > li').first().getByRole('button').first().focus()
  await opened(page, 'Enter')
  await opinion(page).waitFor()

  // A draft of the second result, written at another time.
  await opened(page, 'j')
  await page.keyboard.press('g')
  await page.keyboard.type('first words')
  await page.getByText('草稿已保存，尚未签发。').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('k')
  await result(page, 1)
  await page.reload()
  await opinion(page).waitFor()

  // The keys come faster than what they are meant for.
  const results = await holdAnswers(page, /-analysis\/result\?/)
  const drafts = await holdAnswers(page, /diagnostic\/drafts$/)
  for (const key of ['j', 'g']) await page.keyboard.press(key)
  await page.keyboard.type('jky')
  await results.asked()
  await result(page, 2)
  expect(await focused(page).inputValue()).toBe('jky')
  await results.letGo()
  await drafts.asked()
  await page.getByText('签发报告').waitFor()
  await page.keyboard.type(' more')
  expect(await focused(page).inputValue()).toBe('jky more')
  await drafts.letGo()
  await expect.poll(() => focused(page).inputValue()).toBe('first words\njky more')
  await page.keyboard.type('.')
  expect(await opinion(page).inputValue()).toBe('first words\njky more.')
  await page.getByText('草稿已保存，尚未签发。').waitFor()

  // The analysis is made anew while somebody writes: the words stay, and no key of them moves the page.
  await opinion(page).evaluate((field) => field.focus())
  await page.evaluate(() =>
    [...document.querySelectorAll('button')]
      .find((element) => /重新分析/.test(element.innerText))
      ?.click(),
  )
  await page.getByText('此前不会保存').waitFor()
  await page.keyboard.type('j')
  await result(page, 2)
  await expect.poll(() => opinion(page).inputValue()).toBe('first words\njky more.\nj')
  await page.getByText('草稿已保存，尚未签发。').waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('k')
  await result(page, 1)
  await page.getByText('签发报告').waitFor()
  expect(await opinion(page).inputValue()).toBe('')
  expect(faults).toEqual([])
  await context.close()
})

test('keys of an input method reach neither the page nor a dialog, and no key acts behind an open menu', async () => {
  const { page, context, faults } = await visitor(browser)
  const input = await context.newCDPSession(page)
  const compose = (text: string) =>
    input.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    })
  await signIn(page, program.url, program.account('4'))
  await page.waitForURL(/#\/app\//)

  // Escape takes back letters of a syllable, and leaves the form open.
  await button(page, '添加患者').first().click()
  const name = page.getByRole('dialog').getByLabel('姓名')
  await name.focus()
  await compose('zhang')
  await page.keyboard.press('Escape')
  await compose('')
  await name.fill('张')
  await button(page.getByRole('dialog'), '取消').click()
  await button(page, '放弃').click()

  await page.goto(`${program.url}/#/app/worklist`)
  await page.locator('.wl-list > li').nth(2).waitFor()
  await page.locator('.wl-list > li').first().getByRole('button').first().focus()
  await opened(page, 'Enter')
  await opinion(page).waitFor()
  await page.keyboard.press('g')
  await compose('zhuan')
  await page.keyboard.press('Escape')
  await compose('')
  // Still in the field: a letter is no key.
  await page.keyboard.type('j')
  await result(page, 1)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: '演示医生' }).click()
  await page.getByRole('menu').getByText('退出登录').waitFor()
  await page.keyboard.press('j')
  await result(page, 1)
  await page.keyboard.press('Escape')
  await page.getByText('退出登录').waitFor({ state: 'hidden' })
  await opened(page, 'j')
  await result(page, 2)
  expect(faults).toEqual([])
  await context.close()
})
