import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import type { Figure, Limit } from '../analysis/src/cards.ts'
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
import { OVERVIEW, SHOWN } from './accuracy-shown.ts'
import type { Both } from './accuracy-words.ts'

/**
 * Prints `docs/accuracy.md`, a page for each card, and the figures of the public page; `--check` fails when one is
 * older than its card.
 */

const FOLDER = join(ROOT, 'docs/accuracy')

const product = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version

/** A command exists when its file does: `npx tsx FILE` or `python3 -m training.MODULE`. */
function mustBeThere(command: string): void {
  const [, script, part] = /^(?:npx tsx (\S+)|python3 -m training\.(\w+))/.exec(command) ?? []
  const file = script ?? `training/${part ?? ''}.py`
  if (!existsSync(join(ROOT, file))) throw new Error(`no such command: ${command}`)
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const numberOf = ({ n, positive }: Figure) =>
  positive === undefined ? String(n) : `${n}, ${positive} of them positive`

function resultOf({ value, interval95 }: Figure): string {
  const result = Array.isArray(value) ? value.map(short).join(', ') : short(value)
  return interval95 ? `${result} (95 %: ${interval95.map(short).join('-')})` : result
}

function publishedOf({ published }: Card, { name, set }: Figure): string {
  const of = published.filter((one) => one.figure === name && (!one.set || set.startsWith(one.set)))
  return of.map(({ value, source }) => `${value} [${source}]`).join('; ') || '–'
}

/** How a figure is called on the pages. */
const wordsFor = ({ task }: Card, { name }: Figure) =>
  SHOWN[task]?.figures.find(({ figure }) => figure === name)?.words ?? name.replaceAll('_', ' ')

/** A limit with the figures it limits, of all figures or of those that a page shows. */
function limitLine(card: Card, limit: Limit, of: readonly Figure[]): string {
  const limited = of.filter((figure) => limitsOf(card, figure).includes(limit))
  const named = new Map<string, string[]>()
  for (const figure of limited) {
    const words = wordsFor(card, figure)
    named.set(words, [...(named.get(words) ?? []), [figure.value].flat().map(short).join(', ')])
  }
  const list = [...named].map(([words, values]) => `${words} ${values.join(' / ')}`)
  return list.length === 0 ? '' : `- ${limitText(card, limit.en)} *Limits: ${list.join('; ')}.*`
}
const limitLines = (card: Card, of: readonly Figure[]) =>
  card.limits
    .map((limit) => limitLine(card, limit, of))
    .filter(Boolean)
    .join('\n')

const titleOf = ({ task }: Card) => SHOWN[task]?.title ?? task
const versionOf = ({ version, sha256 }: Card) =>
  sha256 ? `network ${version}, checksum ${sha256.slice(0, 12)}` : `rules ${version}, no network`

function section(card: Card): string {
  const shown = (SHOWN[card.task]?.figures ?? []).flatMap((line) =>
    asked(card, line).map((one) => ({ line, one })),
  )
  const rows = shown.map(({ line, one }) => [
    line.words ?? one.name,
    setOf(one.set),
    numberOf(one),
    resultOf(one),
    line.means(one).en,
    publishedOf(card, one),
    `\`${one.command}\``,
  ])
  return `### ${titleOf(card)}

[${card.question}](accuracy/${card.task}.md) (${versionOf(card)})

${table(['figure', 'set', 'n', 'result', 'what it means', 'published', 'command'], rows)}

${limitLines(
  card,
  shown.map(({ one }) => one),
)}
`
}

const wholePage = (cards: readonly Card[]) => `# How accurate the analysis is

Printed by \`npm run accuracy\` from the cards of the models, \`models/*/*/card.json\`, for version ${product} of the product.
Networks and rules have versions of their own. Each heading leads to a page with all figures of its card.

\`n\` counts photographs, or single lesions where the figure is of lesions. Every command reads labelled photographs from
the folder \`EYE_DATA\`, which is no part of the project. "Kept from training" is said of the network of that page, and for the
stage of the lesion or the screening network. Published figures are of other photographs: they give the scale, and are no comparison.
How the figures are taken is in [measures.md](measures.md), what was tried in [training](../training/README.md).

The words beside a result are computed from it. Below each table stand the limits that its card has, each with the
figures it limits.

## Figures

${cards.map(section).join('\n')}`

/** A list of names is told by its length. */
const wordsOf = (value: unknown) =>
  Array.isArray(value) ? String(value.length) : typeof value === 'string' ? setOf(value) : ''

function dataOf({ data, licence }: Card): string {
  const keys = [...new Set(data.flatMap((one) => Object.keys(one)))]
  const rows = data.map((one) => keys.map((key) => wordsOf((one as Record<string, unknown>)[key])))
  return `${table(keys, rows)}\n\n${licence}`
}

function resultsOf(card: Card): string {
  const commands = [...new Set(card.figures.map(({ command }) => command))]
  return commands
    .map((command) => {
      const rows = card.figures
        .filter((one) => one.command === command)
        .map((one) => [
          one.name.replaceAll('_', ' '),
          setOf(one.set),
          numberOf(one),
          resultOf(one),
          publishedOf(card, one),
        ])
      return `\`${command}\`\n\n${table(['figure', 'set', 'n', 'result', 'published'], rows)}`
    })
    .join('\n\n')
}

const onePage = (card: Card) => `# ${titleOf(card)}

Printed by \`npm run accuracy\` from the card of \`${card.task}\`: ${versionOf(card)}; product ${product}.

## Question

${card.question}

## Data

${dataOf(card)}

## Result

${resultsOf(card)}

## What it does not show

${limitLines(card, card.figures)}
${card.notes ? `\n## Notes\n\n${card.notes.map((note) => `- ${note}`).join('\n')}\n` : ''}`

const inBoth = (card: Card, { zh, en }: Both) => ({
  zh: limitText(card, zh),
  en: limitText(card, en.replaceAll('`', '')),
})

/** The figures of the public page with their words, and their limits. Its other texts stand in the locale files. */
function overviewOf(cards: readonly Card[]): string {
  const rows = OVERVIEW.map(({ name, task, figure, set }) => {
    const card = cards.find((one) => one.task === task)
    const line = SHOWN[task]?.figures.find((one) => one.figure === figure)
    const [found] = card ? asked(card, { figure, set }) : []
    if (!card || !line || !found || Array.isArray(found.value))
      throw new Error(`${task}: no one value for ${name}`)
    return { name, card, found, value: found.value, words: line.means(found) }
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

const cards = cardsOf()
for (const { figures } of cards) for (const { command } of figures) mustBeThere(command)
// A limit names figures that its card has.
for (const card of cards) for (const { of } of card.limits) for (const one of of) asked(card, one)
const pages = new Map([
  [join(ROOT, 'docs/accuracy.md'), wholePage(cards)],
  ...cards.map((card) => [join(FOLDER, `${card.task}.md`), onePage(card)] as const),
  [join(ROOT, 'web/src/features/site/accuracy.json'), overviewOf(cards)],
])
mkdirSync(FOLDER, { recursive: true })
const old: string[] = readdirSync(FOLDER)
  .map((name) => join(FOLDER, name))
  .filter((path) => !pages.has(path))
for (const [path, page] of pages) {
  const text = await format(page, { ...(await resolveConfig(path)), filepath: path })
  if (!process.argv.includes('--check')) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) old.push(path)
}
if (old.length > 0) {
  const names = old.map((path) => path.slice(dirname(FOLDER).length + 1))
  console.error(`docs: older than the cards: ${names.join(', ')}. Run: npm run accuracy`)
  process.exit(1)
}
