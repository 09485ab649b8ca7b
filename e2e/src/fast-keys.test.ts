import { readResult } from '@mingmou/contract'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { browser, journey, program } from './journey.ts'
import { signIn } from './steps.ts'
import { visitor } from './visitor.ts'

/** Keys that are quicker than the answers of the server. */

journey()

/** Answers to a call that wait until they are let go. */
async function holdAnswers(page: Page, path: RegExp) {
  const held: Route[] = []
  const hold = (route: Route) => {
    held.push(route)
  }
  await page.route(path, hold)
  return {
    asked: () => expect.poll(() => held.length).toBeGreaterThan(0),
    letGo: async () => {
      await page.unroute(path, hold)
      await Promise.all(held.map((route) => route.continue()))
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
  const results = await holdAnswers(page, /-analysis\/result$/)
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
    [...document.querySelectorAll('button')].find((one) => /重新分析/.test(one.innerText))?.click(),
  )
  await page.getByText('此前不会保存').waitFor()
  await page.keyboard.type('j')
  await result(page, 2)
  await expect
    .poll(() => opinion(page).inputValue(), { timeout: 120_000 })
    .toBe('first words\njky more.\nj')
  await page.getByText('草稿已保存，尚未签发。').waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('k')
  await result(page, 1)
  await page.getByText('签发报告').waitFor()
  expect(await opinion(page).inputValue()).toBe('')
  expect(faults).toEqual([])
  await context.close()
})
