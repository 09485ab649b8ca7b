import { randomUUID } from 'node:crypto'
import { delimitersOf } from './message.ts'
import { withoutTail } from './write.ts'

/** What became of a message (HL7 table 0008). */
export type Ack = 'AA' | 'AE' | 'AR'

/** HL7 table 0357. */
const ERRORS = {
  0: 'Message accepted',
  100: 'Segment sequence error',
  101: 'Required field missing',
  102: 'Data type error',
  103: 'Table value not found',
  200: 'Unsupported message type',
  201: 'Unsupported event code',
  202: 'Unsupported processing id',
  203: 'Unsupported version id',
  204: 'Unknown key identifier',
  205: 'Duplicate key identifier',
  206: 'Application record locked',
  207: 'Application internal error',
} as const
export type ErrorCode = keyof typeof ERRORS

export interface Said {
  ack: Ack
  error?: { code: ErrorCode; severity: 'E' | 'W' | 'I'; field: string; text: string } | undefined
}

/** An answer has seven bits: whatever the character set, its words are read. */
const plain = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

/**
 * The answer to a message, in its delimiters. What is echoed goes back byte for byte: `head` is the message by bytes.
 */
export function answerTo(head: string, { ack, error }: Said, now: Date): Buffer {
  const by = delimitersOf(head)
  if (by === null) throw new Error('what is no message has no answer')
  const [, encoding = '', ...rest] = (head.split(/[\r\n]/, 1)[0] ?? '').split(by.field)
  /** MSH-3 is the first. */
  const echo = (field: number) => rest[field - 3] ?? ''
  const { field, component: part } = by
  const trigger = echo(9).split(part)[1] ?? ''
  const time = now.toISOString().replace(/\D/g, '').slice(0, 14)
  const id = randomUUID().replaceAll('-', '').slice(0, 20)
  const type = trigger === '' ? 'ACK' : ['ACK', trigger, 'ACK'].join(part)
  const msh = [
    ...['MSH', encoding, echo(5), echo(6), echo(3), echo(4), `${time}+0000`, '', type, id],
    ...[echo(11) || 'P', echo(12) || '2.5', '', '', '', '', '', echo(18)],
  ]
  const lines = [msh, ['MSA', ack, echo(10)]]
  if (error) lines.push(errorSegment(error, by))
  const text = lines.map((line) => withoutTail(line).join(field)).join('\r')
  return Buffer.from(`${text}\r`, 'latin1')
}

function errorSegment(
  { code, severity, field: at, text }: NonNullable<Said['error']>,
  { component, field, repetition, escape, sub }: ReturnType<typeof delimitersOf> & object,
): string[] {
  const signs: Record<string, string> = {
    [field]: 'F',
    [component]: 'S',
    [sub]: 'T',
    [repetition]: 'R',
    [escape]: 'E',
  }
  const escaped = (words: string) =>
    Array.from(plain(words), (sign) =>
      signs[sign] === undefined ? sign : `${escape}${signs[sign]}${escape}`,
    ).join('')
  const [segment = '', number = ''] = at.split('-')
  const place = at === '' ? '' : [segment, '1', number].join(component)
  const what = [String(code), escaped(ERRORS[code]), 'HL70357'].join(component)
  return ['ERR', '', place, what, severity, '', '', '', escaped(text)]
}
