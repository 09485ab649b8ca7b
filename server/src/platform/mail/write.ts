import type { Language } from '@mingmou/contract'
import type { Mail } from './mail.ts'

type Pair = readonly [chinese: string, english: string]
export interface Reader {
  email: string
  language: Language
}

/** A mail in the language of its reader. A code or an initial password stands alone on its line. */
export function writeMail(reader: Reader, subject: Pair, lines: readonly (Pair | string)[]): Mail {
  const translated = (text: Pair | string) =>
    typeof text === 'string' ? text : text[reader.language === 'en' ? 1 : 0]
  const title = translated(subject)
  return {
    to: reader.email,
    language: reader.language,
    subject: reader.language === 'en' ? `Mingmou: ${title}` : `【明眸】${title}`,
    lines: lines.map(translated),
  }
}
