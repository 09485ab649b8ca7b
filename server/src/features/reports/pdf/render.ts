import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import { setImmediate as breathe } from 'node:timers/promises'
import { findingText, opinionSections, sayIn, scaleText, type Language } from '@mingmou/contract'
import PDFDocument from 'pdfkit'
import QRCode from 'qrcode'
import type { OpenedReport } from '../service.ts'
import type { InBoth, Snapshot } from '../snapshot.ts'
import type { Pictures } from './pictures.ts'
import { factRows, figureBlocks, missingLines, resultRows, type Block } from './rows.ts'
import { wordsOf, type Words } from './texts.ts'

const MARGIN = 34
const WIDTH = 595.28 - 2 * MARGIN
const RIGHT = MARGIN + WIDTH
/** Where the page's foot begins. */
const FOOT = 841.89 - 72
const QR = 54
const INK = '#1F2937'
const PALE = '#6B7280'
const TEAL = '#0F766E'
const RED = '#B91C1C'
const AMBER = '#B45309'

const require = createRequire(import.meta.url)
const fontFile = (weight: string) =>
  require.resolve(
    `@expo-google-fonts/noto-sans-sc/${weight.replace('_', '')}/NotoSansSC_${weight}.ttf`,
  )

let fonts: Promise<{ regular: Buffer; medium: Buffer }> | undefined

/** Every GB2312 character; read once. */
async function readFonts() {
  const [regular, medium] = await Promise.all([
    readFile(fontFile('400Regular')),
    readFile(fontFile('500Medium')),
  ])
  return { regular, medium }
}

interface Sheet extends OpenedReport {
  pictures: Pictures
  /** Address of the report's public page. */
  link: string
  language: Language
}

/** One A4 page, more where the opinions are long; drawn in short steps, so that other calls are not kept waiting. */
export async function renderPdf(sheet: Sheet): Promise<Buffer> {
  const { regular, medium } = await (fonts ??= readFonts())
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 841.89 - FOOT + 6 },
    bufferPages: true,
    lang: sheet.language,
    info: { Title: sheet.snapshot.report_no, Producer: 'Mingmou', Creator: 'Mingmou' },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('regular', regular)
  doc.registerFont('medium', medium)
  const words = wordsOf(sheet.language)
  for (const draw of [
    head,
    facts,
    sitting,
    pictures,
    results,
    findings,
    machineOpinion,
    clinicianOpinion,
    feet,
  ]) {
    await breathe()
    draw(doc, sheet, words)
  }
  await breathe()
  doc.end()
  return done
}

type Draw = (doc: PDFKit.PDFDocument, sheet: Sheet, words: Words) => void

const head: Draw = (doc, { snapshot, superseded_by, revoked, link }, words) => {
  const width = WIDTH - QR - 12
  doc.font('regular').fontSize(10).fillColor(PALE)
  doc.text(snapshot.organization.name, MARGIN, MARGIN, { width })
  doc.font('medium').fontSize(18).fillColor(TEAL).text(words('title'), { width })
  doc.font('regular').fontSize(8.5).fillColor(INK)
  doc.text(`${words('number')} ${snapshot.report_no}`, { width })
  qr(doc, link, RIGHT - QR, MARGIN)
  doc.fontSize(6.5).fillColor(PALE)
  doc.text(words('scan'), RIGHT - QR, MARGIN + QR + 2, { width: QR, align: 'center' })
  doc.y = MARGIN + QR + 12
  const notice = revoked
    ? words('revoked')
    : superseded_by !== null && words('superseded', superseded_by)
  if (notice) {
    doc.font('medium').fontSize(10).fillColor(RED).text(notice, MARGIN, doc.y, { width: WIDTH })
    doc.y += 4
  }
  rule(doc)
}

/** Squares, not pixels: sharp at every print size. */
function qr(doc: PDFKit.PDFDocument, link: string, x: number, y: number): void {
  const { modules } = QRCode.create(link, { errorCorrectionLevel: 'M' })
  const side = QR / modules.size
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (modules.get(row, column)) doc.rect(x + column * side, y + row * side, side, side)
    }
  }
  doc.fill('#000')
}

function rule(doc: PDFKit.PDFDocument): void {
  doc.moveTo(MARGIN, doc.y).lineTo(RIGHT, doc.y).lineWidth(0.5).stroke('#D1D5DB')
  doc.y += 6
}

function heading(doc: PDFKit.PDFDocument, text: string): void {
  doc.font('medium').fontSize(10).fillColor(TEAL).text(text, MARGIN, doc.y, { width: WIDTH })
  doc.y += 1
}

