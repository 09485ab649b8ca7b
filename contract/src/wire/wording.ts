import type { Language } from './constants.ts'

/** A sentence in both languages. */
export type Wording = readonly [zh: string, en: string]

export const wordingIn = ([zh, en]: Wording, language: Language): string =>
  language === 'en' ? en : zh

/** A tree of sentences in both languages. */
export interface Texts {
  readonly [name: string]: Wording | Texts
}

/** The wording at a dotted name, in one language, with its `{{arguments}}` filled in. */
export type Say = (name: string, values?: Readonly<Record<string, string | number>>) => string

export const isWording = (texts: Texts[string]): texts is Wording => Array.isArray(texts)

/** The wordings of a tree in one language; a name that it does not have is said as it is. */
export const sayOf =
  (texts: Texts, language: Language): Say =>
  (name, values = {}) => {
    let found: Texts[string] | undefined = texts
    for (const part of name.split('.'))
      found = found === undefined || isWording(found) ? undefined : found[part]
    if (found === undefined || !isWording(found)) return name
    return wordingIn(found, language).replace(/\{\{(\w+)\}\}/g, (_, value: string) =>
      String(values[value] ?? ''),
    )
  }
