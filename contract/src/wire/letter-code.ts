/** A code is sixteen of these: no letter that is read as another, and no vowel that makes a word. */
export const LETTER_CODE = { letters: '23456789BCDFGHJKMNPQRSTVWXYZ', chars: 16, group: 4 } as const
/** Wrong answers that close a code for good. */
export const LETTER_TRIES = 5
/** Of a patient's number, what a letter with a code leaves out and its page asks for. */
export const LETTER_LAST = 4

/** A code as it is kept, however it was typed: in groups, in small letters. */
export const plainCode = (typed: string): string => typed.toUpperCase().replaceAll(/[\s-]/g, '')

/** A code as a letter prints it: four groups of four. */
export const groupedCode = (code: string): string =>
  code.match(new RegExp(`.{1,${LETTER_CODE.group}}`, 'g'))?.join('-') ?? ''

/** The end of a patient's number, as its letters and digits alone; null of a number that is shorter. */
export function lastOfNumber(number: string): string | null {
  const plain = number.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain.length < LETTER_LAST ? null : plain.slice(-LETTER_LAST)
}

/** A number without its end, for a letter that whoever finds it may read. */
export function withoutLast(number: string): string {
  let left = LETTER_LAST
  return Array.from(number)
    .toReversed()
    .map((letter) => (/[\p{L}\p{N}]/u.test(letter) && left-- > 0 ? '*' : letter))
    .toReversed()
    .join('')
}
