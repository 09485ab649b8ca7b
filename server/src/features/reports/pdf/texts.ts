import { findingText, type Language, type REPORT_TEXTS } from '@mingmou/contract'

export type Word = keyof typeof REPORT_TEXTS
export type Words = (word: Word, n?: string | number) => string

export const wordsOf =
  (language: Language): Words =>
  (word, n = '') =>
    findingText(language, `report.${word}`, { n })
