import type { Circle, Spot } from './circle.ts'

/**
 * A straight edge of the field. Places farther than `reach` along `away`, of length one, are not
 * seen.
 */
export interface Chord {
  away: Spot
  reach: number
}

/** Whether a place lies on the visible side of every edge. */
export function isWithin(chords: readonly Chord[], x: number, y: number): boolean {
  for (const { away, reach } of chords) if (away[0] * x + away[1] * y > reach) return false
  return true
}

const RAYS = 360
/** The least rays of an edge, and the largest mean distance of their ends from it, px. */
const LEAST_RAYS = 10
const STRAIGHT = 1
/** px by which an edge is moved in, because light falls off along it. */
const DRAWN_IN = 0.75

interface End {
  at: Spot
  short: boolean
}

/**
 * Where light ends along each ray from the centre, and whether that is more than `slack` inside the
 * circle.
 */
function endsOf(isLit: (x: number, y: number) => boolean, { x, y, radius }: Circle, slack: number) {
  return Array.from({ length: RAYS }, (_, ray): End => {
    const [dx, dy] = [Math.cos((2 * Math.PI * ray) / RAYS), Math.sin((2 * Math.PI * ray) / RAYS)]
    const lit = (r: number) => isLit(Math.round(x + r * dx), Math.round(y + r * dy))
    let r = radius
    while (r > 0 && !(lit(r) && lit(r - 1) && lit(r - 2))) r -= 0.5
    return { at: [x + r * dx, y + r * dy], short: radius - r > slack }
  })
}

/** Runs of neighbouring rays around the circle that end short. */
function runsOf(ends: readonly End[]): Spot[][] {
  const start = ends.findIndex(({ short }) => !short)
  const runs: Spot[][] = []
  const run: Spot[] = []
  for (let i = 0; i <= ends.length; i++) {
    const end = ends[(start + i) % ends.length]
    if (end?.short) run.push(end.at)
    else if (run.length > 0) runs.push(run.splice(0))
  }
  return start < 0 ? [] : runs
}

/** The line through a run of ends, by total least squares. undefined where they are not on a line. */
function chordThrough(run: readonly Spot[], { x, y }: Circle): Chord | undefined {
  if (run.length < LEAST_RAYS) return undefined
  const mean = (axis: 0 | 1) => run.reduce((sum, spot) => sum + spot[axis], 0) / run.length
  const [mx, my] = [mean(0), mean(1)]
  let [xx, xy, yy] = [0, 0, 0]
  for (const [px, py] of run) {
    xx += (px - mx) ** 2
    xy += (px - mx) * (py - my)
    yy += (py - my) ** 2
  }
  const along = Math.atan2(2 * xy, xx - yy) / 2
  const side = (mx - x) * -Math.sin(along) + (my - y) * Math.cos(along) < 0 ? -1 : 1
  const away = [-side * Math.sin(along), side * Math.cos(along)] as const
  const off = run.map(([px, py]) => Math.abs((px - mx) * away[0] + (py - my) * away[1]))
  const mostly = off.reduce((sum, distance) => sum + distance, 0) / off.length
  return mostly > STRAIGHT ? undefined : { away, reach: mx * away[0] + my * away[1] - DRAWN_IN }
}

/** The straight edges, at any angle, that cut a lit circle deeper than `slack`. */
export function chordsOf(
  isLit: (x: number, y: number) => boolean,
  circle: Circle,
  slack: number,
): Chord[] {
  return runsOf(endsOf(isLit, circle, slack)).flatMap((run) => chordThrough(run, circle) ?? [])
}
