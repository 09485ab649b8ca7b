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
