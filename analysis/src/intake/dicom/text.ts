import { declaredSets, ESCAPES, strictly, type CharacterSet, type Designation } from './charsets.ts'

/** A text of a DICOM file. */
export interface ReadText {
  text: string
  /** The set by which it makes sense, although the file declares another one or none; '' where it is as declared. */
  guessed: string
  /** There is a text, and no set reads it. */
  unread: boolean
}

const ESC = 0x1b
const DELIMITERS = ['\\', '^', '='].map((sign) => sign.charCodeAt(0))
const isAscii = (bytes: Uint8Array) => bytes.every((byte) => byte < 0x80)
const nothing = { text: '', guessed: '', unread: false }

/**
 * Reads a text by the Specific Character Set that its file declares. Bytes that make no sense by it are read as
 * UTF-8 or as Chinese, which many devices write without saying so, where they make sense as that. What no set reads is
 * told as unread: it is a text, and nobody knows which.
 */
export function readText(raw: Uint8Array, charset: string): ReadText {
  // Padding, and controls that stand in no text.
  const bytes = raw.filter((byte) => byte >= 0x20 || byte === ESC)
  if (bytes.length === 0) return nothing
  const sets = declaredSets(charset)
  if (bytes.includes(ESC)) return escaped(bytes, sets)
  if (isAscii(bytes)) return told(ascii(bytes))
  // With code extensions the first set is ASCII at times. Devices that write no escape mean the second then.
  const declared = sets.find((set) => set !== null) ?? null
  const isUtf8 = strictly(bytes, UTF8) !== null
  if (declared && !(isUtf8 && declared.kind === 'multi')) {
    const text = inSet(bytes, declared)
    if (text !== null) return told(text)
  }
  // What is valid UTF-8 is that: another set would hit its rules by chance in each letter.
  if (isUtf8) {
    const text = inSet(bytes, UTF8)
    return text === null ? UNREAD : told(text, declared?.label === UTF8.label ? '' : 'UTF-8')
  }
  const isJapanese = sets.some((set) => set !== null && JAPANESE.includes(set.label))
  const text = isJapanese ? inSet(bytes, SHIFT_JIS) : chinese(bytes)
  return text === null ? UNREAD : told(text, isJapanese ? 'Shift JIS' : 'GB18030')
}

const UNREAD: ReadText = { ...nothing, unread: true }
const UTF8: CharacterSet = { label: 'utf-8', kind: 'multi' }
const GB18030: CharacterSet = { label: 'gb18030', kind: 'multi' }
const SHIFT_JIS: CharacterSet = { label: 'shift_jis', kind: 'multi' }
const JAPANESE = ['jis-x-0201', 'euc-jp']

/** The text of bytes in a set, where it makes sense. */
function inSet(bytes: Uint8Array, set: CharacterSet): string | null {
  const text = strictly(bytes, set)
  return text !== null && makesSense(text, set) ? text : null
}

/** Latin letters with accents are Chinese by chance. Then a Latin letter stands beside it, or a sign of another kind. */
function chinese(bytes: Uint8Array): string | null {
  const text = inSet(bytes, GB18030)
  if (text === null || /[A-Za-z][^ -~]|[^ -~][A-Za-z]/.test(text)) return null
  const rest = text.replace(/[ -~]/g, '').normalize('NFKC')
  return /^[\p{Script=Han}·•・A-Za-z ]+$/u.test(rest) ? text : null
}

const told = (text: string, guessed = ''): ReadText => ({ text, guessed, unread: false })
const ascii = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/** Characters that stand in no name or number, and what replacement characters of UTF-8 are in Chinese. */
const NONSENSE = /[\p{Cc}\p{Cn}\p{Co}\p{Cs}\ufffd]|锟斤|斤拷/u
const WORD = /[\p{L}\p{M}]+/gu
const NOT_ASCII = /[^ -~]/

/**
 * Bytes of another set are letters of a single-byte one by chance. Signs among them, capitals after small letters, and
 * words of accented letters alone show that.
 */
function makesSense(text: string, { kind }: CharacterSet): boolean {
  if (NONSENSE.test(text)) return false
  if (kind === 'multi') return true
  if (/[^\p{L}\p{M}\x20-\x7e\u00a0\u00b7\u2018\u2019]/u.test(text)) return false
  const words = (text.match(WORD) ?? []).filter((word) => NOT_ASCII.test(word))
  return words.every((word) => {
    if (/\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(word)) return false
    if (kind === 'latin') return word.length === 1 || /[A-Za-z]/.test(word)
    return !/[A-Za-z]/.test(word)
  })
}

/** A text with escape sequences of ISO 2022. */
function escaped(bytes: Uint8Array, sets: readonly (CharacterSet | null)[]): ReadText {
  const text = switched(bytes, sets[0] ?? null)
  if (text === null || NONSENSE.test(text)) return UNREAD
  return told(text, sets.some((set) => set !== null) ? '' : 'ISO 2022')
}

/** Each run of bytes by the set that is designated there; null where one is none of its set. */
function switched(bytes: Uint8Array, first: CharacterSet | null): string | null {
  const g1first = first && { set: first, low: false, pairs: false }
  let g0: Designation = { set: null, low: true, pairs: false }
  let g1: Designation | null = g1first
  let text = ''
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0
    if (byte === ESC) {
      const found = ESCAPES.find(([sign]) => starts(bytes, at + 1, sign))
      if (!found) return null
      const [sign, designation] = found
      if (designation.low) g0 = designation
      else g1 = designation
      at += 1 + sign.length
      continue
    }
    const end = byte >= 0x80 ? highEnd(bytes, at, g1) : lowEnd(bytes, at)
    const run = bytes.subarray(at, end)
    const part = byte >= 0x80 ? decoded(run, g1) : g0.pairs ? paired(run, g0) : ascii(run)
    if (part === null) return null
    text += part
    // A delimiter brings the first set back. Devices that do not name theirs again mean it all the same.
    if (!g0.pairs && byte < 0x80 && run.some((each) => DELIMITERS.includes(each)))
      g1 = g1first ?? g1
    at = end
  }
  return text
}

function lowEnd(bytes: Uint8Array, from: number): number {
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) < 0x80 && bytes[at] !== ESC) at++
  return at
}

/** Of Chinese the second byte of a pair may have seven bits: devices write GBK and call it GB 2312. */
function highEnd(bytes: Uint8Array, from: number, g1: Designation | null): number {
  const step = g1?.set?.label === GB18030.label ? 2 : 1
  let at = from
  while (at < bytes.length && (bytes[at] ?? 0) >= 0x80) at += step
  return Math.min(at, bytes.length)
}

const decoded = (run: Uint8Array, g1: Designation | null) =>
  g1?.set ? strictly(run, g1.set) : null

/** Pairs of seven bits as the pairs of eight bits of the same set. */
function paired(run: Uint8Array, { set, prefix }: Designation): string | null {
  if (!set || run.length % 2 === 1) return null
  const wide: number[] = []
  run.forEach((byte, index) => {
    if (prefix !== undefined && index % 2 === 0) wide.push(prefix)
    wide.push(byte | 0x80)
  })
  return strictly(Uint8Array.from(wide), set)
}

const starts = (bytes: Uint8Array, at: number, sign: string) =>
  Array.from(sign).every((letter, index) => bytes[at + index] === letter.charCodeAt(0))
