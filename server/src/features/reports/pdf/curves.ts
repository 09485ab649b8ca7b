import type { Curve, CurvesSection } from '@mingmou/contract'
import { INK, makeRoom, MARGIN, PALE, TEAL, WIDTH, type Pdf } from './layout.ts'

const TICKS = [0, 0.25, 0.5, 0.75, 1]
const EDGE = { left: 40, bottom: 26, top: 14 }
const GAP = 16
/** As wide as two stand in a row, pt. */
const SIDE = (WIDTH - GAP) / 2 - EDGE.left - 10

/** Two in a row. */
export function drawCurves(doc: Pdf, { curves }: CurvesSection): void {
  const height = EDGE.top + SIDE + EDGE.bottom
  for (let first = 0; first < curves.length; first += 2) {
    makeRoom(doc, height)
    const y = doc.y
    for (const [column, curve] of curves.slice(first, first + 2).entries())
      drawCurve(doc, curve, { x: MARGIN + column * ((WIDTH + GAP) / 2), y })
    doc.x = MARGIN
    doc.y = y + height + 4
  }
}

function drawCurve(doc: Pdf, curve: Curve, at: { x: number; y: number }): void {
  const [left, top] = [at.x + EDGE.left, at.y + EDGE.top]
  const placed = (x: number, y: number) => [left + x * SIDE, top + (1 - y) * SIDE] as const
  doc.font('medium').fontSize(8).fillColor(INK)
  doc.text(curve.title, left, at.y, { width: SIDE, lineBreak: false })
  doc.font('regular').fontSize(6.5).fillColor(PALE)
  for (const tick of TICKS) {
    const [x, y] = placed(tick, tick)
    doc.lineWidth(0.4).strokeColor('#E5E7EB')
    doc
      .moveTo(x, top)
      .lineTo(x, top + SIDE)
      .moveTo(left, y)
      .lineTo(left + SIDE, y)
      .stroke()
    const text = `${100 * tick}%`
    doc.text(text, x - 20, top + SIDE + 3, { width: 40, align: 'center', lineBreak: false })
    doc.text(text, left - 34, y - 3, { width: 30, align: 'right', lineBreak: false })
  }
  doc.text(curve.across, left, top + SIDE + 13, { width: SIDE, align: 'center', lineBreak: false })
  doc.save().rotate(-90, { origin: [at.x + 6, top + SIDE / 2] })
  doc.text(curve.up, at.x + 6 - SIDE / 2, top + SIDE / 2 - 4, {
    width: SIDE,
    align: 'center',
    lineBreak: false,
  })
  doc.restore()
  doc.dash(3, { space: 3 }).strokeColor(PALE).lineWidth(0.6)
  doc
    .moveTo(...placed(0, 0))
    .lineTo(...placed(1, 1))
    .stroke()
    .undash()
  doc.strokeColor(TEAL).lineWidth(1.2)
  for (const [index, [x, y]] of curve.line.entries())
    if (index === 0) doc.moveTo(...placed(x, y))
    else doc.lineTo(...placed(x, y))
  if (curve.line.length > 1) doc.stroke()
  for (const { x, y, low, high } of curve.dots) {
    doc
      .moveTo(...placed(x, low))
      .lineTo(...placed(x, high))
      .stroke()
    doc.circle(...placed(x, y), 2.2).fill(TEAL)
  }
}
