import { useEffect, useMemo, useRef, useState } from 'react'
import { place, prepare } from '../draw.ts'
import { parseColor } from '../overlay.ts'
import { curveOf } from './curve.ts'
import { pixelsOfSketch } from './sketch-pixels.ts'
import { placeOf, type Sketch } from './sketch.ts'
import type { LiveStroke } from './use-hand.ts'
import { scaleOf, type Size, toScreen, type View, type XY } from '../view.ts'

interface Props {
  sketch: Sketch
  /** The stroke of the press that is not over yet. */
  live: LiveStroke | null
  image: Size
  view: View
  pane: Size
}

/** Opacity of what is drawn, of 255: the photograph shows through. */
const INSIDE = 96

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

/** The mask in the colour of its layer, its edge without transparency. */
function usePainted(sketch: Sketch, image: Size): ImageBitmap | null {
  const { size, start, strokes, held, color } = sketch
  const { width, height } = image
  const pixels = useMemo(
    () => pixelsOfSketch({ size, start, strokes, held }, { width, height }),
    [size, start, strokes, held, width, height],
  )
  const [painted, setPainted] = useState<ImageBitmap | null>(null)
  useEffect(() => {
    let current = true
    void createImageBitmap(colouredOf(pixels, size, color)).then((made) => {
      if (current) setPainted(made)
    })
    return () => {
      current = false
    }
  }, [pixels, size, color])
  return painted
}

function colouredOf(pixels: Uint8Array, { width, height }: Size, color: string): ImageData {
  const picture = new ImageData(width, height)
  const { r, g, b } = parseColor(color)
  for (let at = 0; at < pixels.length; at++) {
    if (pixels[at] === 0) continue
    const isEdge = [at - 1, at + 1, at - width, at + width].some((near) => pixels[near] !== 255)
    picture.data.set([r, g, b, isEdge ? 255 : INSIDE], 4 * at)
  }
  return picture
}
