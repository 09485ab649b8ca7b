import { DRIFT, type DriftLook, type DriftMeasure } from '@mingmou/contract'
import type { PairRow, PhotographRow } from './facts.ts'

export interface Shown {
  measure: DriftMeasure
  value: number | null
  pid: string
  rid: string
  image_index: number
}

/** The photographs of a measure, those first that show it most. */
function ofMeasure(
  { measure, base, now }: DriftLook,
  photographs: readonly PhotographRow[],
  pairs: readonly PairRow[],
): Shown[] {
  const down = (now ?? 0) < (base ?? 0)
  const by = (value: (row: PhotographRow) => number | null, upwards: boolean): Shown[] =>
    photographs
      .flatMap((row) => {
        const own = value(row)
        return own === null ? [] : [{ ...row, measure, value: own }]
      })
      .toSorted((a, b) => (upwards ? a.value - b.value : b.value - a.value))
  if (measure === 'quality') return by(({ quality }) => quality, down)
  if (measure === 'score') return by(({ chance }) => chance, down)
  if (measure === 'agreement')
    return pairs
      .filter(({ agreed }) => agreed !== down)
      .map((row) => ({ ...row, measure, value: null }))
  const counts = ({ referable }: PhotographRow) =>
    measure === 'untold' ? referable === null : referable === true
  return photographs
    .filter((row) => counts(row) !== down)
    .map((row) => ({ ...row, measure, value: measure === 'untold' ? row.quality : row.chance }))
    .toSorted((a, b) => ((a.value ?? 0) - (b.value ?? 0)) * (measure === 'untold' || down ? 1 : -1))
}

/** The photographs that show a change most, in turns of the measures that left the band; none twice. */
export function mostShowing(
  looks: readonly DriftLook[],
  photographs: readonly PhotographRow[],
  pairs: readonly PairRow[],
): Shown[] {
  const lists = looks
    .toSorted((a, b) => (a.chance ?? 1) - (b.chance ?? 1))
    .map((look) => ofMeasure(look, photographs, pairs))
  const chosen = new Map<string, Shown>()
  const longest = Math.max(0, ...lists.map((list) => list.length))
  for (let turn = 0; turn < longest; turn++)
    for (const list of lists) {
      const photograph = list[turn]
      if (!photograph || chosen.size >= DRIFT.shown) continue
      const key = `${photograph.rid} ${photograph.image_index}`
      if (!chosen.has(key)) chosen.set(key, photograph)
    }
  return [...chosen.values()]
}