/** Label over value, in columns; as many lines as the longest of a row takes. */
const facts: Draw = (doc, { snapshot, language }, words) => {
  const columns = 4
  const width = WIDTH / columns
  const rows = factRows(snapshot, words, sayIn(language))
  for (let first = 0; first < rows.length; first += columns) {
    const top = doc.y
    let bottom = top
    for (const [column, [label, value]] of rows.slice(first, first + columns).entries()) {
      const x = MARGIN + column * width
      doc
        .font('regular')
        .fontSize(7.5)
        .fillColor(PALE)
        .text(label, x, top, { width: width - 8 })
      doc
        .font('medium')
        .fontSize(10)
        .fillColor(INK)
        .text(value, x, doc.y, { width: width - 8 })
      bottom = Math.max(bottom, doc.y)
    }
    doc.y = bottom + 5
  }
  rule(doc)
}

const pictures: Draw = (doc, { snapshot, pictures }, words) => {
  const shown = (['photograph', 'build', 'lesions'] as const).flatMap((name) => {
    const picture = pictures[name]
    return picture === null ? [] : [{ picture, caption: captionOf(name, snapshot, words) }]
  })
  const gap = 8
  const width = (WIDTH - 2 * gap) / 3
  const [imageWidth, imageHeight] = snapshot.image_size
  const height = Math.min(104, (width * imageHeight) / imageWidth)
  const left = MARGIN + (WIDTH - shown.length * (width + gap) + gap) / 2
  const top = doc.y
  doc.font('regular').fontSize(7)
  for (const [column, { picture, caption }] of shown.entries()) {
    const x = left + column * (width + gap)
    doc.rect(x, top, width, height).fill('#000')
    doc.image(picture, x, top, { fit: [width, height], align: 'center', valign: 'center' })
    doc.fillColor(PALE).text(caption, x, top + height + 2, { width, align: 'center' })
  }
  doc.x = MARGIN
  doc.y = top + height + 14
}

function captionOf(name: keyof Pictures, { image_index, image_count }: Snapshot, words: Words) {
  const of = name === 'photograph' && image_count > 1
  return of ? words('photograph_of', `${image_index + 1}/${image_count}`) : words(name)
}

const LABEL = 118

/** Quality, grade and suspicion, each with what it rests on. */
const results: Draw = (doc, { snapshot, language }, words) => {
  for (const [label, value] of resultRows(snapshot, words, language)) {
    const top = doc.y
    doc
      .font('medium')
      .fontSize(8.5)
      .fillColor(TEAL)
      .text(label, MARGIN, top, { width: LABEL - 8 })
    const below = doc.y
    const [first = '', ...rest] = value.split('\n')
    const width = WIDTH - LABEL
    doc.fillColor(INK).text(first, MARGIN + LABEL, top, { width })
    doc.font('regular').fontSize(7.5).fillColor(PALE)
    if (rest.length > 0) doc.text(rest.join(' · '), MARGIN + LABEL, doc.y, { width })
    doc.y = Math.max(doc.y, below) + 3
  }
  doc.x = MARGIN
  rule(doc)
}

/** Three columns of figures: what was found, the disc, the vessels. */
const findings: Draw = (doc, { snapshot, language }, words) => {
  if (!snapshot.gradable) return
  const blocks = figureBlocks(snapshot, language)
  const columns = [blocks.slice(0, -2), blocks.slice(-2, -1), blocks.slice(-1)]
  const gap = 12
  const width = (WIDTH - 2 * gap) / 3
  const top = doc.y
  let bottom = top
  for (const [column, inside] of columns.entries()) {
    doc.y = top
    for (const block of inside) figures(doc, block, MARGIN + column * (width + gap), width)
    bottom = Math.max(bottom, doc.y)
  }
  doc.x = MARGIN
  doc.y = bottom + 2
  doc.font('regular').fontSize(6.5).fillColor(PALE)
  const notes = [
    ...missingLines(snapshot, language),
    scaleText(snapshot, language),
    words('legend'),
  ]
  doc.text(notes.join('\n'), { width: WIDTH })
  doc.y += 4
  rule(doc)
}

