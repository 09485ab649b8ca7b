import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import {
  asked,
  cardsOf,
  limitsOf,
  limitText,
  ROOT,
  setOf,
  short,
  type Card,
} from './accuracy-cards.ts'
import { firstPage } from './accuracy-first.ts'
import { binsOf, calibration, roc, stagesOf } from './accuracy-plots.ts'
import { ROWS } from './accuracy-rows.ts'
import { SHOWN } from './accuracy-shown.ts'
import { taskPage } from './accuracy-task.ts'
import type { Both } from './accuracy-words.ts'

/**
 * Prints `docs/accuracy.md` with its pictures, a page for each card, and the figures of the public page; `--check`
 * fails when one is older than its card.
 */

const FOLDER = join(ROOT, 'docs/accuracy')

const product = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version

/** A command exists when its file does: `npx tsx FILE` or `python3 -m training.MODULE`. */
function mustBeThere(command: string): void {
  const [, script, part] = /^(?:npx tsx (\S+)|python3 -m training\.([\w.]+))/.exec(command) ?? []
  const file = script ?? `training/${(part ?? '').replaceAll('.', '/')}.py`
  if (!existsSync(join(ROOT, file))) throw new Error(`no such command: ${command}`)
}

const inBoth = (card: Card, { zh, en }: Both) => ({
  zh: limitText(card, zh),
  en: limitText(card, en.replaceAll('`', '')),
})

function cardOf(cards: readonly Card[], task: string): Card {
  const card = cards.find((found) => found.task === task)
  if (!card) throw new Error(`${task}: no such card`)
  return card
}

/** The figures of the public page with their words, and their limits. Its other texts stand in the locale files. */
function publicOf(cards: readonly Card[]): string {
  const rows = ROWS.flatMap(({ name, task, figure, set }) => {
    if (!name) return []
    const card = cardOf(cards, task)
    const line = SHOWN[task]?.figures.find((shown) => shown.figure === figure)
    const [found] = asked(card, { figure, set })
    if (!line || !found || Array.isArray(found.value))
      throw new Error(`${task}: no one value for ${name}`)
    return [{ name, card, found, value: found.value, words: line.means(found) }]
  })
  const figures = rows.map(({ name, found, value, words }) => {
    const { n, positive, interval95 } = found
    const set = setOf(/^[\w-]+/.exec(found.set)?.[0] ?? '')
    return { name, set, n, positive, value: Number(short(value)), interval95, words }
  })
  const limits = cards.flatMap((card) =>
    card.limits.flatMap((limit) => {
      const of = rows.filter(
        (row) => row.card === card && limitsOf(card, row.found).includes(limit),
      )
      return of.length > 0 ? [{ of: of.map(({ name }) => name), ...inBoth(card, limit) }] : []
    }),
  )
  const free = rows.find(({ card, found }) => limitsOf(card, found).length === 0)
  if (free) throw new Error(`${free.name}: a figure of the public page has no limit in its card`)
  return JSON.stringify({ figures, limits })
}

function picturesOf(cards: readonly Card[]): [path: string, svg: string][] {
  const grading = cardOf(cards, 'grading')
  const curves = [
    binsOf(grading, 'stage, IDRiD', 'first'),
    binsOf(cardOf(cards, 'retinopathy'), 'small fields, EyePACS', 'second'),
  ]
  const other = binsOf(cardOf(cards, 'other_disease'), 'against normal, ODIR-5K', 'first', 'other')
  return [
    [join(FOLDER, 'stages.svg'), stagesOf(grading)],
    [join(FOLDER, 'roc.svg'), roc(curves, 'Referable retinopathy')],
    [join(FOLDER, 'other.svg'), roc([other], 'Other disease')],
    [join(FOLDER, 'calibration.svg'), calibration(curves)],
  ]
}

const printed = async (path: string, page: string) =>
  path.endsWith('.svg')
    ? page
    : await format(page, { ...(await resolveConfig(path)), filepath: path })

const cards = cardsOf()
for (const { figures } of cards) for (const { command } of figures) mustBeThere(command)
// A limit names figures that its card has.
for (const card of cards)
  for (const { of } of card.limits) for (const named of of) asked(card, named)
const pages = new Map([
  [join(ROOT, 'docs/accuracy.md'), firstPage(cards, product)],
  ...cards.map((card) => [join(FOLDER, `${card.task}.md`), taskPage(card, product)] as const),
  ...picturesOf(cards),
  [join(ROOT, 'web/src/features/site/accuracy.json'), publicOf(cards)],
])
mkdirSync(FOLDER, { recursive: true })
const old: string[] = readdirSync(FOLDER)
  .map((name) => join(FOLDER, name))
  .filter((path) => !pages.has(path))
for (const [path, page] of pages) {
  const text = await printed(path, page)
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) old.push(path)
}
if (old.length > 0) {
  const names = old.map((path) => path.slice(dirname(FOLDER).length + 1))
  console.error(`docs: older than the cards: ${names.join(', ')}. Run: npm run accuracy`)
  process.exit(1)
}
