import { readFile, writeFile } from 'node:fs/promises'
import { Account, type Figure } from '../cards.ts'
import { cardPath } from './files.ts'

/**
 * Puts the figures that `command` printed into a card, in place of its earlier ones. Figures of other commands stay.
 * `rest`: other fields of the card to replace.
 */
export async function writeFigures(
  task: string,
  command: string,
  figures: readonly Omit<Figure, 'command'>[],
  rest: object = {},
): Promise<void> {
  const path = await cardPath(task)
  const card = JSON.parse(await readFile(path, 'utf8')) as object
  const others = Account.parse(card).figures.filter((figure) => figure.command !== command)
  const printed = figures.map((figure) => ({ ...figure, command }))
  const all = Account.shape.figures.parse([...others, ...printed])
  await writeFile(path, `${JSON.stringify({ ...card, figures: all, ...rest }, null, 2)}\n`)
}
