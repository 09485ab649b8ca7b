import type { Size, XY } from '../view.ts'

/** Everything moved to the right and down, in px of the mask; what leaves it is lost. */
export function move(
  data: Uint8Array,
  { width, height }: Size,
  [right = 0, down = 0]: number[],
): void {
  const before = data.slice()
  data.fill(0)
  for (let y = Math.max(0, down); y < Math.min(height, height + down); y++) {
    const row = (y - down) * width
    const kept = before.subarray(row + Math.max(0, -right), row + Math.min(width, width - right))
    if (Math.abs(right) < width) data.set(kept, y * width + Math.max(0, right))
  }
}

/** Everything inside a closed line. */
export function fill(data: Uint8Array, { width, height }: Size, line: readonly XY[]): void {
  const rows = line.map(([, y]) => y)
  const top = Math.max(0, Math.ceil(Math.min(...rows)))
  const bottom = Math.min(height - 1, Math.floor(Math.max(...rows)))
  for (let y = top; y <= bottom; y++) {
    const crossings = line
      .flatMap(([ax, ay], index) => {
        const [bx, by] = line[(index + 1) % line.length] ?? [ax, ay]
        return ay > y === by > y ? [] : [ax + ((y - ay) / (by - ay)) * (bx - ax)]
      })
      .sort((a, b) => a - b)
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = Math.max(0, Math.ceil(crossings[k] ?? 0))
      const to = Math.min(width, Math.floor(crossings[k + 1] ?? 0) + 1)
      if (to > from) data.fill(255, y * width + from, y * width + to)
    }
  }
}

/** Everything within a radius of the way between two places. */
export function stamp(
  data: Uint8Array,
  { width, height }: Size,
  [ax, ay]: XY,
  [bx, by]: XY,
  radius: number,
  value: number,
): void {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const top = Math.max(0, Math.ceil(Math.min(ay, by) - radius))
  const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by) + radius))
  const left = Math.max(0, Math.ceil(Math.min(ax, bx) - radius))
  const right = Math.min(width - 1, Math.floor(Math.max(ax, bx) + radius))
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const t = length === 0 ? 0 : ((x - ax) * dx + (y - ay) * dy) / length
      const near = Math.min(1, Math.max(0, t))
      if (Math.hypot(x - ax - near * dx, y - ay - near * dy) <= radius) data[y * width + x] = value
    }
}
