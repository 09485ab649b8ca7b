/** The character sets of DICOM (PS3.3 C.12.1.1.2), by TextDecoder's names. */
interface CharacterSet {
  label: string
  kind: 'latin' | 'other' | 'multi'
}

const single = (label: string, kind: 'latin' | 'other' = 'other'): CharacterSet => ({ label, kind })
const multi = (label: string): CharacterSet => ({ label, kind: 'multi' })

/** By the digits of `ISO_IR 100` and `ISO 2022 IR 100`. IR 6 is ASCII, which all others hold. */
const BY_NUMBER: Readonly<Record<string, CharacterSet>> = {
  100: single('iso-8859-1', 'latin'),
  101: single('iso-8859-2', 'latin'),
  109: single('iso-8859-3', 'latin'),
  110: single('iso-8859-4', 'latin'),
  148: single('iso-8859-9', 'latin'),
  203: single('iso-8859-15', 'latin'),
  144: single('iso-8859-5'),
  127: single('iso-8859-6'),
  126: single('iso-8859-7'),
  138: single('iso-8859-8'),
  166: single('windows-874'),
  13: single('jis-x-0201'),
  58: multi('gb18030'),
  149: multi('euc-kr'),
  87: multi('euc-jp'),
  159: multi('euc-jp'),
  192: multi('utf-8'),
}
const BY_NAME: Readonly<Record<string, CharacterSet>> = {
  GB18030: multi('gb18030'),
  GBK: multi('gb18030'),
  GB2312: multi('gb18030'),
  CP936: multi('gb18030'),
  UTF8: multi('utf-8'),
  BIG5: multi('big5'),
  SHIFTJIS: multi('shift_jis'),
  EUCKR: multi('euc-kr'),
  EUCJP: multi('euc-jp'),
}

/** The sets that an element (0008,0005) declares besides ASCII; null for a term that is none. Empty terms are ASCII. */
export function declaredSets(element: string): (CharacterSet | null)[] {
  return element.split('\\').map((term) => {
    const plain = term.toUpperCase().replace(/[^A-Z0-9]/g, '')
    if (plain === '' || /^ISO(2022)?IR6$/.test(plain)) return null
    const [, number = ''] = /^ISO(?:2022)?IR(\d+)$/.exec(plain) ?? []
    return BY_NUMBER[number] ?? BY_NAME[plain] ?? null
  })
}

/** What an escape sequence designates (PS3.5 6.1.2.5.3): the set, and whether its bytes have seven bits or eight. */
export interface Designation {
  set: CharacterSet | null
  /** In G0: bytes of seven bits, two for each character where `pairs`. */
  low: boolean
  pairs: boolean
  /** What stands before each character of EUC-JP's third set. */
  prefix?: number
}

const ir = (number: number) => BY_NUMBER[number] ?? null
const high = (number: number): Designation => ({ set: ir(number), low: false, pairs: false })
const low = (number: number, prefix?: number): Designation => ({
  set: ir(number),
  low: true,
  pairs: true,
  ...(prefix !== undefined && { prefix }),
})
const ASCII: Designation = { set: null, low: true, pairs: false }

/** Those of the standard, and the older and mistaken ones that devices write. */
export const ESCAPES: readonly (readonly [string, Designation])[] = [
  ['(B', ASCII],
  ['(J', ASCII],
  [')I', high(13)],
  ['-A', high(100)],
  ['-B', high(101)],
  ['-C', high(109)],
  ['-D', high(110)],
  ['-F', high(126)],
  ['-G', high(127)],
  ['-H', high(138)],
  ['-L', high(144)],
  ['-M', high(148)],
  ['-T', high(166)],
  ['-b', high(203)],
  ['$)A', high(58)],
  ['$)C', high(149)],
  ['$(D', low(159, 0x8f)],
  ['$(B', low(87)],
  ['$B', low(87)],
  ['$@', low(87)],
  ['$(A', low(58)],
  ['$A', low(58)],
  ['$(C', low(149)],
]

/** The text of bytes in a set; null where they are none of it. */
export function strictly(bytes: Uint8Array, { label, kind }: CharacterSet): string | null {
  if (label === 'jis-x-0201') return katakana(bytes)
  // TextDecoder reads these bytes as punctuation of Windows, which stands in no ISO set.
  if (kind !== 'multi' && bytes.some((byte) => byte >= 0x80 && byte < 0xa0)) return null
  try {
    // ISO 8859-1 and -9 are their Windows sets but for those bytes.
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/** JIS X 0201: half-width katakana above ASCII. */
function katakana(bytes: Uint8Array): string | null {
  if (bytes.some((byte) => byte >= 0x80 && !(byte > 0xa0 && byte < 0xe0))) return null
  return Array.from(bytes, (byte) => String.fromCodePoint(byte < 0x80 ? byte : byte + 0xfec0)).join(
    '',
  )
}

export type { CharacterSet }
