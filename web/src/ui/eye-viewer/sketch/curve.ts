import type { XY } from '../view.ts'

/** Steps between two corners of a curve. */
const STEPS = 12

/** A smooth closed line through the corners (Catmull-Rom): few corners make a round disc. */
export function curveOf(corners: readonly XY[]): XY[] {
  const n = corners.length
  if (n < 3) return [...corners]
  const at = (index: number): XY => corners[(index + n) % n] ?? [0, 0]
  return corners.flatMap((_, index) => {
    const [a, b, c, d] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    return Array.from({ length: STEPS }, (_, step): XY => {
      const t = step / STEPS
      const along = (axis: 0 | 1) =>
        b[axis] +
        0.5 *
          t *
          (c[axis] -
            a[axis] +
            t *
              (2 * a[axis] -
                5 * b[axis] +
                4 * c[axis] -
                d[axis] +
                t * (3 * (b[axis] - c[axis]) + d[axis] - a[axis])))
      return [along(0), along(1)]
    })
  })
}
