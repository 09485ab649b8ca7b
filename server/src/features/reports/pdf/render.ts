import { setImmediate as breathe } from 'node:timers/promises'
import {
  findingText,
  type CurvesSection,
  type Language,
  type ReportDocument,
  type ReportSection,
} from '@mingmou/contract'
import QRCode from 'qrcode'
import { drawCurves } from './curves.ts'
import { FOOT, INK, MARGIN, PALE, RED, RIGHT, rule, TEAL, WIDTH, type Pdf } from './layout.ts'
import { readLetters, type Letters } from './letters.ts'
import { printLetters } from './print-letters.ts'
import {
  drawFigures,
  drawNotes,
  drawOpinion,
  drawPictures,
  drawResults,
  hasOnePhotograph,
  type Drawn,
} from './sections.ts'

const QR = 54
/** Of a notice. The page of the report has them all. */
const MOST_LINES = 12

type Section = ReportSection | CurvesSection

export interface Sheet {
  document: ReportDocument<Section>
  drawn: Drawn
  report_no: string
  /** Address of the report's public page; null of what has none. */
  link: string | null
  language: Language
  /** Drawn twice, what was made at a time is the same file. */
  made?: Date
  /** A letter: its words as large as one page has room for. */
  large?: boolean
}

/** How large the words of a letter are, of the small print of a report: at first 16 pt, as for eyes that see badly. */
const LARGE = [2.3, 1.9, 1.6, 1.3, 1] as const

/** How the small print of a report is set: of its usual size, and how far its lines are apart beyond that of the font, pt. */
interface Print {
  size: number
  gap: number
}
const USUAL: Print = { size: 1, gap: 0 }
/** That of a report that would run onto a second page. */
const TIGHTER: readonly Print[] = [
  { size: 0.92, gap: 0 },
  { size: 0.85, gap: -0.4 },
  { size: 0.8, gap: -0.8 },
  { size: 0.8, gap: -1.2 },
]
/** What is larger than this is a heading, and keeps its size. */
const SMALL_PRINT = 9
/** Nothing is set smaller, pt. */
const SMALLEST = 5.5

/**
 * A4 pages. The report of one photograph is one page: its pictures keep their size, and its small
 * print gives way. An opinion that still does not fit has a second page, and the usual size.
 */
export async function renderPdf(sheet: Sheet): Promise<Buffer> {
  const letters = await readLetters(JSON.stringify(sheet.document))
  if (sheet.large) return renderLarge(sheet, letters)
  const usual = await render(sheet, letters, USUAL)
  if (usual.pages !== 2 || !hasOnePhotograph(sheet.document.sections)) return usual.file
  for (const print of TIGHTER) {
    const tighter = await render(sheet, letters, print)
    if (tighter.pages === 1) return tighter.file
  }
  return usual.file
}

async function renderLarge(sheet: Sheet, letters: Letters): Promise<Buffer> {
  let drawn = await render(sheet, letters, { size: LARGE[0], gap: 0 })
  for (const size of LARGE.slice(1)) {
    if (drawn.pages === 1) break
    drawn = await render(sheet, letters, { size, gap: 0 })
  }
  return drawn.file
}

interface Rendered {
  file: Buffer
  pages: number
}

/** Draws in short steps, so that other calls do not wait. */
async function render(sheet: Sheet, letters: Letters, print: Print): Promise<Rendered> {
  // Loaded for the first report.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 841.89 - FOOT + 6 },
    bufferPages: true,
    lang: sheet.language,
    info: {
      Title: sheet.report_no,
      Producer: 'Mingmou',
      Creator: 'Mingmou',
      ...(sheet.made && { CreationDate: sheet.made }),
    },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  printLetters(doc, letters)
  const setSize = doc.fontSize.bind(doc)
  // Head and foot of a letter are those of a report.
  const around = sheet.large ? 1 : print.size
  let factor: number = around
  doc.fontSize = (size) => setSize(size > SMALL_PRINT ? size : Math.max(SMALLEST, size * factor))
  head(doc, sheet)
  factor = print.size
  doc.lineGap(print.gap)
  identity(doc, sheet.document)
  for (const draw of stepsOf(sheet.document.sections, sheet.drawn)) {
    await breathe()
    draw(doc)
  }
  await breathe()
  factor = around
  doc.lineGap(0)
  feet(doc, sheet)
  const pages = doc.bufferedPageRange().count
  doc.end()
  return { file: await done, pages }
}

/** Adjacent tables of figures are one step. */
function stepsOf(sections: readonly Section[], drawn: Drawn): ((doc: Pdf) => void)[] {
  const figures = sections.filter((section) => section.kind === 'figures')
  return sections.flatMap((section) => {
    switch (section.kind) {
      case 'pictures':
        return [(doc) => drawPictures(doc, section, drawn)]
      case 'results':
        return [(doc) => drawResults(doc, section)]
      case 'figures':
        return section === figures[0] ? [(doc) => drawFigures(doc, figures)] : []
      case 'curves':
        return [(doc) => drawCurves(doc, section)]
      case 'notes':
        return [(doc) => drawNotes(doc, section)]
      case 'opinion':
        return [(doc) => drawOpinion(doc, section)]
    }
  })
}

