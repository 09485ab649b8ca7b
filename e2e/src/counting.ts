import type { Page } from 'playwright-core'

/**
 * Clicks and keys of the person, as the pages of the browser see them, and the seconds. Text that a journey fills in is
 * no key.
 */
export interface Counting {
  said: () => Promise<string>
  restart: () => Promise<void>
}

/** Counts from the next page on. */
export async function counting(page: Page): Promise<Counting> {
  await page.context().addInitScript(() => {
    const count = (name: string) => {
      const before = Number(sessionStorage.getItem(name))
      sessionStorage.setItem(name, String(before + 1))
    }
    // Enter on a button is a click of no pointer.
    addEventListener(
      'click',
      ({ isTrusted, detail }) => isTrusted && detail > 0 && count('clicks'),
      true,
    )
    addEventListener('keydown', ({ isTrusted }) => isTrusted && count('keys'), true)
  })
  let began = Date.now()
  return {
    said: async () => {
      const [clicks, keys] = await page.evaluate(() =>
        ['clicks', 'keys'].map((name) => Number(sessionStorage.getItem(name))),
      )
      return `${clicks} clicks, ${keys} keys, ${Math.round((Date.now() - began) / 1000)} s`
    },
    restart: async () => {
      await page.evaluate(() =>
        ['clicks', 'keys'].forEach((name) => sessionStorage.removeItem(name)),
      )
      began = Date.now()
    },
  }
}
