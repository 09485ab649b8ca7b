import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { z } from 'zod'
import { Account, type Figure } from '../analysis/src/cards.ts'
import { LIMITS, OVERVIEW, SET_NAMES, SHOWN, type Shown } from './accuracy-shown.ts'

/**
 * Prints `docs/accuracy.md`, a page for each card, and the figures of the public page; `--check` fails when one is
 * older than its card.
 */

const ROOT = resolve(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'docs/accuracy')
type Card = z.infer<typeof Account>

const product = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).version

function cardsOf(): Card[] {
  const models = join(ROOT, 'models')
  const files = readdirSync(models, { recursive: true, encoding: 'utf8' })
  const cards = files
    .filter((file) => file.endsWith('card.json'))
    // The cards of measures have no accuracy of their own.
    .filter((file) => !file.endsWith('measures/card.json'))
    .map((file) => Account.parse(JSON.parse(readFileSync(join(models, file), 'utf8'))))
  const tasks = cards.map(({ task }) => task)
  const strange = [...Object.keys(SHOWN), ...tasks].find(
    (task) => !(task in SHOWN && tasks.includes(task)),
  )
  if (strange) throw new Error(`${strange}: a card and scripts/accuracy-shown.ts do not agree`)
  return Object.keys(SHOWN).flatMap((task) => cards.filter((card) => card.task === task))
}

/** A command exists when its file does: `npx tsx FILE` or `python3 -m training.MODULE`. */
function mustBeThere(command: string): void {
  const [, script, part] = /^(?:npx tsx (\S+)|python3 -m training\.(\w+))/.exec(command) ?? []
  const file = script ?? `training/${part ?? ''}.py`
  if (!existsSync(join(ROOT, file))) throw new Error(`no such command: ${command}`)
}

const cell = (text: string) => text.replaceAll('|', '\\|')
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

const short = (value: number) => String(Number(value.toFixed(3)))
const SET = new RegExp(`\\b(${Object.keys(SET_NAMES).join('|')})(?![\\w-])`, 'g')
const setOf = (set: string) => set.replace(SET, (name) => SET_NAMES[name] ?? name)
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

/** The figures of a card that one line of SHOWN asks for. */
function asked({ task, figures }: Card, { figure, set }: Shown): Figure[] {
  const of = figures.filter((one) => one.name === figure && one.set.startsWith(set ?? ''))
  if (of.length === 0) throw new Error(`${task}: the card has no figure "${figure}"`)
  return of
}

const titleOf = ({ task }: Card) => SHOWN[task]?.title ?? task
const versionOf = ({ version, sha256 }: Card) =>
  sha256 ? `network ${version}, checksum ${sha256.slice(0, 12)}` : `rules ${version}, no network`

function section(card: Card): string {
  const rows = (SHOWN[card.task]?.figures ?? []).flatMap((shown) =>
    asked(card, shown).map((one) => [
      shown.words ?? one.name,
      setOf(one.set),
      numberOf(one),
      resultOf(one),
      publishedOf(card, one),
      `\`${one.command}\``,
    ]),
  )
  return `### ${titleOf(card)}

[${card.question}](accuracy/${card.task}.md) (${versionOf(card)})

${table(['figure', 'set', 'n', 'result', 'published', 'command'], rows)}
`
}

const wholePage = (cards: readonly Card[]) => `# How accurate the analysis is

Printed by \`npm run accuracy\` from the cards of the models, \`models/*/*/card.json\`, for version ${product} of the product.
Networks and rules have versions of their own. Each heading leads to a page with all figures of its card.

\`n\` counts photographs, or single lesions where the figure is of lesions. Every command reads labelled photographs from
the folder \`EYE_DATA\`, which is no part of the project. "Kept from training" is said of the network of that page, and for the
stage of the lesion or the screening network. Published figures are of other photographs: they give the scale, and are no comparison.
How the figures are taken is in [measures.md](measures.md), what was tried in [training](../training/README.md).

## Five limits

${LIMITS.map((limit, i) => `${i + 1}. ${limit}`).join('\n')}

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

${card.limits.map((limit) => `- ${limit}`).join('\n')}
`

/** The figures of the public page. Its texts stand in the locale files. */
function overviewOf(cards: readonly Card[]): string {
  const rows = OVERVIEW.map(({ name, task, ...shown }) => {
    const card = cards.find((one) => one.task === task)
    const [found] = card ? asked(card, shown) : []
    if (!found || Array.isArray(found.value)) throw new Error(`${task}: no one value for ${name}`)
    const { n, positive, value, interval95 } = found
    const set = setOf(/^[\w-]+/.exec(found.set)?.[0] ?? '')
    return { name, set, n, positive, value: Number(value.toFixed(3)), interval95 }
  })
  return JSON.stringify(rows)
}

const cards = cardsOf()
for (const { figures } of cards) for (const { command } of figures) mustBeThere(command)
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
