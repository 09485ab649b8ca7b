import type {
  CurvesSection,
  PictureLayer,
  ReportPicture,
  ReportRow,
  ReportSection,
} from '@mingmou/contract'
import {
  drawLines,
  FOOT,
  heading,
  INK,
  LABEL_GAP,
  makeRoom,
  MARGIN,
  PALE,
  row,
  rule,
  TEAL,
  WIDTH,
  type Pdf,
} from './layout.ts'

type Of<K extends ReportSection['kind']> = Extract<ReportSection, { kind: K }>

/** A picture with the drawings on it. */
export interface DrawnPicture {
  bytes: Buffer
  /** Height over width. */
  shape: number
}

export type Drawn = ReadonlyMap<ReportPicture, DrawnPicture>

const GAP = 8

/** The most height of the pictures of one photograph, pt. Three of them in a row are 60 mm wide. */
const TALLEST = 172

/** One photograph, by itself and with what was found on it. */
export const hasOnePhotograph = (sections: readonly (ReportSection | CurvesSection)[]) =>
  sections.some(
    (section) =>
      section.kind === 'pictures' && section.pictures.every(({ photograph }) => photograph === 0),
  )

/**
 * One photograph: all pictures in a row. Two photographs: each stands above its own maps, or beside
 * a single one.
 */
export function drawPictures(doc: Pdf, { pictures }: Of<'pictures'>, drawn: Drawn): void {
  const photographs = [...new Set(pictures.map(({ photograph }) => photograph))]
  const wide = (WIDTH - (photographs.length - 1) * GAP) / photographs.length
  const top = doc.y
  let bottom = top
  for (const [column, photograph] of photographs.entries()) {
    const pictured = pictures.filter((picture) => picture.photograph === photograph)
    const box = { x: MARGIN + column * (wide + GAP), width: wide }
    doc.y = top
    const few = pictured.length < 3
    if (photographs.length === 1)
      drawRow(doc, pictured, drawn, { ...box, across: few ? 2 : 3, tallest: TALLEST })
    else if (few) drawRow(doc, pictured, drawn, { ...box, across: 2, tallest: 132 })
    else {
      drawRow(doc, pictured.slice(0, 1), drawn, { ...box, across: 1, tallest: 132 })
      doc.y += 3
      drawRow(doc, pictured.slice(1), drawn, { ...box, across: 2, tallest: 72 })
    }
    bottom = Math.max(bottom, doc.y)
  }
  doc.x = MARGIN
  doc.y = bottom + 6
}

interface PictureRow {
  x: number
  width: number
  across: number
  tallest: number
}

function drawRow(
  doc: Pdf,
  pictures: readonly ReportPicture[],
  drawn: Drawn,
  { x, width, across, tallest }: PictureRow,
): void {
  const each = (width - (across - 1) * GAP) / across
  const left = x + (width - pictures.length * (each + GAP) + GAP) / 2
  const y = doc.y
  const ends = pictures.map((picture, index) =>
    drawPicture(doc, picture, drawn, { x: left + index * (each + GAP), y, width: each, tallest }),
  )
  doc.y = Math.max(y, ...ends)
}

/** A picture in its own proportions, its caption and the colours of its layers, all in the middle. */
function drawPicture(
  doc: Pdf,
  picture: ReportPicture,
  drawn: Drawn,
  { x, y, width, tallest }: { x: number; y: number; width: number; tallest: number },
): number {
  const made = drawn.get(picture)
  const shape = made?.shape ?? 1
  const height = Math.min(tallest, width * shape)
  const wide = height / shape
  if (made) doc.image(made.bytes, x + (width - wide) / 2, y, { width: wide, height })
  doc.font('regular').fontSize(7).fillColor(INK)
  doc.text(picture.caption, x, y + height + 2, { width, align: 'center' })
  return drawLegend(doc, picture, x, width)
}

/** The colour of every layer, as many in a line as there is room for. */
function drawLegend(doc: Pdf, { layers }: ReportPicture, x: number, width: number): number {
  doc.font('regular').fontSize(6)
  const lines: { names: PictureLayer[]; long: number }[] = []
  for (const layer of layers.filter(({ hidden }) => hidden !== true)) {
    const long = doc.widthOfString(layer.label) + 14
    const last = lines.at(-1)
    if (last && last.long + long <= width) {
      last.names.push(layer)
      last.long += long
    } else lines.push({ names: [layer], long })
  }
  const top = doc.y + 1
  for (const [index, { names, long }] of lines.entries()) {
    const y = top + 8 * index
    let at = x + Math.max(0, (width - long) / 2)
    for (const { label, color } of names) {
      doc
        .rect(at, y + 1.5, 4.5, 4.5)
        .lineWidth(0.3)
        .fillAndStroke(color, '#9CA3AF')
      doc.fillColor(PALE).text(label, at + 7, y, { lineBreak: false })
      at += doc.widthOfString(label) + 14
    }
  }
  return lines.length === 0 ? doc.y : top + 8 * lines.length
}

export function drawResults(doc: Pdf, { columns, rows }: Of<'results'>): void {
  const label = 96
  const table = { x: MARGIN, width: WIDTH, label, size: 7.5, align: 'left' as const }
  drawColumns(doc, columns, table)
  for (const entry of rows) {
    makeRoom(doc, row(doc, entry, table, false))
    row(doc, entry, table)
    doc.y += 3
  }
  rule(doc)
}

