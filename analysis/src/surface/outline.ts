import type { OutlineDoubt, SurfaceFindings } from '@mingmou/contract'
import { CUT, valueAt, type PartMap } from '../geometry/part.ts'
import { corneaOf, fromMiddle, type Ellipse } from './cornea.ts'
import { DECISIONS } from './decisions.ts'
import { visibleOf } from './regions.ts'
import type { Seen } from './see.ts'

export type Outline = NonNullable<SurfaceFindings['outline']>

/** What the outline is checked by. None needs a truth, and each can be seen in the photograph. */
export interface OutlineFeatures {
  /** The longer over the shorter semi-axis. */
  flat: number
  /** Mean semi-axis over the longer side of the photograph. */
  size: number
  /** Share of the line, inside the photograph, across which the map of the cornea falls steeply. */
  rim: number
  /** Overlap of the ellipse with the map of the cornea, and with the ellipse of the mirrored photograph that differs most. */
  shape: number
  views: number
  /** Share of the line, inside the photograph, that lies in a patch of staining. */
  crossed: number
  /** Of the whole ellipse what shows, and the share of the line that has the opening of the lids on both sides. */
  visible: number
  clear: number
}

/** Directions in which the line is looked at. */
const RAYS = 96
/** How far inside and outside the line, as shares of its radius, the maps are compared. */
const [INSIDE, OUTSIDE] = [0.85, 1.15]
/** How far the map must fall between the two to be steep. */
const STEEP = 0.6
/** Staining this near the line lies on it. */
const NEAR = [0.97, 1.03]
/** Where the lids must be open for the line to be clear of them. */
const OPEN = [INSIDE, 0.93, 1, 1.08, OUTSIDE]

export const scaled = ({ x, y, rx, ry }: Ellipse, by: number): Ellipse => ({
  x,
  y,
  rx: by * rx,
  ry: by * ry,
})

export function outlineFeatures(seen: Seen, cornea: Ellipse): OutlineFeatures {
  const { rx, ry } = cornea
  const { width, height } = seen.cornea
  const others = seen.views.map((view) => corneaOf(view.cornea))
  const inside = (map: PartMap) => (at: number) => (map.data[at] ?? 0) >= CUT
  const of = (ellipse: Ellipse) => (at: number) =>
    fromMiddle(ellipse, at % width, Math.floor(at / width)) <= 1
  const own = of(cornea)
  return {
    flat: Math.max(rx / ry, ry / rx),
    size: (rx + ry) / 2 / Math.max(width, height),
    shape: overlap(own, inside(seen.cornea), width * height),
    views: Math.min(
      ...others.map((other) => (other ? overlap(own, of(other), width * height) : 0)),
    ),
    visible: visibleOf(seen.opening, cornea).whole,
    ...alongLine(seen, cornea),
  }
}

type Is = (at: number) => boolean

function overlap(one: Is, other: Is, length: number): number {
  let [both, either] = [0, 0]
  for (let at = 0; at < length; at++) {
    const [a, b] = [one(at), other(at)]
    if (a && b) both++
    if (a || b) either++
  }
  return either === 0 ? 0 : both / either
}

/** What stands along the line where it lies inside the photograph. */
function alongLine({ cornea: map, patch, opening }: Seen, { x, y, rx, ry }: Ellipse) {
  let [within, steep, stained, clear] = [0, 0, 0, 0]
  for (let ray = 0; ray < RAYS; ray++) {
    const angle = (2 * Math.PI * ray) / RAYS
    const place = (far: number) =>
      [x + far * rx * Math.cos(angle), y + far * ry * Math.sin(angle)] as const
    const value = (of: PartMap, far: number) => valueAt(of, ...place(far))
    const [px, py] = place(OUTSIDE)
    if (px < 1 || py < 1 || px > map.width - 2 || py > map.height - 2) continue
    within++
    if (value(map, INSIDE) - value(map, OUTSIDE) >= STEEP) steep++
    if (NEAR.some((far) => value(patch, far) >= CUT)) stained++
    if (OPEN.every((far) => value(opening, far) >= CUT)) clear++
  }
  const share = (count: number) => (within === 0 ? 0 : count / within)
  return { rim: share(steep), crossed: share(stained), clear: share(clear) }
}

/** How far the outline can be trusted: as far as its worst measure, by the card. What is unlike a cornea is named. */
export function outlineOf(features: OutlineFeatures): Outline {
  const rule = DECISIONS.outline
  /** 0: as a cornea is, 1: doubtful, 2: not of a cornea. */
  const above = (value: number, [doubtful, wrong]: readonly [number, number]) =>
    value > wrong ? 2 : value > doubtful ? 1 : 0
  const below = (value: number, [doubtful, wrong]: readonly [number, number]) =>
    above(-value, [-doubtful, -wrong])
  const levels: readonly (readonly [OutlineDoubt, 0 | 1 | 2])[] = [
    ['flat', above(features.flat, rule.flat)],
    ['size', worse(above(features.size, rule.large), below(features.size, rule.small))],
    ['rim', below(features.rim, rule.rim)],
    ['shape', below(features.shape, rule.shape)],
    ['views', below(features.views, rule.views)],
    ['crossed', above(features.crossed, rule.crossed)],
  ]
  const worst = levels.reduce<0 | 1 | 2>((most, [, level]) => worse(most, level), 0)
  // Lids that cover part of the cornea are seen as such. Where none seems covered and the line still runs along lids, the
  // network took skin for the opening.
  const alongLids = features.visible >= rule.all_visible && features.clear < rule.clear
  return {
    trust: (['trusted', 'partly', 'untrusted'] as const)[worst],
    doubts: [
      ...levels.flatMap(([doubt, level]) => (level > 0 ? [doubt] : [])),
      ...(alongLids ? (['lids'] as const) : []),
    ],
  }
}

const worse = (a: 0 | 1 | 2, b: 0 | 1 | 2) => (a > b ? a : b)
