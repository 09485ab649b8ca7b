import type { Letters } from './letters.ts'
import type { Pdf } from './layout.ts'

interface Options {
  width?: number
  align?: string
  lineWidth?: number
  textWidth?: number
  characterSpacing?: number
  features?: readonly string[]
  baseline?: number
}

/** What pdfkit draws a line of text with. Its types do not name it. */
interface Drawing {
  _font: { ascender: number }
  _fontSize: number
  _fragment(text: string, x: number, y: number, options: Options): void
  widthOfString(text: string, options?: Options): number
  font(name: string): unknown
}

/**
 * Has every line that the document measures and draws take each letter from a font that has it.
 * Lines keep the height and the ground line of the report's own font.
 */
export function printLetters(pdf: Pdf, { base, runs }: Letters): void {
  const doc = pdf as unknown as Drawing
  const draw = doc._fragment.bind(doc)
  const measure = doc.widthOfString.bind(doc)
  pdf.registerFont('regular', base.regular.bytes)
  pdf.registerFont('medium', base.medium.bytes)
  const registered = new Set<string>()

  /** Does something of every run with its own font, and puts the font of the line back. */
  const each = (text: string, work: (part: string, options: Options) => void) => {
    const own = doc._font
    for (const { text: part, face } of runs(text)) {
      if (face) {
        if (!registered.has(face.name)) pdf.registerFont(face.name, face.bytes)
        registered.add(face.name)
        doc.font(face.name)
      }
      // As one piece, so that words from right to left stand in their order.
      work(part, face ? { features: [] } : {})
      doc._font = own
    }
  }

  doc.widthOfString = (text, options = {}) => {
    let width = 0
    each(text, (part, own) => (width += measure(part, { ...options, ...own })))
    return width
  }

  doc._fragment = (given, x, y, options) => {
    const text = given.replaceAll('\n', '')
    const baseline = options.baseline ?? (-doc._font.ascender / 1000) * doc._fontSize
    let at = x + indentOf(doc, text, options)
    each(text, (part, own) => {
      const textWidth = measure(part, own)
      draw(part, at, y, { ...options, ...own, align: 'left', baseline, textWidth })
      at += textWidth
    })
  }
}

/** Where a line begins by its alignment, as pdfkit places it. */
function indentOf(
  doc: Drawing,
  text: string,
  { width, align, lineWidth = 0, textWidth = 0 }: Options,
) {
  if (!width) return 0
  if (align === 'right') return lineWidth - doc.widthOfString(text.replace(/\s+$/, ''))
  return align === 'center' ? lineWidth / 2 - textWidth / 2 : 0
}
