import type { Language } from '@mingmou/contract'

/** A mail as the queue carries it: kind and values; the text is made when it is sent. */
export interface Mail {
  to: string
  language: Language
  subject: string
  /** Paragraphs; a code or an initial password stands alone in one. */
  lines: string[]
}

export interface Mailer {
  deliver(mail: Mail): Promise<void>
  close(): Promise<void>
}
