import { encodeGb18030 } from './gb18030.ts'

/** The delimiters of what is sent: those that everybody writes. */
const SIGNS: Readonly<Record<string, string>> = {
  '|': '\\F\\',
  '^': '\\S\\',
  '&': '\\T\\',
  '~': '\\R\\',
  '\\': '\\E\\',
  '\n': '\\.br\\',
}

/** A text as a component has it: nothing of it parts a message. */
export const escaped = (text: string): string =>
  text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[|^&~\\\n]/g, (sign) => SIGNS[sign] ?? '')
    .replaceAll(/\p{Cc}/gu, '')

/** Without what is empty at its end. */
export const withoutTail = (parts: readonly string[]): string[] =>
  parts.slice(0, parts.findLastIndex((part) => part !== '') + 1)

/** A field of these components. */
export const field = (...components: readonly string[]): string =>
  withoutTail(components.map(escaped)).join('^')

/** A segment by the numbers of its fields. */
export function segment(name: string, fields: Readonly<Record<number, string>>): string {
  const numbers = Object.keys(fields).map(Number)
  const all = Array.from({ length: Math.max(...numbers) }, (_, at) => fields[at + 1] ?? '')
  return [name, ...withoutTail(all)].join('|')
}

/** Character sets that messages are sent in, as MSH-18 names them (HL7 table 0211). */
export const SENT_CHARSETS = {
  'utf-8': { named: 'UNICODE UTF-8', encode: (text: string) => Buffer.from(text) },
  gb18030: { named: 'GB 18030-2000', encode: encodeGb18030 },
} as const
