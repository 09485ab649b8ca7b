import { isSameName } from '@mingmou/contract'
import { soundsAs } from '../patients/sounds.ts'

/** What the names of a file say of whether it is of a patient. */
export type NameVerdict = 'none' | 'agrees' | 'differs' | 'unread' | 'uncompared'

const SCRIPTS = ['Han', 'Latin', 'Cyrillic', 'Arabic', 'Hangul', 'Hiragana', 'Katakana', 'Greek']
const SIGNS = SCRIPTS.map((script) => new RegExp(`\\p{Script=${script}}`, 'u'))
const [HAN, LATIN] = SIGNS
const scriptsOf = (name: string) => SIGNS.filter((sign) => sign.test(name))
const isComparable = (one: string, other: string) => {
  const theirs = scriptsOf(other)
  return scriptsOf(one).some((script) => theirs.includes(script))
}

/** Whether a name of one script sounds as one of another; null where that says nothing. */
function sounds(one: string, other: string): boolean | null {
  if (HAN?.test(other) && LATIN?.test(one)) return soundsAs(one, other)
  if (HAN?.test(one) && LATIN?.test(other)) return soundsAs(other, one)
  return null
}

/** Whether a name of another script sounds as the own one: pinyin does, and no other script is heard. */
export const isHeardAs = (names: readonly string[], own: string): boolean =>
  names.some((name) => sounds(name, own) === true)

/**
 * A name that differs in its own script contradicts. One of another script agrees with nothing; it contradicts where it
 * is no pinyin of the other, unless the file says the name in the patient's script too. What cannot be read is no
 * agreement.
 */
export function nameVerdict(names: readonly string[], isUnread: boolean, own: string): NameVerdict {
  const alike = names.filter((name) => isComparable(name, own))
  if (alike.some((name) => !isSameName(name, own))) return 'differs'
  if (alike.length > 0) return 'agrees'
  if (isUnread) return 'unread'
  if (names.length === 0) return 'none'
  return names.some((name) => sounds(name, own) === false) ? 'differs' : 'uncompared'
}
