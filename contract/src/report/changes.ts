import type { Language } from '../wire/constants.ts'
import { beginOf } from '../wire/begin.ts'
import type { Line, ReportDocument, ReportSection } from './document.ts'
import { reportSay } from './words.ts'

/** What a report says: a value by its name, or lines of text by the name of their part. */
interface Statements {
  values: Map<string, string>
  texts: Map<string, string[]>
}

const CLIP = 160
const clip = (text: string) => (text.length > CLIP ? `${beginOf(text, CLIP)}…` : text)

/** How a report differs from the one before it, in words, as both are read. */
export function reportChanges(
  before: ReportDocument,
  after: ReportDocument,
  language: Language,
): string[] {
  const [old, now] = [statementsOf(before, language), statementsOf(after, language)]
  const say = (kind: string, what: string, change: { before?: string; after?: string }) =>
    reportSay(language)(`report.change.${kind}`, {
      what,
      before: clip(change.before ?? ''),
      after: clip(change.after ?? ''),
    })
  const values = union(old.values, now.values).flatMap((what) => {
    const change = { before: old.values.get(what) ?? '—', after: now.values.get(what) ?? '—' }
    return change.before === change.after ? [] : [say('other', what, change)]
  })
  const texts = union(old.texts, now.texts).flatMap((what) => {
    const [was, is] = [old.texts.get(what) ?? [], now.texts.get(what) ?? []]
    return [
      ...was
        .filter((line) => !is.includes(line))
        .map((line) => say('removed', what, { before: line })),
      ...is
        .filter((line) => !was.includes(line))
        .map((line) => say('added', what, { after: line })),
    ]
  })
  const changes = [...texts, ...values]
  return changes.length > 0 ? changes : [reportSay(language)('report.change.none')]
}

const union = (one: Map<string, unknown>, other: Map<string, unknown>) => [
  ...new Set([...one.keys(), ...other.keys()]),
]

function statementsOf(document: ReportDocument, language: Language): Statements {
  const word = (name: string, values: Record<string, string> = {}) =>
    reportSay(language)(`report.change.${name}`, values)
  const found: Statements = { values: new Map(), texts: new Map() }
  for (const { label, value } of document.identity) found.values.set(label, value)
  for (const section of document.sections) collect(section, found, word)
  add(found, word('basis'), document.footer.lines)
  return found
}

type Words = (name: string, values?: Record<string, string>) => string

function collect(section: ReportSection, found: Statements, word: Words): void {
  switch (section.kind) {
    case 'pictures': {
      const captions = section.pictures.map(({ caption }) => caption)
      add(found, word('pictures'), captions)
      break
    }
    case 'notes':
      add(found, word('notes'), section.lines)
      break
    case 'opinion': {
      const lines = section.parts.flatMap((part) => part.lines)
      add(found, section.title, lines)
      break
    }
    default:
      for (const { label, notes, cells } of section.rows) {
        add(found, label, notes.map(textOf))
        for (const [index, lines] of cells.entries()) {
          const column = section.columns[index]
          const name = column === undefined ? label : word('cell', { label, column })
          const text = lines.map(textOf).join(' ')
          found.values.set(name, [found.values.get(name), text].filter(Boolean).join(' '))
        }
      }
  }
}

function add(found: Statements, what: string, lines: readonly string[]): void {
  found.texts.set(what, [...(found.texts.get(what) ?? []), ...lines])
}

const textOf = ({ text, aside }: Line) => (aside ? `${text} ${aside}` : text)
