import type { Layer } from './entry.ts'

type Xy = readonly [x: number, y: number]

/** Something drawn as lines, in px of the image. */
export type Mark =
  | { kind: 'outline'; points: readonly Xy[]; color?: string }
  | { kind: 'ring'; at: Xy; radius: number }
  | { kind: 'line'; from: Xy; to: Xy }
  | { kind: 'cross'; at: Xy }

/** What was found, as one layer of lines over the image. */
export interface Lines extends Pick<Layer, 'name' | 'color' | 'key' | 'hidden'> {
  marks: readonly Mark[]
}

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
