import type { Curve } from '@mingmou/contract'
import './curves.css'

const SIDE = 220
const EDGE = { left: 46, bottom: 40, top: 10, right: 14 }
type Point = readonly [x: number, y: number]
const placed = ([x, y]: Point): Point => [EDGE.left + x * SIDE, EDGE.top + (1 - y) * SIDE]
const TICKS = [0, 0.25, 0.5, 0.75, 1]

/** Curves beside each other, each in a square of two shares with the diagonal. */
export function Curves({ curves }: { curves: readonly Curve[] }) {
  return (
    <div className="curves">
      {curves.map((curve) => (
        <Square key={curve.title} {...curve} />
      ))}
    </div>
  )
}

function Square({ title, across, up, line, dots }: Curve) {
  const [left, bottom] = placed([0, 0])
  const [right, top] = placed([1, 1])
  return (
    <figure className="curve">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${EDGE.left + SIDE + EDGE.right} ${EDGE.top + SIDE + EDGE.bottom}`}
        role="img"
        aria-label={title}
      >
        {TICKS.map((tick) => {
          const [x, y] = placed([tick, tick])
          return (
            <g key={tick}>
              <path d={`M${x} ${bottom}V${top}M${left} ${y}H${right}`} className="curve-grid" />
              <text x={x} y={bottom + 14} textAnchor="middle">
                {100 * tick}%
              </text>
              <text x={left - 5} y={y + 4} textAnchor="end">
                {100 * tick}%
              </text>
            </g>
          )
        })}
        <path d={`M${left} ${bottom}L${right} ${top}`} className="curve-diagonal" />
        <polyline
          className="curve-line"
          points={line.map((point) => placed(point).join(',')).join(' ')}
        />
        {dots.map(({ x, y, low, high }) => {
          const [across, down] = placed([x, y])
          return (
            <g key={x}>
              <path
                className="curve-line"
                d={`M${across} ${placed([x, low])[1]}V${placed([x, high])[1]}`}
              />
              <circle className="curve-dot" cx={across} cy={down} r={4} />
            </g>
          )
        })}
        <text x={left + SIDE / 2} y={bottom + 32} textAnchor="middle">
          {across}
        </text>
        <text transform={`translate(10 ${top + SIDE / 2}) rotate(-90)`} textAnchor="middle">
          {up}
        </text>
      </svg>
    </figure>
  )
}
