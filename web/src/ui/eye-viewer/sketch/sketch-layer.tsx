import { useEffect, useRef } from 'react'
import { place, prepare } from '../draw.ts'
import { curveOf } from './curve.ts'
import { placeOf, type Sketch } from './sketch.ts'
import type { LiveStroke } from './use-hand.ts'
import { scaleOf, type Size, toScreen, type View, type XY } from '../view.ts'
import { usePainted } from './use-painted.ts'

interface Props {
  sketch: Sketch
  /** The stroke of the press that is not over yet. */
  live: LiveStroke | null
  image: Size
  view: View
  pane: Size
}

/** What is drawn, the outline that is still open, the place that is set, and that of the keys. */
export function SketchLayer({ sketch, live, image, view, pane }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const painted = usePainted(sketch, image)
  useEffect(() => {
    const context = canvas.current && prepare(canvas.current, pane)
    if (context && painted) place(context, [painted], view, image, pane)
  })
  const scale = scaleOf(view, image, pane)
  const [x, y] = toScreen([0, 0], view, image, pane)
  const { corners, color, cursor, radius, tool } = sketch
  const set = tool === 'place' ? placeOf(sketch, image) : null
  const still = { vectorEffect: 'non-scaling-stroke' } as const
  return (
    <>
      <canvas ref={canvas} style={{ transform: shiftOf(sketch, scale) }} />
      <svg className="ev-shapes" width={pane.width} height={pane.height} aria-hidden="true">
        <g transform={`translate(${x} ${y}) scale(${scale})`} fill="none">
          {live && (
            <polyline
              points={pathOf(live.points)}
              stroke={live.tool === 'erase' ? '#000' : color}
              strokeOpacity={0.5}
              strokeWidth={2 * live.radius}
              strokeLinecap="round"
              strokeLinejoin="round"
            />
          )}
          {corners.length > 0 && (
            <>
              <polygon {...still} points={pathOf(curveOf(corners))} stroke="#000" strokeWidth={4} />
              <polygon
                {...still}
                points={pathOf(curveOf(corners))}
                stroke={color}
                strokeWidth={2}
                strokeDasharray={corners.length < 3 ? '4 4' : undefined}
              />
              {corners.map(([cx, cy], index) => (
                <circle key={index} cx={cx} cy={cy} r={4 / scale} fill={color} />
              ))}
            </>
          )}
          {set && (
            <>
              <path {...still} d={tickOf(set, scale)} stroke="#000" strokeWidth={5} />
              <path {...still} d={tickOf(set, scale)} stroke={color} strokeWidth={2} />
            </>
          )}
          {cursor && (
            <g className="ev-cursor">
              {(tool === 'brush' || tool === 'erase') && (
                <circle {...still} cx={cursor[0]} cy={cursor[1]} r={radius} />
              )}
              <path
                {...still}
                d={`M${cursor[0] - 9 / scale} ${cursor[1]}h${18 / scale}M${cursor[0]} ${cursor[1] - 9 / scale}v${18 / scale}`}
              />
            </g>
          )}
        </g>
      </svg>
    </>
  )
}

/** Reach of a cross and of the gap in it, through which the place itself is seen, px of the screen. */
const [REACH, GAP] = [16, 5]

function tickOf([x, y]: XY, scale: number): string {
  const [far, near] = [REACH / scale, GAP / scale]
  const length = far - near
  return `M${x - far} ${y}h${length}M${x + near} ${y}h${length}M${x} ${y - far}v${length}M${x} ${y + near}v${length}`
}

/** Of what is being moved: it is painted anew when the press is over. */
const shiftOf = ({ shift }: Sketch, scale: number) =>
  shift ? `translate(${shift[0] * scale}px, ${shift[1] * scale}px)` : undefined

const pathOf = (points: readonly XY[]) => points.map((at) => at.join()).join(' ')
