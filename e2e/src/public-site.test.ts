import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { browser, journey, program } from './journey.ts'
import { visitor } from './visitor.ts'

const DIST = resolve(import.meta.dirname, '../../web/dist')
const MOST_SCRIPT_BYTES = 150_000

journey()

test('a first visitor of the home page waits for less than 150 kB of scripts', async () => {
  const { context, page, faults } = await visitor(browser)
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname)
  })
  await page.goto(program.url)
  await page.getByRole('heading', { name: '六步完成诊断' }).waitFor()
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(
    [...scripts].map(async (path) => (await stat(join(DIST, `${path}.gz`))).size),
  )
  expect(sizes.length).toBeGreaterThan(5)
  expect(sizes.reduce((all, size) => all + size, 0)).toBeLessThan(MOST_SCRIPT_BYTES)
  expect(faults).toEqual([])
  await context.close()
})

test('the beginning of the home page is there before the program, in the language last read', async () => {
  const { context, page } = await visitor(browser)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto(program.url)
  await page.getByRole('heading', { name: '看得见依据的眼科影像智能诊断' }).waitFor()
  await page.evaluate(() => localStorage.setItem('language', 'en'))
  await page.reload()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  expect(await page.getByText('看得见依据的眼科影像智能诊断').isVisible()).toBe(false)
  await page.goto(`${program.url}/#/app/patient`)
  await page.reload()
  expect(await page.locator('.first-view:visible').count()).toBe(0)
  await context.close()
})
