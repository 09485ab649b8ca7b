import { createHash } from 'node:crypto'

/**
 * The UID of a thing that its words name: always the same one, on every machine. It is that of a UUID
 * (PS3.5 B.2) of version 8, made of the SHA-256 of the words.
 */
export function uidOf(...words: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(words.join('/')).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return `2.25.${BigInt(`0x${hash.toString('hex')}`)}`
}
