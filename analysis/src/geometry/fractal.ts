import type { Grey } from '../image.ts'

/** The number of boxes of side `size` that hold a point. The grid starts `dx`, `dy` px before the image. */
function boxes(
  { xs, ys }: { xs: Int32Array; ys: Int32Array },
  { width, height }: { width: number; height: number },
  size: number,
  dx: number,
  dy: number,
) {
  const across = Math.ceil((width + dx) / size)
  const visited = new Uint8Array(across * Math.ceil((height + dy) / size))
  let count = 0
  for (let i = 0; i < xs.length; i++) {
    const row = Math.floor(((ys[i] ?? 0) + dy) / size)
    const box = row * across + Math.floor(((xs[i] ?? 0) + dx) / size)
    if (visited[box]) continue
    visited[box] = 1
    count++
  }
  return count
}

/**
 * Box-counting dimension: minus the slope of log N(s) over log s. The sides s double from `least` to `most` px. N(s) is
 * the fewest boxes over four positions of the grid. Null where fewer than three sides can be counted.
 */
export function boxDimension(mask: Grey<Uint8Array>, least: number, most: number): number | null {
  const { width, data } = mask
  const inside: number[] = []
  for (let i = 0; i < data.length; i++) if (data[i]) inside.push(i)
  const xs = Int32Array.from(inside, (at) => at % width)
  const ys = Int32Array.from(inside, (at) => Math.floor(at / width))
  const points: [number, number][] = []
  for (let size = least; size <= most * 1.001; size *= 2) {
    const half = size / 2
    const counts = [
      [0, 0],
      [half, 0],
      [0, half],
      [half, half],
    ].map(([dx = 0, dy = 0]) => boxes({ xs, ys }, mask, size, dx, dy))
    const fewest = Math.min(...counts)
    if (fewest > 0) points.push([Math.log(size), Math.log(fewest)])
  }
  if (points.length < 3) return null
  const mean = (k: 0 | 1) => points.reduce((sum, p) => sum + p[k], 0) / points.length
  const [mx, my] = [mean(0), mean(1)]
  const slope =
    points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) /
    points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0)
  return -slope
}
