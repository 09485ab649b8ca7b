import type { Line, ReportRow, Tone } from '@mingmou/contract'

export type Pdf = PDFKit.PDFDocument

export const MARGIN = 34
export const WIDTH = 595.28 - 2 * MARGIN
export const RIGHT = MARGIN + WIDTH
/** Where the foot of the page begins. */
export const FOOT = 841.89 - 72
export const TEAL = '#0F766E'
export const INK = '#1F2937'
export const PALE = '#6B7280'
export const RED = '#B91C1C'

export const TONES: Readonly<Record<Tone, string>> = {
  plain: INK,
  soft: PALE,
  caution: '#B45309',
  danger: RED,
}

export function rule(doc: Pdf): void {
  doc.moveTo(MARGIN, doc.y).lineTo(RIGHT, doc.y).lineWidth(0.5).stroke('#D1D5DB')
  doc.x = MARGIN
  doc.y += 5
}

export function heading(doc: Pdf, text: string, size: number, aside: string | null): void {
  const options = { width: WIDTH, continued: aside !== null }
  doc.font('medium').fontSize(size).fillColor(TEAL).text(text, MARGIN, doc.y, options)
  if (aside !== null)
    doc
      .font('regular')
      .fontSize(size - 2)
      .fillColor(PALE)
      .text(`   ${aside}`)
  doc.y += 1
}

/** Begins a page where less than `height` is left of this one. */
export function makeRoom(doc: Pdf, height: number): void {
  if (doc.y + height > FOOT - 6) doc.addPage()
}

interface Box {
  x: number
  y: number
  width: number
  align?: 'left' | 'right'
}

/** Draws lines below each other. Returns where they end. */
export function drawLines(doc: Pdf, lines: readonly Line[], box: Box, size: number): number {
  const { x, width, align = 'left' } = box
  doc.y = box.y
  for (const { text, tone, strong, aside } of lines) {
    const small = tone === 'soft' ? size - 1 : size
    doc.font(strong ? 'medium' : 'regular').fontSize(small)
    doc.fillColor(TONES[tone]).text(text, x, doc.y, { width, align, continued: Boolean(aside) })
    if (aside)
      doc
        .font('regular')
        .fontSize(size - 1)
        .fillColor(PALE)
        .text(`  ${aside}`, { align })
  }
  return doc.y
}

export function heightOfLines(doc: Pdf, lines: readonly Line[], width: number, size: number) {
  return lines.reduce((sum, { text, tone, strong, aside = '' }) => {
    doc.font(strong ? 'medium' : 'regular').fontSize(tone === 'soft' ? size - 1 : size)
    return sum + doc.heightOfString(text + (aside && `  ${aside}`), { width })
  }, 0)
}

interface Table {
  x: number
  width: number
  /** Width of the labels. */
  label: number
  size: number
  align: 'left' | 'right'
}

/** Between a label and its cells. */
export const LABEL_GAP = 6.5

/** A row of label and cells. Returns its height, without drawing it where `draw` is false. */
export function row(doc: Pdf, { label, notes, cells }: ReportRow, table: Table, draw = true) {
  const { x, size, align } = table
  const gap = 6
  const cell = (table.width - table.label) / Math.max(1, cells.length)
  const name: Line[] = [{ text: label, tone: 'plain' }]
  const columns = [
    { lines: name, x, width: table.label - gap, align: 'left' as const },
    ...cells.map((lines, index) => ({
      lines,
      x: x + table.label + index * cell + (index > 0 ? gap : 0),
      width: cell - (index > 0 ? gap : 0),
      align,
    })),
  ]
  const height = Math.max(
    ...columns.map(({ lines, width }) => heightOfLines(doc, lines, width, size)),
  )
  const whole = height + heightOfLines(doc, notes, table.width, size)
  if (!draw) return whole
  const top = doc.y
  for (const { lines, ...box } of columns) drawLines(doc, lines, { ...box, y: top }, size)
  drawLines(doc, notes, { x, y: top + height, width: table.width }, size)
  doc.y = top + whole
  return whole
}
