import { Shape } from './shapes.tsx'
import { DEFAULT_OPACITY, type ViewerState } from './viewer-state.ts'
import type { Layer, ViewerImage } from './viewer-image.ts'
import { scaleOf, type Size, toScreen, type View } from './view.ts'

interface Props {
  image: ViewerImage
  state: ViewerState
  shown: (layer: Layer) => boolean
  view: View
  pane: Size
}

/** Half the ring around a small spot, px of the screen at least. */
const RING_PX = 14

/** The layers of lines, and the ring around a spot after a flight to it. */
export function ShapeLayer({ image, state, shown, view, pane }: Props) {
  const scale = scaleOf(view, image, pane)
  const [x, y] = toScreen([0, 0], view, image, pane)
  const shapes = (image.shapes ?? []).filter(shown)
  const spot = state.spot?.key === image.key ? state.spot : null
  return (
    <svg className="ev-shapes" width={pane.width} height={pane.height} aria-hidden="true">
      <g transform={`translate(${x} ${y}) scale(${scale})`}>
        {shapes.map((shape) => (
          <g key={shape.name} opacity={state.opacity[shape.name] ?? DEFAULT_OPACITY}>
            <Shape shape={shape} scale={scale} />
          </g>
        ))}
        {spot && (
          <circle
            className="ev-spot"
            cx={spot.at[0]}
            cy={spot.at[1]}
            r={Math.max(spot.radius * 1.6, RING_PX / scale)}
          />
        )}
      </g>
    </svg>
  )
}
