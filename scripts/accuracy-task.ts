import { asked, setOf, type Card } from './accuracy-cards.ts'
import {
  limitLines,
  numberOf,
  publishedOf,
  resultOf,
  table,
  titleOf,
  versionOf,
} from './accuracy-print.ts'
import { SHOWN } from './accuracy-shown.ts'

/** The page of one card: what its main figures mean for a patient, then all of its figures. */

/** A list of names is told by its length. */
const wordsOf = (value: unknown) =>
  Array.isArray(value) ? String(value.length) : typeof value === 'string' ? setOf(value) : ''

function dataOf({ data, licence }: Card): string {
  const keys = [...new Set(data.flatMap((set) => Object.keys(set)))]
  const rows = data.map((set) => keys.map((key) => wordsOf((set as Record<string, unknown>)[key])))
  return `${table(keys, rows)}\n\n${licence}`
}

function meaningOf(card: Card): string {
  const rows = (SHOWN[card.task]?.figures ?? []).flatMap((line) =>
    asked(card, line).map((figure) => [
      line.words ?? figure.name,
      setOf(figure.set),
      numberOf(figure),
      resultOf(figure),
      line.means(figure).en,
    ]),
  )
  return table(['figure', 'set', 'n', 'result', 'what it means'], rows)
}

function resultsOf(card: Card): string {
  const commands = [...new Set(card.figures.map(({ command }) => command))]
  return commands
    .map((command) => {
      const rows = card.figures
        .filter((figure) => figure.command === command)
        .map((figure) => [
          figure.name.replaceAll('_', ' '),
          setOf(figure.set),
          numberOf(figure),
          resultOf(figure),
          publishedOf(card, figure),
        ])
      return `\`${command}\`\n\n${table(['figure', 'set', 'n', 'result', 'published'], rows)}`
    })
    .join('\n\n')
}

export const taskPage = (card: Card, product: string) => `# ${titleOf(card)}

Printed by \`npm run accuracy\` from the card of \`${card.task}\`: ${versionOf(card)}; product ${product}.

${card.question} The words beside a result are computed from it. "Kept from training" is said of the network of this
page, and for the stage of the lesion or the screening network. Published figures are of other photographs: they give
the scale, and are no comparison.

## What it means

${meaningOf(card)}

## What it does not show

${limitLines(card, card.figures)}

## Data

${dataOf(card)}

## All figures

Every command reads labelled photographs from the folder \`EYE_DATA\`, which is no part of the project.

${resultsOf(card)}
${card.notes ? `\n## Notes\n\n${card.notes.map((note) => `- ${note}`).join('\n')}\n` : ''}`
