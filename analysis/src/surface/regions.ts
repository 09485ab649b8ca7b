import { CENTRAL_SHARE } from '@mingmou/contract'
import { CUT, type PartMap } from '../geometry/part.ts'
import { fromMiddle, type Ellipse } from './cornea.ts'

/** Parts of the cornea as the picture shows them: a side is nasal or temporal by the eye. */
export const PARTS = ['central', 'superior', 'left', 'inferior', 'right'] as const
export type Part = (typeof PARTS)[number]

/** The part of the cornea at a place of the map; null outside the ellipse. Borders of the quarters are oblique. */
export function partAt(cornea: Ellipse, x: number, y: number): Part | null {
  const far = fromMiddle(cornea, x, y)
  if (far > 1) return null
  if (far <= CENTRAL_SHARE) return 'central'
  const [across, down] = [(x - cornea.x) / cornea.rx, (y - cornea.y) / cornea.ry]
  if (Math.abs(down) >= Math.abs(across)) return down < 0 ? 'superior' : 'inferior'
  return across < 0 ? 'left' : 'right'
}

/** Of the whole ellipse and of each part, the share that shows between the lids and inside the picture, 0..1. */
export function visibleOf(opening: PartMap, cornea: Ellipse): Record<Part | 'whole', number> {
  const counts = new Map<Part, { all: number; seen: number }>(
    PARTS.map((part) => [part, { all: 0, seen: 0 }]),
  )
  const { width, height, data } = opening
  const [left, right] = [Math.ceil(cornea.x - cornea.rx), Math.floor(cornea.x + cornea.rx)]
  const [top, bottom] = [Math.ceil(cornea.y - cornea.ry), Math.floor(cornea.y + cornea.ry)]
  for (let y = top; y <= bottom; y++)
    for (let x = left; x <= right; x++) {
      const part = partAt(cornea, x, y)
      const count = part && counts.get(part)
      if (!count) continue
      count.all++
      const inside = x >= 0 && y >= 0 && x < width && y < height
      if (inside && (data[y * width + x] ?? 0) >= CUT) count.seen++
    }
  const shareOf = (part: Part) => {
    const { all = 0, seen = 0 } = counts.get(part) ?? {}
    return all === 0 ? 0 : seen / all
  }
  const [all, seen] = (['all', 'seen'] as const).map((name) =>
    [...counts.values()].reduce((sum, count) => sum + count[name], 0),
  )
  return {
    whole: all ? (seen ?? 0) / all : 0,
    central: shareOf('central'),
    superior: shareOf('superior'),
    left: shareOf('left'),
    inferior: shareOf('inferior'),
    right: shareOf('right'),
  }
}