function head(doc: Pdf, { document, link, language, large }: Sheet): void {
  const width = WIDTH - QR - 12
  doc.font('regular').fontSize(10).fillColor(PALE)
  doc.text(document.institution, MARGIN, MARGIN, { width })
  doc.font('medium').fontSize(large ? 24 : 18)
  doc.fillColor(TEAL).text(document.title, { width })
  const titled = doc.y
  if (link !== null) {
    qr(doc, link, RIGHT - QR, MARGIN)
    doc.font('regular').fontSize(6.5).fillColor(PALE)
    doc.text(document.scan, RIGHT - QR, MARGIN + QR + 2, { width: QR, align: 'center' })
    // The caption may have more lines than one, and the title more than the code is high.
    doc.y = Math.max(titled, doc.y, MARGIN + QR + 8)
  }
  doc.y += 4
  for (const { text, plain, lines } of document.notices) {
    const color = plain ? INK : RED
    doc.font('medium').fontSize(10).fillColor(color).text(text, MARGIN, doc.y, { width: WIDTH })
    doc.font('regular').fontSize(8)
    for (const line of lines.slice(0, MOST_LINES)) doc.text(line, { width: WIDTH })
    const more = lines.length - MOST_LINES
    if (more > 0) doc.text(findingText(language, 'report.standing.more', { n: more }))
    doc.y += 4
  }
  rule(doc)
}

/** Over the whole page, at its top and across it, so that no copy of a page looks valid. */
function stamp(doc: Pdf, mark: string): void {
  const { width, height } = doc.page
  doc.font('medium').fontSize(12).fillColor(RED)
  doc.text(mark, 0, 12, { width, align: 'center', lineBreak: false })
  const size = Math.min(150, (120 * 500) / doc.fontSize(120).widthOfString(mark))
  doc
    .save()
    .rotate(-45, { origin: [width / 2, height / 2] })
    .fontSize(size)
    .fillOpacity(0.12)
  doc.text(mark, 0, height / 2 - size * 0.7, { width, align: 'center', lineBreak: false })
  doc.restore()
}

/** Squares instead of pixels: sharp at every print size. */
function qr(doc: Pdf, link: string, x: number, y: number): void {
  const { modules } = QRCode.create(link, { errorCorrectionLevel: 'M' })
  const side = QR / modules.size
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) doc.rect(x + column * side, y + row * side, side, side)
    }
  }
  doc.fill('#000')
}

/** Label over value, in columns. Every row is as high as its longest text. */
function identity(doc: Pdf, { identity }: Pick<ReportDocument, 'identity'>): void {
  const columns = 4
  const width = WIDTH / columns
  const box = { width: width - 8 }
  for (let first = 0; first < identity.length; first += columns) {
    const top = doc.y
    let bottom = top
    for (const [column, { label, value }] of identity.slice(first, first + columns).entries()) {
      const x = MARGIN + column * width
      doc.font('regular').fontSize(7.5).fillColor(PALE).text(label, x, top, box)
      doc.font('medium').fontSize(9).fillColor(INK).text(value, x, doc.y, box)
      bottom = Math.max(bottom, doc.y)
    }
    doc.y = bottom + 4
  }
  rule(doc)
}

/** What the lines of the foot have, pt: the models and images of two photographs are many. */
const FOOT_ROOM = 33
const FOOT_GAPS = [0, -0.8, -1.6, -2.4] as const

/** The lines move together before they run into what stands below them. */
function footGap(doc: Pdf, lines: string): number {
  const fits = (lineGap: number) =>
    doc.heightOfString(lines, { width: WIDTH, lineGap }) <= FOOT_ROOM
  return FOOT_GAPS.find(fits) ?? FOOT_GAPS[FOOT_GAPS.length - 1] ?? 0
}

/** On every page: the warning, whose report it is, the page number, and the basis of the result. */
function feet(doc: Pdf, { document: { footer, mark }, language }: Sheet): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    // Text below the margin would begin a new page.
    doc.page.margins.bottom = 0
    if (mark !== null) stamp(doc, mark)
    doc.moveTo(MARGIN, FOOT).lineTo(RIGHT, FOOT).lineWidth(0.5).stroke('#D1D5DB')
    doc.font('medium').fontSize(9).fillColor(RED)
    doc.text(footer.warning, MARGIN, FOOT + 5, { width: WIDTH, lineBreak: false })
    doc.font('regular').fontSize(6).fillColor(PALE)
    const lines = footer.lines.join('\n')
    doc.text(lines, MARGIN, FOOT + 19, { width: WIDTH, lineGap: footGap(doc, lines) })
    doc.fontSize(7).fillColor(INK)
    const number = findingText(language, 'report.page', { n: page + 1, all: count })
    const foot = { width: WIDTH, lineBreak: false }
    doc.text(footer.whose, MARGIN, FOOT + 53, foot)
    doc.text(number, MARGIN, FOOT + 53, { ...foot, align: 'right' })
  }
}
