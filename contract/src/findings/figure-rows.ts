import { z } from 'zod'
import { figure, type Figure, type FigureError, type Unit } from './figure-table.ts'

/**
 * A figure as it is stated, once, by its name in a group of the findings. Schemas, the part of a report, the table, the
 * words and the upgrade of what is stored derive from it.
 */
interface FigureRow extends Partial<Pick<Figure, 'layer' | 'rare' | 'norm' | 'traced' | 'group'>> {
  /** Its place in a report: a group and a field of it. */
  report: `${string}.${string}`
  unit: Unit
  digits: number
  error: FigureError
  name: readonly [zh: string, en: string]
  /** The first versions of stored findings and of reports that have it; absent where all have it. */
  since?: { findings?: number; report?: number }
}
export type FigureRows = Readonly<Record<string, FigureRow>>

type NullableNumber = z.ZodNullable<z.ZodNumber>
/** The names that rows have in a group of a report. */
type NamesIn<Rows extends FigureRows, Group extends string> = {
  [Key in keyof Rows]: Rows[Key]['report'] extends `${Group}.${infer Name}` ? Name : never
}[keyof Rows]

const valuesOf = <Rows extends FigureRows, Value>(
  rows: Rows,
  value: (row: FigureRow) => Value,
): Record<keyof Rows, Value> =>
  Object.fromEntries(Object.entries(rows).map(([key, row]) => [key, value(row)])) as Record<
    keyof Rows,
    Value
  >

/** For each row in a group of a report: by the name there, what stands for the row's key. */
function inGroup<Rows extends FigureRows, Group extends string, Value>(
  rows: Rows,
  group: Group,
  value: (key: keyof Rows, row: FigureRow) => Value,
): Record<NamesIn<Rows, Group>, Value> {
  const there = Object.entries(rows).filter(([, { report }]) => report.startsWith(`${group}.`))
  return Object.fromEntries(
    there.map(([key, row]) => [row.report.slice(group.length + 1), value(key, row)]),
  ) as Record<NamesIn<Rows, Group>, Value>
}

/** The fields of the findings. */
export const findingFields = <Rows extends FigureRows>(
  rows: Rows,
): Record<keyof Rows, NullableNumber> => valuesOf(rows, () => z.number().nullable())

/** A number for each, below those that a sample of findings states: so a new figure needs none there. */
export const sampleFigures = <Rows extends FigureRows>(rows: Rows): Record<keyof Rows, number> =>
  valuesOf(rows, () => 1)

/** Both wordings of each, for the texts at `measure`. */
export const figureNames = <Rows extends FigureRows>(
  rows: Rows,
): Record<keyof Rows, FigureRow['name']> => valuesOf(rows, ({ name }) => name)

/** The fields of a group of a report. */
export const reportFields = <Rows extends FigureRows, Group extends string>(
  rows: Rows,
  group: Group,
): Record<NamesIn<Rows, Group>, NullableNumber> => inGroup(rows, group, () => z.number().nullable())

/** The figures of a group of a report, from the group of the findings; null without that. */
export const reportedFigures = <Rows extends FigureRows, Group extends string>(
  rows: Rows,
  group: Group,
  found: Readonly<Record<keyof Rows, number | null>> | null,
): Record<NamesIn<Rows, Group>, number | null> =>
  inGroup(rows, group, (key) => found?.[key] ?? null)

/** Rows of the table of figures. `place`: of their group in the findings. */
export const figuresOf = (
  place: string,
  rows: FigureRows,
  shared: Pick<Partial<Figure>, 'group' | 'layer'> = {},
): Figure[] =>
  Object.entries(rows).map(([key, row]) =>
    figure(`${place}.${key}`, row.unit, row.digits, { ...shared, ...ofTable(row) }),
  )

/** What the table of figures says besides. */
const ofTable = (row: FigureRow): Partial<Figure> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== 'name' && name !== 'since'))

/** Rows by the place of their group in the findings. */
type RowsAt = Readonly<Record<string, FigureRows>>
const allOf = (rows: RowsAt): FigureRow[] =>
  Object.values(rows).flatMap((one) => Object.values(one))

/** The version of a stored shape: that of the newest row, and not before `least`. */
export const versionOf = (kind: 'findings' | 'report', least: number, rows: RowsAt): number =>
  Math.max(least, ...allOf(rows).map(({ since }) => since?.[kind] ?? 0))

type Stored = Record<string, unknown>
const isGroup = (value: unknown): value is Stored => typeof value === 'object' && value !== null

/** The fields of a group of a report that came later, as an earlier report has them. */
export const laterFields = (group: string, rows: RowsAt): Record<string, null> =>
  Object.fromEntries(
    allOf(rows)
      .filter(({ report, since }) => since?.report !== undefined && report.startsWith(`${group}.`))
      .map(({ report }) => [report.slice(group.length + 1), null]),
  )

/** Earlier findings with the figures that came later: null, and not implemented. */
export const withLaterFigures = (stored: Stored, rows: RowsAt): Stored =>
  Object.entries(rows).reduce((all, [place, table]) => withLater(all, place, table), stored)

function withLater(stored: Stored, place: string, rows: FigureRows): Stored {
  const group = stored[place]
  if (!isGroup(group)) return stored
  const later = Object.entries(rows)
    .filter(([key, { since }]) => since?.findings !== undefined && !(key in group))
    .map(([key]) => key)
  if (later.length === 0) return stored
  const open = Object.fromEntries(later.map((key) => [`${place}.${key}`, 'not_implemented']))
  return {
    ...stored,
    [place]: { ...Object.fromEntries(later.map((key) => [key, null])), ...group },
    not_measured: { ...open, ...(stored['not_measured'] as Stored) },
  }
}