function figures(doc: PDFKit.PDFDocument, { title, rows }: Block, x: number, width: number): void {
  doc.font('medium').fontSize(8).fillColor(TEAL).text(title, x, doc.y, { width })
  doc.y += 1
  for (const [label, value] of rows) {
    const top = doc.y
    const [name = '', norm, outside] = label.split('\n')
    doc.font('regular').fontSize(7.5)
    // A figure stays whole, with its unit; its name has what is left.
    const broad = Math.min(doc.widthOfString(value) + 1, 0.64 * width)
    doc.fillColor(PALE).text(name, x, top, { width: width - broad - 4 })
    const below = doc.y
    doc.fillColor(INK).text(value, x + width - broad, top, { width: broad, align: 'right' })
    doc.y = Math.max(doc.y, below)
    if (norm !== undefined) doc.fontSize(6).fillColor(PALE).text(norm, x, doc.y, { width })
    if (outside !== undefined) doc.fontSize(6).fillColor(AMBER).text(outside, x, doc.y, { width })
    doc.y += 1
  }
  doc.y += 4
}

const machineOpinion: Draw = (doc, { snapshot, language }, words) => {
  heading(doc, words('machine'))
  parts(doc, drafted(snapshot.machine_opinion, language), 7.5)
}

/** What the machine says of the sitting comes before what it says of one photograph. */
const sitting: Draw = (doc, { snapshot, language }, words) => {
  if (snapshot.patient_opinion === null) return
  heading(doc, words('sitting', snapshot.image_count))
  parts(doc, drafted(snapshot.patient_opinion, language), 7.5)
  rule(doc)
}

/** A draft without its last line, the warning that stands at the foot of every page. */
const drafted = (draft: InBoth, language: Language) =>
  draft[language].replace(`\n${findingText(language, 'warning')}`, '')

/** Width of an opinion's headings. */
const PART = 48

/** An opinion's parts, the heading beside the sentences; what stands under no heading has the whole width. */
function parts(doc: PDFKit.PDFDocument, text: string, size: number): void {
  for (const { title, lines } of opinionSections(text)) {
    if (lines.length === 0) continue
    const left = title === '' ? 0 : PART
    const body = title === '' ? lines.join('\n') : inRow(lines)
    const options = { width: WIDTH - left, lineGap: 0.5 }
    doc.fontSize(size).font('regular')
    // A heading stays with its sentences; a text longer than a page is broken by itself.
    if (title !== '' && doc.y + doc.heightOfString(body, options) > FOOT - 6) doc.addPage()
    const top = doc.y
    doc.font('medium').fillColor(TEAL).text(title, MARGIN, top, { width: PART })
    doc
      .font('regular')
      .fillColor(INK)
      .text(body, MARGIN + left, top, options)
    doc.y += 1
  }
  doc.x = MARGIN
  doc.y += 2
}

/** Sentences one after the other: a Chinese stop needs no space behind it. */
const inRow = (lines: readonly string[]) => lines.join(' ').replaceAll('。 ', '。')

const clinicianOpinion: Draw = (doc, { snapshot }, words) => {
  heading(doc, `${words('clinician')} · ${words(snapshot.opinion_origin)}`)
  parts(doc, snapshot.opinion, 9.5)
  const time = shanghai(snapshot.report_time)
  const signed = `${words('signed')}  ${snapshot.clinician}    ${words('time')}  ${time}`
  doc.font('medium').fontSize(9).fillColor(INK).text(signed, { width: WIDTH, align: 'right' })
}

/** Minutes, as a clock in Shanghai shows them. */
function shanghai(instant: string): string {
  const there = new Date(Date.parse(instant) + 8 * 3_600_000).toISOString()
  return `${there.slice(0, 10)} ${there.slice(11, 16)}`
}

/** On every page: the warning, and what the result rests on. */
const feet: Draw = (doc, { snapshot, language }, words) => {
  const { count } = doc.bufferedPageRange()
  const models = Object.entries(snapshot.model_versions).map(
    ([task, version]) => `${task} ${version}`,
  )
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    // Text below the margin would begin a new page.
    doc.page.margins.bottom = 0
    const line = { width: WIDTH, lineBreak: false }
    doc.moveTo(MARGIN, FOOT).lineTo(RIGHT, FOOT).lineWidth(0.5).stroke('#D1D5DB')
    doc
      .font('medium')
      .fontSize(9)
      .fillColor(RED)
      .text(findingText(language, 'warning'), MARGIN, FOOT + 5, line)
    doc.font('regular').fontSize(6.5).fillColor(PALE)
    doc.text(`${words('models')} ${models.join('; ')}`, MARGIN, FOOT + 20, { width: WIDTH })
    doc.text(`${words('hash')} ${snapshot.image_sha256}`, { width: WIDTH })
    const here = `${snapshot.report_no}   ${words('page', `${page + 1} / ${count}`)}`
    doc.text(here, MARGIN, FOOT + 50, { ...line, align: 'right' })
  }
}