function drawColumns(
  doc: Pdf,
  columns: readonly string[],
  table: { x: number; width: number; label: number; size: number; align: 'left' | 'right' },
): void {
  if (columns.length === 0) return
  const cells = columns.map((text) => [{ text, tone: 'soft' as const }])
  row(doc, { label: '', notes: [], cells }, table)
  doc.y += 1
}

/** Tables of figures beside each other: three for one photograph, two for two. */
export function drawFigures(doc: Pdf, sections: readonly Of<'figures'>[]): void {
  const across = sections.some(({ columns }) => columns.length > 1) ? 2 : 3
  const width = (WIDTH - (across - 1) * 14) / across
  const tables = sections.map((section, index) => ({ section, index }))
  const heights = tables.map(({ section }) => figures(doc, section, 0, width, false))
  const columns = inColumns(heights, across)
  const tallest = Math.max(
    ...columns.map((inColumn) =>
      inColumn.reduce((sum, index) => sum + (heights[index] ?? 0) + 4, 0),
    ),
  )
  makeRoom(doc, tallest)
  const top = doc.y
  for (const [column, inColumn] of columns.entries()) {
    doc.y = top
    for (const index of inColumn) {
      const section = sections[index]
      if (section) figures(doc, section, MARGIN + column * (width + 14), width, true)
      doc.y += 4
    }
  }
  doc.x = MARGIN
  doc.y = top + tallest
}

/** Tables keep their order and fill the columns as evenly as that allows. No column is empty. */
function inColumns(heights: readonly number[], across: number): number[][] {
  const whole = heights.reduce((sum, height) => sum + height, 0)
  const columns: number[][] = Array.from({ length: across }, () => [])
  let before = 0
  for (const [index, height] of heights.entries()) {
    const middle = before + height / 2
    columns[Math.min(across - 1, Math.floor((middle / whole) * across))]?.push(index)
    before += height
  }
  return columns.filter((inColumn) => inColumn.length > 0)
}

function figures(doc: Pdf, section: Of<'figures'>, x: number, width: number, draw: boolean) {
  const { title, columns, rows } = section
  const size = 7
  const label = columns.length > 1 ? width * 0.38 : labelBeside(doc, rows, width, size)
  const table = { x, width, label, size, align: 'right' as const }
  const start = doc.y
  doc.font('medium').fontSize(8)
  let height = doc.heightOfString(title, { width }) + 1
  if (draw) {
    doc.fillColor(TEAL).text(title, x, start, { width })
    doc.y += 1
    drawColumns(doc, columns, table)
  }
  if (columns.length > 0) height += 9
  for (const entry of rows) height += row(doc, entry, table, draw)
  return height
}

/** The breadth of the labels beside one column of cells. What short labels leave is for long cells. */
function labelBeside(doc: Pdf, rows: readonly ReportRow[], width: number, size: number): number {
  doc.font('regular').fontSize(size)
  const longest = Math.max(0, ...rows.map(({ label }) => doc.widthOfString(label)))
  const most = Math.max(width * 0.4, width - longest - LABEL_GAP)
  return width - widestCell(doc, rows, most, size)
}

/** The breadth of the longest cell; at most `most`. */
function widestCell(doc: Pdf, rows: readonly ReportRow[], most: number, size: number): number {
  doc.font('regular').fontSize(size)
  const lines = rows.flatMap(({ cells }) => cells.flat())
  // A little more than the text, so that rounding does not break it.
  return Math.min(most, Math.max(0, ...lines.map(({ text }) => doc.widthOfString(text) + 0.5)))
}

export function drawNotes(doc: Pdf, { lines }: Of<'notes'>): void {
  const text = lines.join('\n')
  doc.font('regular').fontSize(6)
  makeRoom(doc, Math.min(200, doc.heightOfString(text, { width: WIDTH })))
  doc.font('regular').fontSize(6).fillColor(PALE).text(text, MARGIN, doc.y, { width: WIDTH })
  doc.y += 3
  rule(doc)
}

/** Width of an opinion's headings. */
const PART = 56

/**
 * The parts of an opinion, with the heading beside the sentences. A part without a heading has the
 * whole width.
 */
export function drawOpinion(doc: Pdf, { title, origin, signed, parts }: Of<'opinion'>): void {
  const size = signed === null ? 7 : 9
  makeRoom(doc, 40)
  heading(doc, title, signed === null ? 9 : 10, origin)
  for (const part of parts) {
    const left = part.title === '' ? 0 : PART
    const body = part.title === '' ? part.lines.join('\n') : inRow(part.lines)
    const options = { width: WIDTH - left }
    doc.fontSize(size).font('regular')
    // A heading stays with its sentences. A text longer than a page is broken by pdfkit.
    const height = doc.heightOfString(body, options)
    if (part.title !== '' || height < FOOT / 4) makeRoom(doc, height)
    const top = doc.y
    doc.font('medium').fillColor(TEAL).text(part.title, MARGIN, top, { width: PART })
    doc
      .font('regular')
      .fillColor(INK)
      .text(body, MARGIN + left, top, options)
    doc.y += 1
  }
  doc.x = MARGIN
  doc.y += 2
  if (signed === null) {
    rule(doc)
    return
  }
  makeRoom(doc, 12)
  doc.y -= 2
  const line = [{ text: signed, tone: 'plain' as const, strong: true }]
  drawLines(doc, line, { x: MARGIN, y: doc.y, width: WIDTH, align: 'right' }, 9)
  doc.y += 2
  rule(doc)
}

/** Joins sentences: a Chinese full stop needs no space behind it. */
const inRow = (lines: readonly string[]) => lines.join(' ').replaceAll('。 ', '。')
