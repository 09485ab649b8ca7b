import { wilson } from '@mingmou/contract'
import type { Figure, Limit } from '../analysis/src/cards.ts'
import { limitsOf, limitText, short, type Card } from './accuracy-cards.ts'
import { SHOWN } from './accuracy-shown.ts'

/** What every page of accuracy prints alike: tables, results, intervals, published figures, limits. */

const cell = (text: string) => text.replaceAll('|', '\\|')
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n')

export const numberOf = ({ n, positive }: Figure) =>
  positive === undefined ? String(n) : `${n}, ${positive} of them positive`

export function resultOf({ value, interval95 }: Figure): string {
  const result = Array.isArray(value) ? value.map(short).join(', ') : short(value)
  return interval95 ? `${result} (95 %: ${interval95.map(short).join('-')})` : result
}

/** A share of photographs counted one by one, with Wilson's interval where the card has none. */
export function withInterval(figure: Figure): Figure {
  if (figure.interval95 || Array.isArray(figure.value)) return figure
  return { ...figure, interval95: wilson(Math.round(figure.value * figure.n), figure.n) }
}

export function publishedOf({ published }: Card, { name, set }: Figure): string {
  const like = published.filter(
    (entry) => entry.figure === name && (!entry.set || set.startsWith(entry.set)),
  )
  return like.map(({ value, source }) => `${value} [${source}]`).join('; ') || '–'
}

/** How a figure is called on the pages. */
export const wordsFor = ({ task }: Card, { name }: Figure) =>
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
export const limitLines = (card: Card, of: readonly Figure[]) =>
  card.limits
    .map((limit) => limitLine(card, limit, of))
    .filter(Boolean)
    .join('\n')

export const titleOf = ({ task }: Card) => SHOWN[task]?.title ?? task
export const versionOf = ({ version, sha256 }: Card) =>
  sha256 ? `network ${version}, checksum ${sha256.slice(0, 12)}` : `rules ${version}, no network`
