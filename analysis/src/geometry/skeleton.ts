import type { Grey } from '../image.ts'

/** A mask with an empty border of one pixel, so that neighbours need no bounds check. */
export function framed({ width, height, data }: Grey<Uint8Array>): Grey<Uint8Array> {
  const out = new Uint8Array((width + 2) * (height + 2))
  for (let y = 0; y < height; y++)
    out.set(data.subarray(y * width, (y + 1) * width), (y + 1) * (width + 2) + 1)
  return { width: width + 2, height: height + 2, data: out }
}

function unframed({ width, height, data }: Grey<Uint8Array>): Grey<Uint8Array> {
  const out = new Uint8Array((width - 2) * (height - 2))
  for (let y = 0; y < height - 2; y++)
    out.set(data.subarray((y + 1) * width + 1, (y + 2) * width - 1), y * (width - 2))
  return { width: width - 2, height: height - 2, data: out }
}

/** Offsets of the eight neighbours, clockwise from the one above. */
export function around(width: number): readonly number[] {
  return [-width, -width + 1, 1, width + 1, width, width - 1, -1, -width - 1]
}

/** The eight neighbours as bits, in the order of `around`. */
function bitsAt(data: Uint8Array, at: number, width: number): number {
  const [up, down] = [at - width, at + width]
  return (
    (data[up] ?? 0) |
    ((data[up + 1] ?? 0) << 1) |
    ((data[at + 1] ?? 0) << 2) |
    ((data[down + 1] ?? 0) << 3) |
    ((data[down] ?? 0) << 4) |
    ((data[down - 1] ?? 0) << 5) |
    ((data[at - 1] ?? 0) << 6) |
    ((data[up - 1] ?? 0) << 7)
  )
}

const neighbours = Uint8Array.from({ length: 256 }, (_, bits) => {
  let count = 0
  for (let k = 0; k < 8; k++) count += (bits >> k) & 1
  return count
})

const has = (bits: number, k: number) => ((bits >> (k & 7)) & 1) === 1

/** Zhang and Suen 1984: the pixels that the two half-passes remove. */
const removable = [0, 1].map((pass) =>
  Uint8Array.from({ length: 256 }, (_, bits) => {
    const count = neighbours[bits] ?? 0
    let rises = 0
    for (let k = 0; k < 8; k++) if (!has(bits, k) && has(bits, k + 1)) rises++
    if (count < 2 || count > 6 || rises !== 1) return 0
    const [up, right, down, left] = [0, 2, 4, 6].map((k) => has(bits, k))
    return pass === 0
      ? Number(!(up && right && down) && !(right && down && left))
      : Number(!(up && right && left) && !(up && down && left))
  }),
)

/** Corners of stairs: neighbours on two adjacent sides, all others on the way between them. */
const corner = Uint8Array.from({ length: 256 }, (_, bits) => {
  if ((neighbours[bits] ?? 0) < 2) return 0
  for (const k of [0, 2, 4, 6]) {
    if (!has(bits, k) || !has(bits, k + 2)) continue
    if (![k + 3, k + 4, k + 5, k + 6, k + 7].some((other) => has(bits, other))) return 1
    const alone = !has(bits, k + 5) && !has(bits, k + 4) && !has(bits, k + 6)
    if (alone && (has(bits, k + 3) || has(bits, k + 7))) return 1
  }
  return 0
})

/**
 * Centrelines one pixel wide, joined over corners like the mask. Zhang-Suen thinning makes them, then the corners of
 * stairs are removed. The mask holds 0 and 1.
 */
export function skeletonOf(mask: Grey<Uint8Array>): Grey<Uint8Array> {
  const work = framed(mask)
  const { data, width } = work
  const live = new Int32Array(data.reduce((sum, value) => sum + value, 0))
  let left = 0
  for (let i = 0; i < data.length; i++) if (data[i]) live[left++] = i
  const gone = new Int32Array(left)
  for (let changed = true; changed;) {
    changed = false
    for (const table of removable) {
      let found = 0
      let kept = 0
      for (let i = 0; i < left; i++) {
        const at = live[i] ?? 0
        if (table[bitsAt(data, at, width)] === 1) gone[found++] = at
        else live[kept++] = at
      }
      for (let i = 0; i < found; i++) data[gone[i] ?? 0] = 0
      left = kept
      changed ||= found > 0
    }
  }
  for (let i = 0; i < left; i++)
    if (corner[bitsAt(data, live[i] ?? 0, width)]) data[live[i] ?? 0] = 0
  return unframed(work)
}
