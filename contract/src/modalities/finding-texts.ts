import { CLINICAL_TEXTS } from './texts.ts'
import type { Language } from '../wire/constants.ts'
import type { Say, Texts } from '../wire/wording.ts'

interface Worded {
  [name: string]: string | Worded
}

const isPair = (texts: Texts[string]): texts is readonly [string, string] => Array.isArray(texts)

function worded(texts: Texts, at: 0 | 1): Worded {
  return Object.fromEntries(
    Object.entries(texts).map(([name, one]) => [name, isPair(one) ? one[at] : worded(one, at)]),
  )
}

/** How findings are worded wherever they are shown: on the page, on paper, in a file. */
export const FINDING_TEXTS: Readonly<Record<Language, Worded>> = {
  'zh-CN': worded(CLINICAL_TEXTS, 0),
  en: worded(CLINICAL_TEXTS, 1),
}

/** The wording at a dotted name, with its `{{arguments}}` filled in; the name itself where there is none. */
export function findingText(
  language: Language,
  name: string,
  values: Readonly<Record<string, string | number>> = {},
): string {
  let text: Worded[string] | undefined = FINDING_TEXTS[language]
  for (const part of name.split('.')) text = typeof text === 'object' ? text[part] : undefined
  if (typeof text !== 'string') return name
  return text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(values[value] ?? ''))
}

/** The wordings of one language. */
export const sayIn =
  (language: Language): Say =>
  (name, values) =>
    findingText(language, name, values)
