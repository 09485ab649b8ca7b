import { text, type Language } from '@mingmou/contract'

/** What the numbers of a status mean. */
export const statusMap = (language: Language) => ({
  '1': text(language, 'status_active'),
  '2': text(language, 'status_banned'),
})
