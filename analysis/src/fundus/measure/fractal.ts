import type { Grey } from '../../image.ts'

/** Boxes with something in them, of side `size`, the grid starting `dx`, `dy` px before the image. */
function boxes({ width, height, data }: Grey<Uint8Array>, size: number, dx: number, dy: number) {
  const across = Math.ceil((width + dx) / size)
  const seen = new Uint8Array(across * Math.ceil((height + dy) / size))
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y + dy) / size) * across
    for (let x = 0; x < width; x++)
      if (data[y * width + x]) seen[row + Math.floor((x + dx) / size)] = 1
  }
  return seen.reduce((sum, one) => sum + one, 0)
}

/**
 * Box-counting dimension: minus the slope of log N(s) over log s, sides s doubling from `least` to `most` px, for each
 * the fewest boxes over four positions of the grid. Null where fewer than three sides can be counted.
 */
export function boxDimension(mask: Grey<Uint8Array>, least: number, most: number): number | null {
  const points: [number, number][] = []
  for (let size = least; size <= most; size *= 2) {
    const half = Math.floor(size / 2)
    const counts = [
      [0, 0],
      [half, 0],
      [0, half],
      [half, half],
    ].map(([dx = 0, dy = 0]) => boxes(mask, size, dx, dy))
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
