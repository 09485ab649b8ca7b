import type { Grey } from '../image.ts'

/** For every pixel, how many rows away the next set pixel of its column is, at most `most`. */
function downColumns({ width, height, data }: Grey<Uint8Array>, most: number): Uint16Array {
  const away = new Uint16Array(width * height)
  for (let x = 0; x < width; x++) {
    let last = most
    for (let y = 0, at = x; y < height; y++, at += width)
      away[at] = last = data[at] ? 0 : Math.min(most, last + 1)
    for (let y = height - 1, at = x + y * width, next = most; y >= 0; y--, at -= width) {
      next = data[at] ? 0 : Math.min(most, next + 1)
      if (next < (away[at] ?? 0)) away[at] = next
    }
  }
  return away
}

/** 1 where no set pixel lies within `radius` px: where a disc fits between them. Beyond the edge nothing is set. */
export function clearOf(mask: Grey<Uint8Array>, radius: number): Grey<Uint8Array> {
  const { width, height } = mask
  const reach = Math.floor(radius)
  const away = downColumns(mask, reach + 1)
  /** For each distance down the column, how far along the row a disc reaches. */
  const across = Uint16Array.from({ length: reach + 1 }, (_, dy) =>
    Math.floor(Math.sqrt(radius ** 2 - dy ** 2)),
  )
  const data = new Uint8Array(width * height)
  /** How many discs begin at a column, less how many ended before it. */
  const begun = new Int32Array(width + 1)
  for (let row = 0; row < data.length; row += width) {
    begun.fill(0)
    for (let x = 0; x < width; x++) {
      const far = across[away[row + x] ?? 0]
      if (far === undefined) continue
      const [from, to] = [Math.max(0, x - far), Math.min(width, x + far + 1)]
      begun[from] = (begun[from] ?? 0) + 1
      begun[to] = (begun[to] ?? 0) - 1
    }
    for (let x = 0, over = 0; x < width; x++) {
      over += begun[x] ?? 0
      data[row + x] = Number(over === 0)
    }
  }
  return { width, height, data }
}
