import type { Quality, Reason } from '@mingmou/contract'
import { along, judgedBy } from '../certainty/score.ts'
import { CUT } from '../geometry/part.ts'
import type { Picture } from '../image.ts'
import { seemsOf } from '../kind.ts'
import { fromMiddle, type Ellipse } from './cornea.ts'
import { DECISIONS, type Fault } from './decisions.ts'
import type { Features } from './features.ts'
import type { SeenMaps, Seen } from './see.ts'

/** Where the cornea lies, and what can be seen of it; shares 0..1. */
export interface Shown {
  visible: number
  in_frame: number
  /** Of the visible cornea that is white. */
  glare: number
}

/** Lowest channel from which a place is white. */
const WHITE = 0.92

export function shownOf({ crop, opening }: Seen, cornea: Ellipse, visible: number): Shown {
  const { width, height, rgb } = crop
  const n = width * height
  const [left, right] = [Math.ceil(cornea.x - cornea.rx), Math.floor(cornea.x + cornea.rx)]
  const [top, bottom] = [Math.ceil(cornea.y - cornea.ry), Math.floor(cornea.y + cornea.ry)]
  let [all, inside, open, white] = [0, 0, 0, 0]
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      if (fromMiddle(cornea, x, y) > 1) continue
      all++
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      inside++
      const at = y * width + x
      if ((opening.data[at] ?? 0) < CUT) continue
      open++
      if (Math.min(rgb[at] ?? 0, rgb[n + at] ?? 0, rgb[2 * n + at] ?? 0) >= WHITE) white++
    }
  return { visible, in_frame: all ? inside / all : 0, glare: open ? white / open : 0 }
}

/** Whether most of some places of the map are white: a reflex of the lamp. */
export function isWhite({ width, height, rgb }: Seen['crop'], places: readonly number[]): boolean {
  const n = width * height
  const white = places.filter(
    (at) => Math.min(...[0, n, 2 * n].map((c) => rgb[c + at] ?? 0)) >= WHITE,
  )
  return 2 * white.length > places.length
}

/** Whether an ellipse is the cornea that the map shows: it covers the map, and is neither a dot nor flat. */
export function isCornea(cornea: Ellipse, { cornea: map }: SeenMaps): boolean {
  const { least_round, least_radius, most_flat } = DECISIONS.picture
  const { rx, ry } = cornea
  const longer = Math.max(map.width, map.height)
  if ((rx + ry) / 2 < least_radius * longer || Math.max(rx, ry) > longer) return false
  if (Math.max(rx / ry, ry / rx) > most_flat) return false
  let [both, either] = [0, 0]
  for (let at = 0; at < map.data.length; at++) {
    const inEllipse = fromMiddle(cornea, at % map.width, Math.floor(at / map.width)) <= 1
    const called = (map.data[at] ?? 0) >= CUT
    if (inEllipse && called) both++
    if (inEllipse || called) either++
  }
  return either > 0 && both / either >= least_round
}

const lightOf = ({ brightness, contrast, underexposed, overexposed, sharpness }: Features) => ({
  brightness,
  contrast,
  underexposed,
  overexposed,
  sharpness,
})

/** The quality of a picture that is no photograph of a stained eye: the reason, and which other kind of image it seems to be. */
export function refused(picture: Picture, features: Features, reason: Reason): Quality {
  return {
    gradable: false,
    reasons: [reason, ...(reason === 'not_surface' ? seemsOf(picture, 'surface') : [])],
    score: null,
    standard: null,
    field: null,
    ...lightOf(features),
  }
}

/**
 * Judges a photograph: a mark for everything that can be wrong with it, the worst of them brought down by the others. A
 * fault is named where its mark is below the standard's.
 */
export function judge(features: Features, shown: Shown): Quality {
  const values: Record<Fault, number> = { ...features, ...shown }
  const faults = DECISIONS.quality.faults.map(({ of, named, marks }) => ({
    reason: named,
    mark: along(marks, values[of]),
  }))
  return {
    ...judgedBy(faults, DECISIONS.quality),
    field: null,
    ...lightOf(features),
  }
}
