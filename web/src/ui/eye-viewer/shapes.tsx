import type { Lines, Mark } from '@mingmou/contract'

/** Half a cross, px of the screen. */
const CROSS = 9

interface Props {
  shape: Lines
  /** px of the screen for one px of the image */
  scale: number
}

/** Lies in a group that is scaled from image to screen. Lines keep their width. */
export function Shape({ shape, scale }: Props) {
  return (
    <g fill="none" stroke={shape.color} strokeWidth={1.6}>
      {shape.marks.map((mark, index) => (
        <MarkLine key={index} mark={mark} cross={CROSS / scale} />
      ))}
    </g>
  )
}

function MarkLine({ mark, cross }: { mark: Mark; cross: number }) {
  const still = { vectorEffect: 'non-scaling-stroke' } as const
  switch (mark.kind) {
    case 'outline':
      return (
        <polygon
          {...still}
          points={mark.points.map((at) => at.join()).join(' ')}
          {...(mark.dashed && { strokeDasharray: '6 4' })}
          {...painted(mark)}
        />
      )
    case 'ring':
      return (
        <circle {...still} cx={mark.at[0]} cy={mark.at[1]} r={mark.radius} strokeDasharray="5 4" />
      )
    case 'line': {
      const [[x1, y1], [x2, y2]] = [mark.from, mark.to]
      return <line {...still} x1={x1} y1={y1} x2={x2} y2={y2} strokeDasharray="3 3" />
    }
    case 'cross': {
      const [x, y] = mark.at
      return (
        <path
          {...still}
          d={`M${x - cross} ${y}h${2 * cross}M${x} ${y - cross}v${2 * cross}`}
          {...(mark.dashed && { strokeDasharray: '3 3' })}
        />
      )
    }
  }
}

const painted = ({ color }: { color?: string }) => (color === undefined ? {} : { stroke: color })
