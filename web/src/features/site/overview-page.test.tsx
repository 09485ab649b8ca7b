import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { cleanup, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { show } from '../../testing/render.tsx'
import { Component } from './overview-page.tsx'

/** The cards of the models against what people read of them: the public page and `docs/accuracy.md`. */

const ROOT = resolve(import.meta.dirname, '../../../..')
interface Card {
  figures: { name: string; value: number | number[]; n: number; interval95?: number[] }[]
  limits: { of: { figure: string; set?: string }[]; en: string; zh: string }[]
}
const CARDS = readdirSync(`${ROOT}/models`, { recursive: true, encoding: 'utf8' })
  // The others choose and propose; they measure nothing.
  .filter((path) => path.endsWith('card.json') && !/measures|next-steps/.test(path))
  .map((path) => JSON.parse(readFileSync(`${ROOT}/models/${path}`, 'utf8')) as Card)
const FIGURES = CARDS.flatMap(({ figures }) => figures)

afterEach(() => {
  cleanup()
  localStorage.clear()
})

/** The numbers that words call computed: what stands behind 约 or about. */
const computed = (words: string) =>
  [...words.matchAll(/(?:约|about )(\d+(?:\.\d+)?)/g)].map(([, number]) => Number(number))
/** Numbers of a figure: as it is, of a hundred, and what is left of a hundred. */
function agrees(value: number, words: string, n: number): boolean {
  const near = (number: number, to: number, by: number) => Math.abs(number - to) <= by
  const numbers = computed(words)
  if (numbers.length === 0) return words.includes(String(n)) && (value === 0 || value === 1)
  return numbers.every(
    (number) =>
      near(number, Math.abs(value), number < 1 ? 0.051 : 0) ||
      near(number, value * 100, 0.501) ||
      near(number, 100 - value * 100, 0.501) ||
      near(number, value, 0.051),
  )
}

async function page(language: 'zh-CN' | 'en') {
  localStorage.setItem('language', language)
  const shown = await show(
    <MemoryRouter>
      <Component />
    </MemoryRouter>,
    'overview',
  )
  return shown.container
}

test.each([
  ['zh-CN', /\p{Script=Han}.*。$/u],
  ['en', /^[^\p{Script=Han}]+\.$/u],
] as const)(
  'every figure of the public page says in plain words what it means, in %s',
  async (language, sentence) => {
    const container = await page(language)
    const rows = [...container.querySelectorAll<HTMLElement>('tbody tr:has(td)')]
    expect(rows.length).toBeGreaterThan(20)
    for (const row of rows) {
      const words = row.querySelector('.overview-words')?.textContent ?? ''
      expect(words).toMatch(sentence)
      const [value = '', low, high] = (
        row.querySelector('td:last-child')?.textContent.match(/\d+(?:\.\d+)?/g) ?? []
      ).map(Number)
      const found = FIGURES.filter(
        (figure) => typeof figure.value === 'number' && Number(figure.value.toFixed(3)) === value,
      )
      expect(
        found.some((figure) => agrees(Number(figure.value), words, figure.n)),
        words,
      ).toBe(true)
      const [, from, to] = /(?:每100中|interval is )([\d.]+)(?:至| to )([\d.]+)/.exec(words) ?? []
      expect([words, from !== undefined]).toEqual([words, low !== undefined])
      for (const [end, said] of [
        [low, from],
        [high, to],
      ] as const)
        if (end !== undefined) expect(Math.abs(end * 100 - Number(said))).toBeLessThan(0.51)
    }
  },
)

test.each(['zh-CN', 'en'] as const)(
  'each limit of the public page stands in a card and names figures shown, in %s',
  async (language) => {
    const container = await page(language)
    const table = within(container).getByRole('table').textContent
    const limits = [...container.querySelectorAll('.overview-limits li')]
    expect(limits.length).toBeGreaterThan(20)
    const known = CARDS.flatMap((card) => card.limits)
    const texts = new Set(known.map(({ en, zh }) => (language === 'en' ? en : zh)))
    const named: string[] = []
    for (const limit of limits) {
      const [text, of] = [...limit.childNodes].map(({ textContent }) => textContent ?? '')
      // A value in a limit is computed from the card.
      const asInCard = [...texts].some((sentence) =>
        new RegExp(
          `^${sentence
            .replaceAll('`', '')
            .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
            .replace(/\{[^}]+\}/g, '[\\d.]+')}$`,
        ).test(text ?? ''),
      )
      expect([text, asInCard]).toEqual([text, true])
      const figures = (of ?? '').replace(/^[^:：]+[:：]\s*/, '').split(/; |；/)
      named.push(...figures)
      for (const figure of figures) {
        const [, name = '?', value = '?'] = /^(.+) (\S+)$/.exec(figure) ?? []
        expect([figure, table.includes(name), table.includes(value)]).toEqual([figure, true, true])
      }
    }
    // No figure without a limit.
    for (const row of container.querySelectorAll('tbody tr:has(td)')) {
      const name = row.querySelector('td')?.firstChild?.textContent ?? ''
      expect([name, named.some((figure) => figure.startsWith(name))]).toEqual([name, true])
    }
  },
)

test.each([
  ['zh-CN', /中，没有一张被误报为2级或以上/, /有其他眼病的照片中，约\d+张被提示疑似其他异常/],
  ['en', /measured, none are told stage 2/, /of other diseases, about \d+ are told suspected/],
] as const)(
  'the public page says what never happened as such, and what it does about other disease, in %s',
  async (language, never, other) => {
    const text = (await page(language)).textContent
    for (const words of [never, other]) expect(text).toMatch(words)
    expect(text).not.toMatch(/张没有，无一例外|are not, without exception/)
  },
)

test('a limit of a card names figures of that card, in both languages', () => {
  for (const { figures, limits } of CARDS)
    for (const { of, en, zh } of limits) {
      expect(of.length).toBeGreaterThan(0)
      for (const { figure } of of) expect(figures.map(({ name }) => name)).toContain(figure)
      expect(en).not.toMatch(/\p{Script=Han}/u)
      expect(zh).toMatch(/\p{Script=Han}/u)
    }
})

const cells = (line: string) => line.split(/(?<!\\)\|/).map((cell) => cell.trim())

test('every main figure of the page of a task has words that agree with its result', () => {
  const rows = readdirSync(`${ROOT}/docs/accuracy`)
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const text = readFileSync(`${ROOT}/docs/accuracy/${file}`, 'utf8')
      const [, meaning = ''] = /## What it means\n([^#]*)/.exec(text) ?? []
      const [, , ...figures] = meaning.split('\n').filter((line) => line.startsWith('|'))
      return figures.map(cells)
    })
  expect(rows.length).toBeGreaterThan(60)
  for (const [, figure, , n, result = '', words = ''] of rows) {
    const value = Number.parseFloat(result)
    expect([figure, words, agrees(value, words, Number.parseInt(n ?? '', 10))]).toEqual([
      figure,
      words,
      true,
    ])
  }
})

test('the first page of accuracy has a result for every task, and six limits that cards have', () => {
  const text = readFileSync(`${ROOT}/docs/accuracy.md`, 'utf8')
  const tasks = readdirSync(`${ROOT}/docs/accuracy`).filter((file) => file.endsWith('.md'))
  const rows = text.split('\n').filter((line) => /^\| (?:\[| +\|)/.test(line))
  for (const file of tasks) expect(rows.join()).toContain(`(accuracy/${file})`)
  for (const row of rows) expect(cells(row)[5]).toMatch(/^\d/)
  const limits = text.split('\n').filter((line) => /^\d\. \*\*/.test(line))
  expect(limits).toHaveLength(6)
  const said = CARDS.flatMap((card) => card.limits.map(({ en }) => en.replace(/\{[^}]+\}.*/, '')))
  for (const limit of limits)
    expect([limit, said.some((words) => words !== '' && limit.includes(words))]).toEqual([
      limit,
      true,
    ])
})

test('no page says that photographs were not graded where figures of graded ones stand', () => {
  const graded = FIGURES.some(({ name, n }) => name === 'oedema of risk 2: suspected' && n > 0)
  expect(graded).toBe(true)
  for (const file of ['docs/accuracy.md', 'README.md', 'web/src/locales/en/overview.json'])
    expect(readFileSync(`${ROOT}/${file}`, 'utf8')).not.toMatch(
      /never compared|graded at full size/,
    )
  expect(readFileSync(`${ROOT}/web/src/locales/zh-CN/overview.json`, 'utf8')).not.toMatch(
    /从未与已分级|没有按原尺寸分级/,
  )
})
