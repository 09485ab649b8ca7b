import { text } from '@mingmou/contract'
import { language } from './i18n.ts'

/** A message that server and page share, in the current language. */
export function say(encoded: string): string {
  return text(language(), encoded)
}
