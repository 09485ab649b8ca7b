import { Zip, ZipDeflate } from 'fflate'
import { inMarkup } from '../markup.ts'

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Style 1 is text, which keeps zeros and long numbers; style 2 is a head. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`

const FRAME: readonly (readonly [name: string, content: string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  ],
  ['xl/styles.xml', STYLES],
]

type Value = string | number | null

/** A text is never a formula: it is written as text, in a cell of that format. */
function cell(value: Value, style: number): string {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  return `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${inMarkup(value)}</t></is></c>`
}
const line = (values: readonly Value[], style: number) =>
  `<row>${values.map((value) => cell(value, style)).join('')}</row>`

/** A workbook of one sheet, written as its rows come. Its columns are text. */
export async function* writeXlsx(
  heads: readonly string[],
  rows: AsyncIterable<readonly Value[]> | Iterable<readonly Value[]>,
): AsyncGenerator<Buffer> {
  const ready: Buffer[] = []
  const zip = new Zip((error, chunk) => {
    // Nothing here is asynchronous: `push` throws it.
    if (error) throw error
    if (chunk.length > 0) ready.push(Buffer.from(chunk))
  })
  for (const [name, content] of FRAME) add(zip, name).push(Buffer.from(content), true)
  const sheet = add(zip, 'xl/worksheets/sheet1.xml')
  const width = `<col min="1" max="${Math.max(1, heads.length)}" width="20" style="1" customWidth="1"/>`
  sheet.push(
    Buffer.from(
      `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${width}</cols><sheetData>${line(heads, 2)}`,
    ),
  )
  for await (const values of rows) {
    sheet.push(Buffer.from(line(values, 1)))
    yield* ready.splice(0)
  }
  sheet.push(Buffer.from('</sheetData></worksheet>'), true)
  zip.end()
  yield* ready.splice(0)
}

function add(zip: Zip, name: string): ZipDeflate {
  const entry = new ZipDeflate(name)
  zip.add(entry)
  return entry
}
