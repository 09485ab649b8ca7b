import { reportSay } from './words.ts'
import { LANGUAGES, type Language } from '../wire/constants.ts'

/** The parts of a drafted opinion, the most important first. */
export const OPINION_PARTS = ['conclusion', 'advice', 'basis', 'limits'] as const
export type OpinionPart = (typeof OPINION_PARTS)[number]
export type Opinion = Readonly<Record<OpinionPart, readonly string[]>>

/** An opinion as text. Each heading and each sentence has a line of its own. */
export function opinionText(opinion: Opinion, language: Language): string {
  return OPINION_PARTS.filter((part) => opinion[part].length > 0)
    .flatMap((part) => [reportSay(language)(`opinion.part.${part}`), ...opinion[part]])
    .join('\n')
}

interface Section {
  /** Null for the sentences above the first heading. */
  part: OpinionPart | null
  title: string
  lines: string[]
}

/** The parts of an opinion's text, in either language. */
export function opinionSections(text: string): Section[] {
  const sections: Section[] = []
  for (const line of text.split('\n')) {
    const part = partOf(line)
    if (part) sections.push({ part, title: line, lines: [] })
    else (sections.at(-1) ?? start(sections)).lines.push(line)
  }
  return sections
}

function start(sections: Section[]): Section {
  const first: Section = { part: null, title: '', lines: [] }
  sections.push(first)
  return first
}

const inAnyLanguage = (name: string, line: string) =>
  LANGUAGES.some((language) => reportSay(language)(name) === line)

const partOf = (line: string): OpinionPart | undefined =>
  OPINION_PARTS.find((part) => inAnyLanguage(`opinion.part.${part}`, line))

/** A draft as a clinician takes it over: whole. The warning, which no clinician says, stands at the foot of every page. */
export const takenOver = (draft: string): string =>
  opinionSections(draft)
    .map(({ title, lines }) => ({
      title,
      lines: lines.filter((line) => !inAnyLanguage('warning', line)),
    }))
    .filter(({ lines }) => lines.length > 0)
    .flatMap(({ title, lines }) => (title === '' ? lines : [title, ...lines]))
    .join('\n')

/** The sentences of an opinion, without headings, the warning and blank lines. */
export const sentencesOf = (text: string): string[] =>
  opinionSections(takenOver(text)).flatMap(({ lines }) =>
    lines.filter((line) => line.trim() !== ''),
  )

const squeezed = (text: string) => text.replace(/\s+/g, '')

/** The sentences of a text that the other one does not have. */
export function sentencesBeyond(text: string, other: string): string[] {
  const there = new Set(sentencesOf(other).map(squeezed))
  return sentencesOf(text).filter((line) => !there.has(squeezed(line)))
}

/** A draft below what is written already. Sentences of both stand once, and none is lost. */
export const withDraft = (written: string, draft: string): string =>
  [...sentencesBeyond(written, draft), takenOver(draft)].join('\n')
