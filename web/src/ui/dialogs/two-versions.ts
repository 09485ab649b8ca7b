import type { Choices, ConflictRow } from './conflict-dialog.tsx'

export type Values = Record<string, unknown>

/** The fields of a record that two people may have changed. */
interface Fields {
  /** Their labels, by name. */
  labels: Record<string, string>
  /** Fields that stay as they are stored while the form has no value of them. The others are cleared. */
  staying?: readonly string[] | undefined
  /** A value as it is read. */
  shown?: ((name: string, value: unknown) => string) | undefined
}

/** The fields that a form saves whatever it has of them. */
export const clearedBy = ({ labels, staying = [] }: Fields): string[] =>
  Object.keys(labels).filter((name) => !staying.includes(name))

/** What the form and the stored record say differently. `began`: what the form began from. */
export function rowsOfBoth(
  fields: Fields,
  { began, mine, stored }: { began: Values; mine: Values; stored: Values },
): ConflictRow[] {
  const { labels, staying = [], shown = (_, value) => String(value) } = fields
  const read = (name: string, value: unknown) => (isBlank(value) ? '' : shown(name, value))
  return Object.entries(labels).flatMap(([key, label]) => {
    if (staying.includes(key) && mine[key] === undefined) return []
    const row = { key, label, mine: read(key, mine[key]), stored: read(key, stored[key]) }
    const first = read(key, began[key]) === row.mine ? 'stored' : 'mine'
    return row.mine === row.stored ? [] : [{ ...row, first } as const]
  })
}

/** The fields of the body that saves each value as it was chosen. */
export function mergedBody(
  { labels, staying = [] }: Fields,
  { mine, stored }: { mine: Values; stored: Values },
  choices: Choices,
): Values {
  const stays = (name: string) => staying.includes(name)
  const of = (name: string) => {
    if (choices[name] !== 'stored') return mine[name]
    return stays(name) ? undefined : stored[name]
  }
  const chosen = Object.keys(labels).map((name) => [name, of(name)] as const)
  return Object.fromEntries(
    chosen.filter(([name, value]) => (stays(name) ? value !== undefined : !isBlank(value))),
  )
}

const isBlank = (value: unknown) => value === undefined || value === null || value === ''
