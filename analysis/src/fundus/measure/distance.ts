import type { Grey } from '../../image.ts'

const FAR = 1e12

/** Squared distances along one line to the lower envelope of its parabolas (Felzenszwalb and Huttenlocher 2012). */
function along(f: Float64Array, n: number, out: Float64Array, v: Int32Array, z: Float64Array) {
  let k = 0
  v[0] = 0
  z[0] = -Infinity
  z[1] = Infinity
  for (let q = 1; q < n; q++) {
    const crossing = (p: number) => ((f[q] ?? 0) + q * q - ((f[p] ?? 0) + p * p)) / (2 * q - 2 * p)
    let s = crossing(v[k] ?? 0)
    while (k > 0 && s <= (z[k] ?? 0)) s = crossing(v[--k] ?? 0)
    v[++k] = q
    z[k] = s
    z[k + 1] = Infinity
  }
  k = 0
  for (let q = 0; q < n; q++) {
    while ((z[k + 1] ?? Infinity) < q) k++
    const p = v[k] ?? 0
    out[q] = (q - p) ** 2 + (f[p] ?? 0)
  }
}

/** Exact Euclidean distance of every pixel of a mask to the nearest pixel outside it, px; 0 outside. */
export function distanceInside({ width, height, data }: Grey<Uint8Array>): Grey {
  const long = Math.max(width, height)
  const f = new Float64Array(long)
  const line = new Float64Array(long)
  const v = new Int32Array(long)
  const z = new Float64Array(long + 1)
  const squares = new Float32Array(width * height)
  for (let x = 0; x < width; x++) {
    for (let y = 0; y < height; y++) f[y] = data[y * width + x] ? FAR : 0
    along(f, height, line, v, z)
    for (let y = 0; y < height; y++) squares[y * width + x] = line[y] ?? 0
  }
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) f[x] = squares[y * width + x] ?? 0
    along(f, width, line, v, z)
    for (let x = 0; x < width; x++) squares[y * width + x] = Math.sqrt(line[x] ?? 0)
  }
  return { width, height, data: squares }
}
