import { inflateSync } from 'node:zlib'

/** Reads the words of a PDF that pdfkit wrote: the text of each page in the order it was drawn. */
export function pdfPages(file: Buffer): string[] {
  const objects = objectsOf(file.toString('latin1'))
  const fonts = new Map<string, Map<number, string>>()
  for (const [id, { head }] of objects) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(head)?.[1]
    if (map !== undefined) fonts.set(id, lettersOf(objects.get(map)?.stream ?? ''))
  }
  return [...objects.values()]
    .filter(({ head }) => /\/Type \/Page\b/.test(head))
    .map(({ head }) => {
      const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? ''
      const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '')?.head ?? ''
      const named = new Map(
        [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [
          name,
          fonts.get(id),
        ]),
      )
      return textOf(content, named)
    })
}

/** Width and height of every picture as it is drawn, pt. */
export function pdfPictures(file: Buffer): (readonly [width: number, height: number])[] {
  const drawn = /([\d.]+) 0 0 -?([\d.]+) [-\d.]+ [-\d.]+ cm\s+\/I\d+ Do/g
  return [...objectsOf(file.toString('latin1')).values()].flatMap(({ stream }) =>
    [...stream.matchAll(drawn)].map(([, wide, high]) => [Number(wide), Number(high)] as const),
  )
}

interface PdfObject {
  head: string
  stream: string
}

function objectsOf(text: string): Map<string, PdfObject> {
  const objects = new Map<string, PdfObject>()
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = found.index + found[0].length
    const end = text.indexOf('endobj', from)
    const start = text.indexOf('stream\n', from)
    if (start === -1 || start > end) {
      objects.set(found[1] ?? '', { head: text.slice(from, end), stream: '' })
      continue
    }
    const head = text.slice(from, start)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const bytes = Buffer.from(text.slice(start + 7, start + 7 + length), 'latin1')
    const packed = head.includes('/FlateDecode') && !head.includes('/Image')
    objects.set(found[1] ?? '', {
      head,
      stream: packed ? inflateSync(bytes).toString('latin1') : '',
    })
  }
  return objects
}

const letter = (hex: string) =>
  String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))

/** Glyph to letters, by the lists that pdfkit writes. */
function lettersOf(cmap: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of cmap.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    for (const [index, [, hex = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries())
      letters.set(Number.parseInt(first, 16) + index, letter(hex.replaceAll(' ', '')))
  }
  return letters
}

function textOf(content: string, fonts: Map<string, Map<number, string> | undefined>): string {
  let font: Map<number, string> | undefined
  let text = ''
  for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name)
    for (const [, glyphs = ''] of (shown ?? '').matchAll(/<(\w+)>/g))
      for (const glyph of glyphs.match(/.{4}/g) ?? [])
        text += font?.get(Number.parseInt(glyph, 16)) ?? '\ufffd'
    if (shown !== undefined) text += '\n'
  }
  return text
}
