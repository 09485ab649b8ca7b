import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { painted } from './browser.ts'

/**
 * Records every shift of the layout that follows no press or key, and the elements that shifted.
 */
export const NOTE_SHIFTS = `
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) window.shifts.push({ value, what: sources.map(({ node }) => node?.className ?? node?.nodeName) })
  }).observe({ type: 'layout-shift', buffered: true })
`
interface Shift {
  value: number
  what: string[]
}
const MOST_SHIFT = 0.02

/** The shifts since the last call; none where they stay within the bound. */
export async function tooMuch(of: Page, most = MOST_SHIFT): Promise<Shift[]> {
  await painted(of)
  const shifts = await of.evaluate<Shift[]>('window.shifts.splice(0)')
  const sum = shifts.reduce((all, { value }) => all + value, 0)
  return sum < most ? [] : shifts
}

const axeSource = () =>
  readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** No faults of WCAG, but a person who hears the page finds its parts by them. */
const PARTS = ['landmark-unique', 'heading-order']

/** The serious faults that axe finds by WCAG 2.2 AA, target sizes included, and parts that cannot be told apart. */
export async function serious(of: Page): Promise<string[]> {
  // Another address of the program is the same document, and has axe already.
  if (await of.evaluate(() => !('axe' in window))) await of.evaluate(await axeSource())
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const rules = Object.fromEntries(PARTS.map((id) => [id, { enabled: true }]))
  const options = { runOnly: tags, rules, resultTypes: ['violations'] }
  // What passed is most of the result, and took longer to hand over than to find.
  const violations = await of.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  )
  return violations
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || PARTS.includes(id))
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}`))
}
