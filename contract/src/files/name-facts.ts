import { calendarDay, isNoPictureDay } from '../wire/days.ts'
import type { Eye } from '../findings/findings.ts'
import { MIDDLE_DOTS } from '../wire/person-names.ts'

/** What the parts of a file's name may mean. */
export interface NameFacts {
  /** The part that stands for the patient's number: the first that is neither eye nor day nor Chinese nor a count. */
  number: string
  /** All other parts with the form of a number, days and counts too: one that is a patient's contradicts the first. */
  others: string[]
  eyes: Eye[]
  days: string[]
  /** Parts with letters that are not of the Latin alphabet alone, and no eye: dots stay within a name. */
  names: string[]
}

const EYE_WORDS: Readonly<Record<string, readonly Eye[]>> = {
  od: ['OD'],
  r: ['OD'],
  re: ['OD'],
  right: ['OD'],
  右: ['OD'],
  右眼: ['OD'],
  os: ['OS'],
  l: ['OS'],
  le: ['OS'],
  left: ['OS'],
  左: ['OS'],
  左眼: ['OS'],
  ou: ['OD', 'OS'],
  both: ['OD', 'OS'],
  双眼: ['OD', 'OS'],
}
/** The eyes that a word names; none where it names none. */
export const eyesOf = (part: string): readonly Eye[] => EYE_WORDS[part.toLowerCase()] ?? []
const isEye = (part: string) => eyesOf(part).length > 0

/** 20240301 or 2024-03-01, a day of the calendar on which a picture may have been taken. */
function dayOf(part: string): string | undefined {
  const [, year = '', , month = '', day = ''] = /^(\d{4})(-?)(\d{2})\2(\d{2})$/.exec(part) ?? []
  if (!/^(19|20)/.test(year)) return undefined
  const date = calendarDay(year, month, day)
  return date === undefined || isNoPictureDay(date) ? undefined : date
}

/** A number may hold hyphens. So a part is taken whole, less eyes and days at its ends. */
function splitAtHyphens(part: string): string[] {
  if (dayOf(part) !== undefined) return [part]
  const dated = /^(.*?)-(\d{4}-\d{2}-\d{2})$/.exec(part)
  if (dated && dayOf(dated[2] ?? '') !== undefined)
    return [...splitAtHyphens(dated[1] ?? ''), dated[2] ?? '']
  const pieces = part.split('-')
  const isApart = (piece = '') => isEye(piece) || dayOf(piece) !== undefined
  const before: string[] = []
  const after: string[] = []
  while (pieces.length > 1 && isApart(pieces.at(-1))) after.unshift(pieces.pop() ?? '')
  while (pieces.length > 1 && isApart(pieces[0])) before.push(pieces.shift() ?? '')
  return [...before, pieces.join('-'), ...after]
}

/** Behind something else at the end, one or two digits, or 001: which of several files it is. A card has it alone or first. */
const withoutCount = (parts: readonly string[]) =>
  parts.length > 1 && /^-?(\d{1,2}|0\d\d)$/.test(parts.at(-1) ?? '') ? parts.slice(0, -1) : parts

/** A letter that stands in no number: of a script other than Latin, or with a mark. */
const FOREIGN = '(?:(?![A-Za-z])[\\p{L}\\p{Script=Han}])'
const DOT_IN_NAME = new RegExp(`(?<=${FOREIGN}\\p{M}*)[.${MIDDLE_DOTS}](?=${FOREIGN})`, 'gu')
const OTHER_DOT = new RegExp(`[${MIDDLE_DOTS}]`, 'gu')
const HAS_FOREIGN = new RegExp(FOREIGN, 'u')
const BOUNDS = new RegExp(
  [
    '[_\\s.,;()[\\]+&#、，。]+',
    '(?<=\\p{Script=Han})(?![\\p{Script=Han}·])',
    '(?<![\\p{Script=Han}·])(?=\\p{Script=Han})',
  ].join('|'),
  'u',
)
const EYE_AT_DOT = /^(左眼?|右眼?|双眼)·|·(左眼?|右眼?|双眼)$/gu

/**
 * Reads the name of a file: parts between `_`, blanks, dots, commas and brackets, and where Chinese begins or ends.
 * A dot between two letters that are not plain Latin is part of a name. Nothing is looked for inside a part.
 */
export function nameFacts(fileName: string): NameFacts {
  const stem = fileName.replace(/\.[A-Za-z]{1,5}$/, '')
  const parts = stem
    .normalize('NFC')
    .replace(DOT_IN_NAME, '\n')
    .replace(OTHER_DOT, '_')
    .replaceAll('\n', '·')
    .normalize('NFKC')
    .split(BOUNDS)
    .flatMap((part) => part.replace(EYE_AT_DOT, '$1_$2').split('_'))
    .flatMap(splitAtHyphens)
    .filter((part) => part !== '')
  const eyes = parts.flatMap(eyesOf)
  const days = parts.flatMap((part) => dayOf(part) ?? [])
  const names = parts.filter((part) => HAS_FOREIGN.test(part) && !isEye(part))
  const isNumber = (part: string) => /^[A-Za-z0-9-]{1,32}$/.test(part) && !isEye(part)
  const numbers = parts.filter(isNumber)
  const mayBeCard = (part: string) => isNumber(part) && dayOf(part) === undefined
  const number = withoutCount(parts).find(mayBeCard) ?? ''
  return {
    number,
    others: numbers.filter((part) => part !== number),
    eyes: [...new Set(eyes)],
    days: [...new Set(days)],
    names,
  }
}
