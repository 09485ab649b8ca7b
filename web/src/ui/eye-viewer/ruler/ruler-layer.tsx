import { lengthBetween, lengthText } from './ruler.ts'
import { type Size, toScreen, type View, type XY } from '../view.ts'
import type { ViewerImage } from '../viewer-image.ts'
import type { ViewerState } from '../viewer-state.ts'

interface Props {
  image: ViewerImage
  state: ViewerState
  view: View
  pane: Size
}

/** The ruler, and what is kept with the picture, each by its number in the list. */
export function RulerLayer({ image, state, view, pane }: Props) {
  const kept = state.overlays ? (image.notes ?? []) : []
  const line = state.lines[image.key]
  const place = (point: XY) => toScreen(point, view, image, pane)
  return (
    <svg className="ev-ruler" width={pane.width} height={pane.height}>
      {kept.map(({ number, points }) => (
        <g key={number} className="ev-kept">
          <Line points={points} place={place} label={lengthLabel(points, image, number)} />
        </g>
      ))}
      {line && (
        <Line
          points={[line.from, line.to]}
          place={place}
          label={lengthLabel([line.from, line.to], image)}
        />
      )}
    </svg>
  )
}

/** The number of what is kept, and the length of a line that has one. */
function lengthLabel(points: readonly XY[], { scale }: ViewerImage, number?: number): string {
  const [from, to] = points
  const length = from && to && lengthBetween(from, to, scale)
  const parts = [number && `#${number}`, length && length.px > 0 && lengthText(length)]
  return parts.filter(Boolean).join(' ')
}

interface LineProps {
  points: readonly XY[]
  place: (point: XY) => XY
  label: string
}

function Line({ points, place, label }: LineProps) {
  const ends = points.map(place)
  const [from, to = from] = ends
  if (!from || !to) return null
  const along = { x1: from[0], y1: from[1], x2: to[0], y2: to[1] }
  return (
    <>
      <line {...along} className="ev-ruler-shade" />
      <line {...along} />
      {ends.map(([x, y], index) => (
        <circle key={index} cx={x} cy={y} r={4} />
      ))}
      <text x={to[0] + 10} y={to[1] - 8}>
        {label}
      </text>
    </>
  )
}
