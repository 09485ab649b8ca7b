import { lengthBetween, lengthText } from './ruler.ts'
import { type Size, toScreen, type View } from './view.ts'
import type { Line, ViewerImage } from './viewer-state.ts'

interface Props {
  image: ViewerImage
  line: Line | undefined
  view: View
  pane: Size
}

export function RulerLine({ image, line, view, pane }: Props) {
  if (!line) return null
  const [x1, y1] = toScreen(line.from, view, image, pane)
  const [x2, y2] = toScreen(line.to, view, image, pane)
  return (
    <svg className="ev-ruler" width={pane.width} height={pane.height}>
      <line x1={x1} y1={y1} x2={x2} y2={y2} className="ev-ruler-shade" />
      <line x1={x1} y1={y1} x2={x2} y2={y2} />
      <circle cx={x1} cy={y1} r={4} />
      <circle cx={x2} cy={y2} r={4} />
      <text x={x2 + 10} y={y2 - 8}>
        {lengthText(lengthBetween(line.from, line.to, image.scale))}
      </text>
    </svg>
  )
}
