import type { Layer } from './layer.ts'

type Xy = readonly [x: number, y: number]

/** Something drawn as lines, in px of the image. */
export type Mark =
  /** `dashed`, of an outline and a cross: the machine's, where a clinician drew another one. */
  | { kind: 'outline'; points: readonly Xy[]; color?: string; dashed?: boolean }
  | { kind: 'ring'; at: Xy; radius: number }
  | { kind: 'line'; from: Xy; to: Xy }
  | { kind: 'cross'; at: Xy; dashed?: boolean }

/** What was found, as one layer of lines over the image. */
export interface Lines extends Pick<Layer, 'name' | 'color' | 'key' | 'hidden'> {
  marks: readonly Mark[]
}

type Drawn = Extract<Mark, { dashed?: boolean }>

/** The marks that follow from what was outlined or placed; the others follow from these. */
const drawnMarks = (marks: readonly Mark[]): Drawn[] =>
  marks.filter((mark) => mark.kind === 'outline' || mark.kind === 'cross')

/** Lines with the machine's outlines and places beside what a clinician drew, where they differ. */
export function withMachine(lines: readonly Lines[], machine: readonly Lines[]): Lines[] {
  const dashed = machine.flatMap((layer) => {
    const now = lines.find(({ name }) => name === layer.name)
    const marks = drawnMarks(layer.marks)
      .filter((mark) => !drawnMarks(now?.marks ?? []).some((drawnMark) => isSame(drawnMark, mark)))
      .map((mark): Mark => ({ ...mark, dashed: true }))
    return marks.length > 0 ? [{ ...layer, marks }] : []
  })
  const marksOf = (name: string) =>
    dashed.filter((layer) => layer.name === name).flatMap(({ marks }) => marks)
  return [
    ...lines.map((layer) => ({ ...layer, marks: [...layer.marks, ...marksOf(layer.name)] })),
    ...dashed.filter(({ name }) => lines.every((line) => line.name !== name)),
  ]
}

const isSame = (one: Drawn, other: Drawn) =>
  one.kind === other.kind && JSON.stringify(pointsOf(one)) === JSON.stringify(pointsOf(other))

/** The points of an outline, or the one of a cross. */
const pointsOf = (mark: Drawn): readonly Xy[] => (mark.kind === 'outline' ? mark.points : [mark.at])

interface Outline {
  layer: string
  color: string
  points: [x: number, y: number][]
}

/** What was outlined or placed, as a report keeps it: a place is an outline of one point. */
export const outlinesIn = (lines: readonly Lines[]): Outline[] =>
  lines.flatMap(({ name, color, marks }) =>
    drawnMarks(marks).map((mark) => ({
      layer: name,
      color: (mark.kind === 'outline' && mark.color) || color,
      points: pointsOf(mark).map(([x, y]) => [x, y]),
    })),
  )

/** The same as lines again. */
export const linesFrom = (outlines: readonly Outline[]): Lines[] =>
  outlines.map(({ layer, color, points }) => {
    const [at, ...others] = points
    const mark: Mark =
      at && others.length === 0 ? { kind: 'cross', at } : { kind: 'outline', points, color }
    return { name: layer, color, marks: [mark] }
  })

/** The layers of lines that have something to draw, in the order of the table. */
export const linesOf = (
  layers: readonly Layer[],
  marks: Readonly<Record<string, readonly Mark[]>>,
): Lines[] =>
  layers.flatMap(({ name, color, key, hidden }) => {
    const drawn = marks[name] ?? []
    if (drawn.length === 0) return []
    return [{ name, color, marks: drawn, ...(key && { key }), ...(hidden && { hidden }) }]
  })
