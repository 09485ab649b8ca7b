import { findingText } from './finding-texts.ts'
import { LANGUAGES, type Language } from './constants.ts'

/** The parts of a drafted opinion, the most important first. */
export const OPINION_PARTS = ['conclusion', 'advice', 'basis', 'limits'] as const
export type OpinionPart = (typeof OPINION_PARTS)[number]
export type Opinion = Readonly<Record<OpinionPart, readonly string[]>>

/** An opinion as text. Each heading and each sentence has a line of its own. */
export function opinionText(opinion: Opinion, language: Language): string {
  return OPINION_PARTS.filter((part) => opinion[part].length > 0)
    .flatMap((part) => [findingText(language, `opinion.part.${part}`), ...opinion[part]])
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

const partOf = (line: string): OpinionPart | undefined =>
  OPINION_PARTS.find((part) =>
    LANGUAGES.some((language) => findingText(language, `opinion.part.${part}`) === line),
  )

/** The parts of a draft that a clinician takes over: conclusion and advice. */
export const takenOver = (draft: string): string =>
  opinionSections(draft)
    .filter(({ part }) => part === 'conclusion' || part === 'advice')
    .flatMap(({ title, lines }) => [title, ...lines])
    .join('\n')
