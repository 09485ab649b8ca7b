import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { z } from 'zod'
import { Account, type Figure, type Limit } from '../analysis/src/cards.ts'
import { SET_NAMES, SHOWN } from './accuracy-shown.ts'

/** The cards of the models, and what the pages of accuracy ask of them. */

export const ROOT = resolve(import.meta.dirname, '..')
export type Card = z.infer<typeof Account>

export function cardsOf(): Card[] {
  const models = join(ROOT, 'models')
  const files = readdirSync(models, { recursive: true, encoding: 'utf8' })
  const cards = files
    .filter((file) => file.endsWith('card.json'))
    // What is measured and what is proposed by rules has no accuracy of its own.
    .filter((file) => !/(measures|next-steps)\/card\.json$/.test(file))
    .map((file) => Account.parse(JSON.parse(readFileSync(join(models, file), 'utf8'))))
  const tasks = cards.map(({ task }) => task)
  const strange = [...Object.keys(SHOWN), ...tasks].find(
    (task) => !(task in SHOWN && tasks.includes(task)),
  )
  if (strange) throw new Error(`${strange}: a card and scripts/accuracy-shown.ts do not agree`)
  return Object.keys(SHOWN).flatMap((task) => cards.filter((card) => card.task === task))
}

export const short = (value: number) => String(Number(value.toFixed(3)))
const SET = new RegExp(`\\b(${Object.keys(SET_NAMES).join('|')})(?![\\w-])`, 'g')
export const setOf = (set: string) => set.replace(SET, (name) => SET_NAMES[name] ?? name)
/** The figures of a card that a name and the beginning of a set ask for. */
export function asked({ task, figures }: Card, { figure, set }: Limit['of'][number]): Figure[] {
  const of = figures.filter((each) => each.name === figure && each.set.startsWith(set ?? ''))
  if (of.length === 0) throw new Error(`${task}: the card has no figure "${figure}"`)
  return of
}

/** The text of a limit: a name of a figure in it stands for its value. */
export const limitText = (card: Card, text: string) =>
  text.replace(/\{([^}]+)\}/g, (_, figure: string) =>
    asked(card, { figure })
      .map(({ value }) => [value].flat().map(short).join(', '))
      .join('; '),
  )

export const limitsOf = (card: Card, figure: Figure) =>
  card.limits.filter(({ of }) => of.some((named) => asked(card, named).includes(figure)))
