import { nameWords } from '@mingmou/contract'
import { pinyin } from 'pinyin-pro'

/** All readings of a Chinese character in plain letters; none where none is known. */
function readingsOf(character: string): string[] {
  const readings = pinyin(character, { multiple: true, toneType: 'none', type: 'array', v: true })
  // 吕 is written Lü, Lv, Lu and Lyu.
  return readings
    .filter((reading) => /^[a-z]+$/.test(reading))
    .flatMap((reading) =>
      reading.includes('v')
        ? [reading, reading.replace('v', 'u'), reading.replace('v', 'yu')]
        : reading,
    )
}

/** Whether letters are one reading of each character, one after the other. */
const isRead = (letters: string, readings: readonly (readonly string[])[]): boolean => {
  const [first, ...rest] = readings
  if (first === undefined) return letters === ''
  return first.some(
    (reading) => letters.startsWith(reading) && isRead(letters.slice(reading.length), rest),
  )
}

/** Chinese names have up to four characters; longer ones are foreign ones by their sound. */
const MOST = 4

/**
 * Whether a Latin name is the pinyin of a Chinese one, the family name first or last; null where sound says nothing:
 * the name of another language, or a character whose reading is not known.
 */
export function soundsAs(latin: string, chinese: string): boolean | null {
  const characters = Array.from(nameWords(chinese).join(''))
  const isForeign = nameWords(chinese).length > 1 || characters.length > MOST
  const readings = characters.map(readingsOf)
  if (isForeign || readings.some((reading) => reading.length === 0)) return null
  const words = nameWords(latin).map((word) =>
    word.replaceAll('ü', 'v').normalize('NFD').replace(/\P{L}/gu, ''),
  )
  return words.some((_, at) =>
    isRead([...words.slice(at), ...words.slice(0, at)].join(''), readings),
  )
}
