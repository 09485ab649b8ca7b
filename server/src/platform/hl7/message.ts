import { decoded, type Charset } from './charset.ts'

/** What parts a message, as MSH-1 and MSH-2 say. */
export interface Delimiters {
  field: string
  component: string
  repetition: string
  escape: string
  sub: string
}

/** What is no message has none: it does not begin with MSH, or its delimiters are letters or one twice. */
export function delimitersOf(text: string): Delimiters | null {
  if (!text.startsWith('MSH')) return null
  const field = text[3] ?? ''
  const said =
    text
      .slice(4)
      .split(field, 1)[0]
      ?.split(/[\r\n]/, 1)[0] ?? ''
  const [component = '', repetition = '~', escape = '\\', sub = '&'] = said
  const all = [field, component, repetition, escape, sub]
  const isSign = (sign: string) => /^[!-/:-@[-`{-~]$/.test(sign)
  if (!all.every(isSign) || new Set(all).size < all.length) return null
  return { field, component, repetition, escape, sub }
}

/** HL7 writes it where a value is to be deleted. Nothing is deleted so: it counts as not said. */
const DELETED = '""'

export class Segment {
  readonly name: string
  readonly #fields: readonly string[]
  readonly #by: Delimiters
  readonly #charset: Charset

  constructor(line: string, by: Delimiters, charset: Charset) {
    const [name = '', ...rest] = line.split(by.field)
    this.name = name
    // MSH-1 is the delimiter itself.
    this.#fields = name === 'MSH' ? [name, by.field, ...rest] : [name, ...rest]
    this.#by = by
    this.#charset = charset
  }

  /** The repetitions of a field. */
  all(field: number): Repetition[] {
    const text = this.#fields[field] ?? ''
    if (text === '') return []
    return text
      .split(this.#by.repetition)
      .map((part) => new Repetition(part, this.#by, this.#charset))
  }

  /** A component of the first repetition, without its escape sequences. */
  text(field: number, component = 1): string {
    return this.all(field)[0]?.text(component) ?? ''
  }
}

export class Repetition {
  readonly #components: readonly string[]
  readonly #by: Delimiters
  readonly #charset: Charset

  constructor(text: string, by: Delimiters, charset: Charset) {
    this.#components = text.split(by.component)
    this.#by = by
    this.#charset = charset
  }

  text(component = 1): string {
    const [first = ''] = (this.#components[component - 1] ?? '').split(this.#by.sub)
    if (first === DELETED) return ''
    // Nothing can keep U+0000. What stands in its place is no letter: a number or a name with it is refused.
    return unescaped(first, this.#by, this.#charset).replaceAll('\0', '\ufffd').trim()
  }
}

function unescaped(text: string, by: Delimiters, charset: Charset): string {
  const parts = text.split(by.escape)
  // An escape sequence stands between two signs: one that has no end is a sign.
  if (parts.length % 2 === 0) return text
  return parts.map((part, at) => (at % 2 === 0 ? part : meant(part, by, charset))).join('')
}

function meant(sequence: string, by: Delimiters, charset: Charset): string {
  const signs: Record<string, string> = {
    F: by.field,
    S: by.component,
    T: by.sub,
    R: by.repetition,
    E: by.escape,
    '.br': '\n',
  }
  const sign = signs[sequence]
  if (sign !== undefined) return sign
  const hex = /^X((?:[0-9A-Fa-f]{2})+)$/.exec(sequence)?.[1]
  // Others change how a text looks, and no letter of it.
  return hex === undefined ? '' : (decoded(Buffer.from(hex, 'hex'), charset) ?? '')
}

/** The segments of a message, in their sequence. The first one is MSH. */
export function parseMessage(text: string, charset: Charset): Segment[] | null {
  const by = delimitersOf(text)
  if (by === null) return null
  return text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== '')
    .map((line) => new Segment(line, by, charset))
}
