import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet } from './read-sheet.ts'
import { NotASheet, type SheetFault } from './sheet.ts'
import { writeXlsx } from './xlsx-writer.ts'

const rows = (bytes: Buffer) => [...readSheet(bytes)].map(({ line, cells }) => [line, ...cells])
const faultOf = (bytes: Buffer): SheetFault | null => {
  try {
    rows(bytes)
    return null
  } catch (error) {
    if (!(error instanceof NotASheet)) throw error
    return error.fault
  }
}

/** 姓名 and 张三 in GB18030. */
const GB = Buffer.from([0xd0, 0xd5, 0xc3, 0xfb, 0x0d, 0x0a, 0xd5, 0xc5, 0xc8, 0xfd])

test('a table of text is read in every encoding and with every separator that clinics save', () => {
  const said = [
    [1, '姓名', '卡号'],
    [2, '张三', '007'],
  ]
  for (const separator of [',', ';', '\t', '，']) {
    const text = `姓名${separator}卡号\r\n张三${separator}007\r\n`
    expect(rows(Buffer.from(text))).toEqual(said)
    expect(rows(Buffer.from(`\ufeff${text}`))).toEqual(said)
    expect(rows(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(said)
  }
  expect(rows(GB)).toEqual([
    [1, '姓名'],
    [2, '张三'],
  ])
})

test('quotes, line ends within cells, empty rows and texts that keep zeros are read as spreadsheets do', () => {
  const text = 'a,b\r\n\r\n"1, ""2""\r\n3",="007"\r"",5\' 10"\n=1+1,@x'
  expect(rows(Buffer.from(text))).toEqual([
    [1, 'a', 'b'],
    [3, '1, "2"\r\n3', '007'],
    [4, '', '5\' 10"'],
    [5, '=1+1', '@x'],
  ])
  expect(faultOf(Buffer.from('a,b\n"1,2'))).toBe('sheet_broken')
  expect(faultOf(Buffer.from(`a,b\n${'x'.repeat(10_001)}`))).toBe('sheet_cell')
})

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const book = (cells: string, more: Record<string, string> = {}) =>
  Buffer.from(
    zipSync({
      'xl/worksheets/sheet7.xml': strToU8(
        `<worksheet ${main}><sheetData>${cells}</sheetData></worksheet>`,
      ),
      'xl/workbook.xml': strToU8(
        `<workbook ${main} xmlns:r="r"><sheets><sheet name="old" state="hidden" r:id="a"/><sheet name="new" r:id="b"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': strToU8(
        '<Relationships><Relationship Id="a" Target="worksheets/sheet1.xml"/><Relationship Id="b" Target="/xl/worksheets/sheet7.xml"/></Relationships>',
      ),
      'xl/sharedStrings.xml': strToU8(
        `<sst ${main}><si><r><t>张</t></r><r><t>三</t></r><rPh><t>ちょう</t></rPh></si></sst>`,
      ),
      'xl/styles.xml': strToU8(
        `<styleSheet ${main}><numFmts><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/><numFmt numFmtId="177" formatCode="[Red]0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="176"/><xf numFmtId="177"/></cellXfs></styleSheet>`,
      ),
      ...Object.fromEntries(Object.entries(more).map(([name, text]) => [name, strToU8(text)])),
    }),
  )

test('a workbook says which numbers were stored as numbers, and which of them are days', () => {
  const cells =
    '<row r="3"><c r="A3" t="s"><v>0</v></c><c r="C3"><v>1.23E+17</v></c><c r="D3" s="1"><v>22053</v></c>' +
    '<c r="E3" s="2"><v>44927.5</v></c><c r="F3" s="3"><v>5</v></c><c r="G3" t="inlineStr"><is><t>007</t></is></c>' +
    '<c r="H3" t="str"><f>A1&amp;B1</f><v>=x</v></c></row>'
  expect(rows(book(cells))).toEqual([
    [
      ...[3, '张三', ''],
      { stored: '1.23E+17', day: null },
      { stored: '22053', day: '1960-05-17' },
      { stored: '44927.5', day: '2023-01-01' },
      { stored: '5', day: null },
      ...['007', '=x'],
    ],
  ])
})

test('what is no table is refused by what it is', () => {
  expect(faultOf(Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]))).toBe('sheet_other')
  expect(faultOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).toBe('sheet_old')
  expect(faultOf(Buffer.from(zipSync({ 'a.txt': strToU8('a') })))).toBe('sheet_other')
  expect(faultOf(Buffer.from([0x61, 0, 0x62, 0]))).toBe('sheet_other')
  expect(faultOf(Buffer.from([0x61, 0x0a, 0xff, 0xff, 0xff]))).toBe('sheet_encoding')
  const whole = book('<row><c t="s"><v>0</v></c></row>')
  expect(rows(whole)).toEqual([[1, '张三']])
  for (let length = 1; length < whole.length; length += 97)
    expect(['sheet_broken', 'sheet_other', 'sheet_encoding', null]).toContain(
      faultOf(whole.subarray(0, length)),
    )
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaa">]><worksheet>&a;</worksheet>'
  expect(faultOf(book('', { 'xl/worksheets/sheet7.xml': entities }))).toBe('sheet_broken')
})

