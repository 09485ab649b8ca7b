import { ENGLISH } from './finding-texts-en.ts'
import { CHINESE } from './finding-texts-zh.ts'
import type { Language } from './messages.ts'

/** How findings are worded wherever they are shown: on the page, on paper, in a file. */
export const FINDING_TEXTS: Readonly<Record<Language, object>> = { 'zh-CN': CHINESE, en: ENGLISH }

/** The wording at a dotted name, with its `{{arguments}}` filled in; the name itself where there is none. */
export function findingText(
  language: Language,
  name: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  let text: unknown = FINDING_TEXTS[language]
  for (const part of name.split('.'))
    text =
      typeof text === 'object' && text !== null ? (text as Record<string, unknown>)[part] : null
  if (typeof text !== 'string') return name
  return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''))
}
