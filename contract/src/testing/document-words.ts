import type { ReportDocument, ReportSection } from '../report/document.ts'

/** Every text of a report's document; layers that a reader of the page may ask for where `asked`. */
function textsOf(document: ReportDocument, asked: boolean): string[] {
  const { institution, title, scan, notices, mark, identity, sections, footer } = document
  return [
    ...[institution, title, scan, mark ?? ''],
    ...notices.flatMap(({ text, lines }) => [text, ...lines]),
    ...identity.flatMap(({ label, value }) => [label, value]),
    ...sections.flatMap((section) => textsIn(section, asked)),
    ...[footer.warning, footer.whose, ...footer.lines],
  ]
}

function textsIn(section: ReportSection, asked: boolean): string[] {
  switch (section.kind) {
    case 'pictures':
      return section.pictures.flatMap(({ caption, layers }) => [
        caption,
        ...layers.filter(({ hidden }) => asked || !hidden).map(({ label }) => label),
      ])
    case 'notes':
      return [...section.lines]
    case 'opinion':
      return [
        section.title,
        ...[section.origin, section.signed].filter((text) => text !== null),
        ...section.parts.flatMap(({ title, lines }) => [title, ...lines]),
      ]
    default:
      return [
        ...('title' in section ? [section.title] : []),
        ...section.columns,
        ...section.rows.flatMap(({ label, notes, cells }) => [
          label,
          ...[...notes, ...cells.flat()].flatMap(({ text, aside = '' }) => [text, aside]),
        ]),
      ]
  }
}

/** Where a line breaks is no difference. */
const dense = (text: string) => text.replace(/[\s\u00a0]+/g, '')

/** What the layout leaves out of a document, and what it says besides. */
export function compareWords(
  document: ReportDocument,
  shown: string,
  { besides = [], asked = false }: { besides?: readonly string[]; asked?: boolean } = {},
): { missing: string[]; left: string } {
  const text = dense(shown)
  const pieces = [...new Set([...textsOf(document, asked), ...besides].map(dense))]
    .filter((piece) => piece !== '')
    .sort((a, b) => b.length - a.length)
  return {
    missing: pieces.filter((piece) => !text.includes(piece)),
    left: pieces.reduce((rest, piece) => rest.replaceAll(piece, '\n'), text).replaceAll('\n', ''),
  }
}