test('a file that unpacks to more than a table can have is left alone', () => {
  const row = `<row><c t="inlineStr"><is><t>${'a'.repeat(9000)}</t></is></c></row>`
  const bytes = book(row.repeat(30_000))
  expect(bytes.length).toBeLessThan(4_000_000)
  expect(faultOf(bytes)).toBe('sheet_bomb')
  expect(faultOf(book(`<row><c><v>${'1'.repeat(3_000_000)}</v></c></row>`))).toBe('sheet_cell')
})

test('rows and cells of a workbook stand in their sequence, each once, and within what a sheet can have', () => {
  const cell = '<c t="inlineStr"><is><t>x</t></is></c>'
  const row = (at: string) => `<row r="${at}">${cell}</row>`
  expect(rows(book(row('2') + `<row>${cell}</row>` + row('1048576')))).toEqual([
    [2, 'x'],
    [3, 'x'],
    [1_048_576, 'x'],
  ])
  for (const at of ['0', '-1', '1.5', '1e3', 'x', '', '1048577', '99999999999999999999'])
    expect(faultOf(book(row(at)))).toBe('sheet_broken')
  expect(faultOf(book(row('3') + row('3')))).toBe('sheet_broken')
  expect(faultOf(book(row('3') + row('2')))).toBe('sheet_broken')
  for (const second of ['A1', 'B1'])
    expect(
      faultOf(book(`<row r="1"><c r="B1"><v>1</v></c><c r="${second}"><v>2</v></c></row>`)),
    ).toBe('sheet_broken')
})

test('shared texts are no more and no longer than a table has, and none is cut', () => {
  const cell = '<row><c t="s"><v>0</v></c></row>'
  const shared = (texts: string) => ({ 'xl/sharedStrings.xml': `<sst ${main}>${texts}</sst>` })
  // Texts of almost as many characters as are read, and empty ones, which take memory too.
  const long = `<si><t>${'a'.repeat(900_000)}</t></si>`
  const many = shared(long.repeat(74) + '<si/>'.repeat(50_000))
  expect(faultOf(book(cell, many))).toBe('sheet_bomb')
  expect(faultOf(book(cell, shared(`<si><t>${'a'.repeat(10_001)}</t></si>`)))).toBe('sheet_cell')
})

test('what is written is read again as it was: zeros, long numbers, formulas and signs of XML', async () => {
  const line = ['007', '110105194912310021', '=1+1', '<&"> \u0007张', 5, null]
  const parts: Buffer[] = []
  for await (const part of writeXlsx(['a', 'b', 'c', 'd', 'e', 'f'], [line])) parts.push(part)
  expect(rows(Buffer.concat(parts))[1]).toEqual([
    ...[2, '007', '110105194912310021', '=1+1', '<&"> 张'],
    { stored: '5', day: null },
    '',
  ])
})
