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
  /** For each distance along the row, the rows within the disc. */
  const rows = Uint16Array.from({ length: reach + 1 }, (_, dx) =>
    Math.floor(Math.sqrt(radius ** 2 - dx ** 2)),
  )
  const data = new Uint8Array(width * height)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) data[at] = Number(isClear(away, at, x, width, rows))
  return { width, height, data }
}

function isClear(away: Uint16Array, at: number, x: number, width: number, rows: Uint16Array) {
  for (let dx = 0; dx < rows.length; dx++) {
    const within = rows[dx] ?? 0
    if (x >= dx && (away[at - dx] ?? 0) <= within) return false
    if (x + dx < width && (away[at + dx] ?? 0) <= within) return false
  }
  return true
}
