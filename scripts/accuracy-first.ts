import { asked, limitText, setOf, type Card } from './accuracy-cards.ts'
import {
  numberOf,
  publishedOf,
  resultOf,
  table,
  titleOf,
  withInterval,
  wordsFor,
} from './accuracy-print.ts'
import { FIRST_LIMITS, ORDER, ROWS, type Row } from './accuracy-rows.ts'

/** `docs/accuracy.md`: what an ophthalmologist reads in five minutes. */

const linkOf = (card: Card) => `[${titleOf(card)}](accuracy/${card.task}.md)`

function rowsOf(card: Card, rows: readonly Row[]): string[][] {
  return rows.map((row, at) => {
    const [figure] = asked(card, row)
    if (!figure) throw new Error(`${card.task}: no figure for "${row.figure}"`)
    return [
      at === 0 ? linkOf(card) : '',
      wordsFor(card, figure),
      row.said ?? setOf(/^[^,;]+/.exec(figure.set)?.[0] ?? figure.set),
      numberOf(figure),
      resultOf(row.counted ? withInterval(figure) : figure),
      publishedOf(card, figure),
    ]
  })
}

function limitOf(cards: readonly Card[], { task, begins }: { task: string; begins: string }) {
  const card = cards.find((found) => found.task === task)
  const limit = card?.limits.find(({ en }) => en.startsWith(begins))
  if (!card || !limit) throw new Error(`${task}: no limit begins with "${begins}"`)
  return limitText(card, limit.en)
}

const limitsOfAll = (cards: readonly Card[]) =>
  FIRST_LIMITS.map(
    ({ about, of }, at) =>
      `${at + 1}. **${about}.** ${of.map((limit) => limitOf(cards, limit)).join(' ')}`,
  ).join('\n')

export const firstPage = (
  cards: readonly Card[],
  product: string,
) => `# How accurate the analysis is

Printed by \`npm run accuracy\` from the cards of the models, for version ${product} of the product. The photographs
were kept from training, except where the page of a task says otherwise. Published figures are of other photographs: they give the
scale, and are no comparison. \`n\` counts photographs, or single lesions where the figure is of lesions. A result has
its interval of 95 % where cases are counted one by one.

The first column leads to the page of a task: the version of its network, and all figures with their meaning in words and
the command that measures them.

${table(
  ['task', 'figure', 'set', 'n', 'result', 'published'],
  ORDER.flatMap((task) =>
    cards
      .filter((card) => card.task === task)
      .flatMap((card) =>
        rowsOf(
          card,
          ROWS.filter((row) => row.task === task),
        ),
      ),
  ),
)}

Dice is the overlap of two outlines: 1 where they are the same. AUC is the share of pairs, one ill and one well, that
are put in the right order: a guess reaches 0.5. Referable is stage 2 or more.

## The stage of retinopathy

The first picture counts photographs. The two below it add the network that sees small fields whole.

![Stage by the grader against the stage told](accuracy/stages.svg)

![Sensitivity against false alarms of referable retinopathy](accuracy/roc.svg)

![Chance told of referable retinopathy against the share that has it](accuracy/calibration.svg)

## Other disease

![Sensitivity against false alarms of other disease](accuracy/other.svg)

## Limits to know first

${limitsOfAll(cards)}

Each page of a task has all limits of its card, with the figures that they limit. How figures are taken is in
[measures.md](measures.md), what was tried in [training/log](../training/log).
`
