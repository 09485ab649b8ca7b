export type Charset = 'utf-8' | 'gb18030' | 'iso-8859-1'

/** Names of MSH-18 (HL7 table 0211), and as systems in China write them. */
const DECLARED: Readonly<Record<string, Charset>> = {
  'UNICODE UTF-8': 'utf-8',
  'UTF-8': 'utf-8',
  UTF8: 'utf-8',
  UNICODE: 'utf-8',
  'GB 18030-2000': 'gb18030',
  'GB 18030': 'gb18030',
  GB18030: 'gb18030',
  'GB18030-2000': 'gb18030',
  GBK: 'gb18030',
  GB2312: 'gb18030',
  '8859/1': 'iso-8859-1',
}
/** Says nothing of more than seven bits. */
const UNDECLARED = ['', 'ASCII']

/** The message in its character set. Undeclared it is UTF-8 where it can be, else GB18030. */
export function decodeMessage(
  bytes: Buffer,
  declared: string,
): { text: string; charset: Charset } | 'unknown' | 'unreadable' {
  const named = declared.trim().toUpperCase()
  const said = DECLARED[named]
  if (said === undefined && !UNDECLARED.includes(named)) return 'unknown'
  for (const charset of said === undefined ? (['utf-8', 'gb18030'] as const) : [said]) {
    const text = decoded(bytes, charset)
    if (text !== null) return { text, charset }
  }
  return 'unreadable'
}

export function decoded(bytes: Buffer, charset: Charset): string | null {
  if (charset === 'iso-8859-1') return bytes.toString('latin1')
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
