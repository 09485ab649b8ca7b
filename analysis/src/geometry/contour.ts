import type { Grey } from '../image.ts'

/** Where the line between two neighbours crosses the cut, 0..1 from the first. */
const crossing = (from: number, to: number, cut: number) => (cut - from) / (to - from)

/**
 * Length of the line along which a map crosses `cut`, px of the map: marching squares with straight pieces (Lorensen and
 * Cline 1987, in the plane). The line is as smooth as the map. Beyond the edge the map is 0.
 */
export function contourLength({ width, height, data }: Grey, cut: number): number {
  const at = (x: number, y: number) =>
    x < 0 || y < 0 || x >= width || y >= height ? 0 : (data[y * width + x] ?? 0)
  let length = 0
  for (let y = -1; y < height; y++) {
    let [a, d] = [0, 0]
    for (let x = -1; x < width; x++) {
      const [b, c] = [at(x + 1, y), at(x + 1, y + 1)]
      const inside = Number(a >= cut) + Number(b >= cut) + Number(c >= cut) + Number(d >= cut)
      if (inside > 0 && inside < 4) length += lengthIn(a, b, c, d, cut)
      a = b
      d = c
    }
  }
  return length
}

type Place = readonly [x: number, y: number]

/** The same in one cell that the line crosses; corners clockwise from the upper left. */
function lengthIn(a: number, b: number, c: number, d: number, cut: number): number {
  const crosses = (from: number, to: number) => from >= cut !== to >= cut
  const places: Place[] = []
  if (crosses(a, b)) places.push([crossing(a, b, cut), 0])
  if (crosses(b, c)) places.push([1, crossing(b, c, cut)])
  if (crosses(d, c)) places.push([crossing(d, c, cut), 1])
  if (crosses(a, d)) places.push([0, crossing(a, d, cut)])
  const apart = (one?: Place, other?: Place) =>
    one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : 0
  if (places.length === 2) return apart(places[0], places[1])
  // A saddle: its middle says which corners belong together.
  const joined = (a + b + c + d) / 4 >= cut === a >= cut
  return joined
    ? apart(places[0], places[1]) + apart(places[2], places[3])
    : apart(places[0], places[3]) + apart(places[1], places[2])
}
