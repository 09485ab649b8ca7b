import { message } from './messages.ts'

/** What people and programs type for the dot between the parts of a name; all are `·` (U+00B7). */
const DOTS = '·•․‧∘∙⋅●◦⸰⸱⸳・･ㆍ．﹒｡。.ꞏᐧ᛫\u0387\u0f0b\u0f0c\u1361\u02d9\u{10101}'
const APOSTROPHES =
  "'`´\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u05f3\u05f4\uff07"
const HYPHENS = '\\-\u2010-\u2015\u2043\u2212\u058a\u05be\u30a0\ufe58\ufe63\uff0d'
/** Blanks that have no width. */
const UNSEEN = /[\u200b\u200e\u200f\u2060\u00ad\ufeff]/g

/** A middle dot, whichever it is; not the full stop, which ends an initial too. */
export const MIDDLE_DOTS = DOTS.replace('.', '')

/** A name as it is kept: letters composed, no blank at its ends and one between its parts. */
export const cleanName = (name: string): string =>
  name.normalize('NFC').replace(UNSEEN, '').replace(/\s+/g, ' ').trim()

/** A joiner stands between letters of some scripts. */
const ALLOWED = new RegExp(
  `^[\\p{L}\\p{M}\\p{Script=Han} \\u200c\\u200d${DOTS}${APOSTROPHES}${HYPHENS}]$`,
  'u',
)
/** The most characters of a name. */
export const NAME_LENGTH = 40

/** What is the matter with a name that `cleanName` left, as an encoded message: the first character that it may not hold. */
export function nameProblem(name: string): string | undefined {
  const wrong = Array.from(name).find((character) => !ALLOWED.test(character))
  if (wrong !== undefined) return message('name_character', named(wrong))
  const isName = /\p{L}|\p{Script=Han}/u.test(name) && Array.from(name).length <= NAME_LENGTH
  return isName ? undefined : message('name_format')
}

/** The character and its code point; the code point alone of one that cannot be seen. */
function named(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Z}]/u.test(character) ? `U+${hex}` : `${character} (U+${hex})`
}

const ANY_DOT = new RegExp(`[${DOTS}]`, 'gu')
const ANY_APOSTROPHE = new RegExp(`[${APOSTROPHES}]`, 'gu')
const ANY_HYPHEN = new RegExp(`[${HYPHENS}_]`, 'gu')

/** Small letters. `İ` and `ı` are `i`, `ẞ` is `ss`. */
const folded = (text: string) =>
  text
    .toUpperCase()
    .toLowerCase()
    .normalize('NFD')
    .replace(/i\u0307/g, 'i')
    .normalize('NFKC')

/**
 * The normal form of a name: its words, small, composed, in one width, without dots, apostrophes, hyphens, commas,
 * carets, padding and what cannot be seen. Names are compared, searched for and filed by it.
 */
export function nameWords(name: string): string[] {
  const plain = name
    .replace(ANY_DOT, '·')
    .replace(ANY_APOSTROPHE, '')
    .replace(ANY_HYPHEN, ' ')
    .normalize('NFKC')
    .replace(/[\p{Default_Ignorable_Code_Point}\u0640]/gu, '')
    .replace(/\p{Cc}/gu, ' ')
  return folded(plain)
    .split(/[\s·,;:^=/\\()[\]]+/u)
    .filter((word) => word !== '')
}

/** The words as one. */
export const nameForm = (name: string): string => nameWords(name).join('')

/** More words are compared in the order in which they stand. */
const MOST_WORDS = 8

/** Each order that begins with another word and goes on as the name does: family name first, given name first. */
function orders(name: string): string[] {
  const words = nameWords(name)
  if (words.length > MOST_WORDS) return [words.join('')]
  return words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(''))
}

/** Whether two names are one in their normal form, the family name first or last in either. */
export function isSameName(one: string, other: string): boolean {
  const others = orders(other)
  return orders(one).some((order) => others.includes(order))
}

/** The normal forms that names have which are the same as this one, and some more: the letters begin at any of them. */
export function formsAlike(name: string): string[] {
  const letters = Array.from(nameForm(name))
  return [
    ...new Set(letters.map((_, at) => [...letters.slice(at), ...letters.slice(0, at)].join(''))),
  ]
}
