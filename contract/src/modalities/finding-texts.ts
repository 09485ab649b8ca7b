import { CLINICAL_TEXTS } from './texts.ts'
import type { Language } from '../wire/constants.ts'
import { isWording, sayOf, wordingIn, type Say, type Texts } from '../wire/wording.ts'

interface Worded {
  [name: string]: string | Worded
}

const worded = (texts: Texts, language: Language): Worded =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      isWording(text) ? wordingIn(text, language) : worded(text, language),
    ]),
  )

/** How findings are worded wherever they are shown: on the page, on paper, in a file. */
export const FINDING_TEXTS: Readonly<Record<Language, Worded>> = {
  'zh-CN': worded(CLINICAL_TEXTS, 'zh-CN'),
  en: worded(CLINICAL_TEXTS, 'en'),
}

/** The wordings of one language. */
export const sayIn = (language: Language): Say => sayOf(CLINICAL_TEXTS, language)

/** The wording at a dotted name, with its `{{arguments}}` filled in; the name itself where there is none. */
export const findingText = (
  language: Language,
  name: string,
  values: Readonly<Record<string, string | number>> = {},
): string => sayIn(language)(name, values)
