import type { Layer } from './entry.ts'

type Xy = readonly [x: number, y: number]

/** Something drawn as lines, in px of the image. */
export type Mark =
  /** `dashed`: the machine's, where a clinician drew another one. */
  | { kind: 'outline'; points: readonly Xy[]; color?: string; dashed?: boolean }
  | { kind: 'ring'; at: Xy; radius: number }
  | { kind: 'line'; from: Xy; to: Xy }
  | { kind: 'cross'; at: Xy }

/** What was found, as one layer of lines over the image. */
export interface Lines extends Pick<Layer, 'name' | 'color' | 'key' | 'hidden'> {
  marks: readonly Mark[]
}

/** Lines with the machine's outlines beside what a clinician drew, where they differ. */
export function withMachine(lines: readonly Lines[], machine: readonly Lines[]): Lines[] {
  const dashed = machine.flatMap((layer) => {
    const now = lines.find(({ name }) => name === layer.name)
    const marks = layer.marks.flatMap((mark): Mark[] =>
      mark.kind === 'outline' && !now?.marks.some((one) => isSame(one, mark))
        ? [{ ...mark, dashed: true }]
        : [],
    )
    return marks.length > 0 ? [{ ...layer, marks }] : []
  })
  const marksOf = (name: string) =>
    dashed.filter((one) => one.name === name).flatMap(({ marks }) => marks)
  return [
    ...lines.map((layer) => ({ ...layer, marks: [...layer.marks, ...marksOf(layer.name)] })),
    ...dashed.filter(({ name }) => lines.every((one) => one.name !== name)),
  ]
}

const isSame = (one: Mark, other: Mark & { kind: 'outline' }) =>
  one.kind === 'outline' && JSON.stringify(one.points) === JSON.stringify(other.points)

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
