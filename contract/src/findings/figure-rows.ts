import { z } from 'zod'
import type { Texts } from '../wire/wording.ts'
import { figure, type Figure } from './figure-table.ts'

/**
 * A figure as it is stated, once, by its dotted place in the findings. Schemas, the part of a report, the table, the words
 * and the upgrade of what is stored derive from it.
 */
export type FigureRow = Pick<Figure, 'unit' | 'digits'> &
  Partial<Omit<Figure, 'key' | 'labels' | 'report' | 'unit' | 'digits'>> & {
    /** Its place in a report, where that is another one; null where a report does not carry it. */
    report?: string | null
    /** What the findings hold there, where that is not a number or nothing. */
    holds?: z.ZodType
    /** It holds a number for each of these, and each is a figure. `label`: the key of the text that names the part. */
    parts?: readonly FigurePart[]
    /**
     * The first versions of stored findings and of reports that have it; absent where all have it. One that came later
     * can hold nothing.
     */
    since?: { findings?: number; report?: number }
    /** Both wordings; or the keys of texts that stand elsewhere and together name it. */
  } & ({ name: readonly [zh: string, en: string] } | { labels: readonly string[] })
export interface FigurePart extends Partial<Omit<Figure, 'key' | 'labels' | 'report'>> {
  part: string
  label: string
}
/** In the order in which figures are read. */
export type FigureRows = Readonly<Record<string, FigureRow>>

/** The name that a dotted place has in a group; `''` is the top. */
type NameIn<Place, Group extends string> = Place extends string
  ? Group extends ''
    ? Single<Place>
    : Place extends `${Group}.${infer Name}`
      ? Single<Name>
      : never
  : never
type Single<Name extends string> = Name extends `${string}.${string}` ? never : Name

type NullableNumber = z.ZodNullable<z.ZodNumber>
type Held<Row> = Row extends { holds: infer Schema extends z.ZodType } ? Schema : NullableNumber
type HeldInReport<Row> = Held<Row> extends z.ZodNullable ? Held<Row> : z.ZodNullable<Held<Row>>
type ReportPlace<Key, Row> = Row extends { report: infer Place } ? Place : Key

type FindingFields<Rows extends FigureRows, Group extends string> = {
  [Key in keyof Rows as NameIn<Key, Group>]: Held<Rows[Key]>
}
type ReportFields<Rows extends FigureRows, Group extends string> = {
  [Key in keyof Rows as NameIn<ReportPlace<Key, Rows[Key]>, Group>]: HeldInReport<Rows[Key]>
}

/** By the name in a group, what stands for each row that has one there. */
function inGroup<Value>(
  rows: FigureRows,
  group: string,
  placeOf: (key: string, row: FigureRow) => string | null,
  value: (key: string, row: FigureRow) => Value,
): Record<string, Value> {
  const named = Object.entries(rows).flatMap(([key, row]) => {
    const name = nameIn(placeOf(key, row), group)
    return name === null ? [] : [[name, value(key, row)] as const]
  })
  return Object.fromEntries(named)
}

function nameIn(place: string | null, group: string): string | null {
  const start = group === '' ? '' : `${group}.`
  if (!place?.startsWith(start)) return null
  const name = place.slice(start.length)
  return name.includes('.') ? null : name
}

const inFindings = (key: string): string => key
/** Null where a report does not carry it. */
export const inReport = (key: string, { report }: FigureRow): string | null =>
  report === undefined ? key : report
const held = ({ holds = z.number().nullable() }: FigureRow): z.ZodType => holds

/** The fields of a group of the findings. */
export const findingFields = <Rows extends FigureRows, Group extends string>(
  rows: Rows,
  group: Group,
): FindingFields<Rows, Group> =>
  inGroup(rows, group, inFindings, (_key, row) => held(row)) as FindingFields<Rows, Group>

/** The fields of a group of a report: each is null where nothing was found. */
export const reportFields = <Rows extends FigureRows, Group extends string>(
  rows: Rows,
  group: Group,
): ReportFields<Rows, Group> =>
  inGroup(rows, group, inReport, (_key, row) => {
    const schema = held(row)
    return schema instanceof z.ZodNullable ? schema : schema.nullable()
  }) as ReportFields<Rows, Group>

/** What findings hold for the fields of a group of a report. */
export const reportedFigures = <Rows extends FigureRows, Group extends string>(
  rows: Rows,
  group: Group,
  findings: object,
): z.output<z.ZodObject<ReportFields<Rows, Group>>> =>
  inGroup(rows, group, inReport, (key) => heldAt(findings, key)) as z.output<
    z.ZodObject<ReportFields<Rows, Group>>
  >

/** What stands at a dotted place; null where a group that it is part of is not there. */
function heldAt(from: object, place: string): unknown {
  let value: unknown = from
  for (const name of place.split('.')) value = isGroup(value) ? value[name] : null
  return value ?? null
}
export const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** A number for each, below those that a sample of findings states: so a new figure needs none there. */
export const sampleFigures = <Rows extends FigureRows, Group extends string>(
  rows: Rows,
  group: Group,
): Record<keyof FindingFields<Rows, Group>, number> => inGroup(rows, group, inFindings, () => 1)

/** Both wordings of each, as a tree by its place. */
export const figureNames = (rows: FigureRows): Texts =>
  Object.entries(rows).reduce<Texts>(
    (tree, [key, row]) => ('name' in row ? grafted(tree, key.split('.'), row.name) : tree),
    {},
  )

function grafted(
  tree: Texts,
  [first = '', ...rest]: readonly string[],
  name: Texts[string],
): Texts {
  if (rest.length === 0) return { ...tree, [first]: name }
  const below = tree[first]
  return { ...tree, [first]: grafted(isTree(below) ? below : {}, rest, name) }
}
const isTree = (texts: Texts[string] | undefined): texts is Texts =>
  texts !== undefined && !Array.isArray(texts)

/** Rows of the table of figures. `texts`: where their names stand. */
export const figuresOf = (rows: FigureRows, texts = 'measure'): Figure[] =>
  Object.entries(rows).flatMap(([key, row]) => {
    const labels = 'labels' in row ? row.labels : [`${texts}.${key}`]
    const whole = figure(key, row.unit, row.digits, {
      ...ofTable(row),
      scale: scaleOf(held(row)),
      report: inReport(key, row),
      labels,
    })
    const { report } = whole
    return (
      row.parts?.map(({ part, label, ...more }) => ({
        ...whole,
        key: `${key}.${part}`,
        report: report === null ? null : `${report}.${part}`,
        labels: [...labels, label],
        traced: whole.traced || (more.error ?? null) !== null,
        ...more,
      })) ?? [whole]
    )
  })

/** The ends that a schema allows; null where one is open. */
function scaleOf(schema: z.ZodType): Figure['scale'] {
  const number = schema instanceof z.ZodNullable ? schema.unwrap() : schema
  if (!(number instanceof z.ZodNumber)) return null
  const { minValue, maxValue } = number
  return minValue === null || maxValue === null ? null : [minValue, maxValue]
}

/** What schemas, words and upgrades alone read. */
const NOT_OF_TABLE = ['name', 'labels', 'since', 'holds', 'parts']
/** What the table of figures says besides. */
const ofTable = (row: FigureRow): Partial<Figure> =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !NOT_OF_TABLE.includes(name)))
