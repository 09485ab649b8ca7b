import { lengthBetween, lengthText, type Scale } from '../../../ui/eye-viewer/ruler/ruler.ts'
import type { XY } from '../../../ui/eye-viewer/view.ts'
import type { Line } from '../../../ui/eye-viewer/viewer-state.ts'

/** The one point of a tap, otherwise both ends. */
export const pointsOf = ({ from, to }: Line): XY[] => (from === to ? [from] : [from, to])

export const lengthTextOf = ([from, to]: readonly XY[], scale: Scale): string =>
  from && to ? lengthText(lengthBetween(from, to, scale)) : ''

export const middleOf = ([from, to]: readonly XY[]): XY => {
  const [x1, y1] = from ?? [0, 0]
  const [x2, y2] = to ?? [x1, y1]
  return [(x1 + x2) / 2, (y1 + y2) / 2]
}
