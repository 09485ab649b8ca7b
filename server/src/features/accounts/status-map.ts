import { text, type Language } from '@mingmou/contract'

/** The meanings of the status numbers. */
export const statusMap = (language: Language) => ({
  '1': text(language, 'status_active'),
  '2': text(language, 'status_banned'),
})
