import type { Eye } from './modalities/findings.ts'

/** What the parts of a file's name may mean. */
export interface NameFacts {
  /** The part that stands for the patient's number: the first that is neither eye nor day nor Chinese. */
  number: string
  /** All other parts with the form of a number, days too: one that is a patient's contradicts the first. */
  others: string[]
  eyes: Eye[]
  days: string[]
  /** Chinese parts that are no eye. */
  names: string[]
}

const EYE_WORDS: Readonly<Record<string, Eye>> = {
  ...{ od: 'OD', r: 'OD', re: 'OD', right: 'OD', 右: 'OD', 右眼: 'OD' },
  ...{ os: 'OS', l: 'OS', le: 'OS', left: 'OS', 左: 'OS', 左眼: 'OS' },
}
const eyeOf = (part: string): Eye | undefined => EYE_WORDS[part.toLowerCase()]

/** 20240301 or 2024-03-01, a day of the calendar. */
function dayOf(part: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})(-?)(\d{2})\2(\d{2})$/.exec(part)?.filter((_, index) => index !== 2) ?? []
  if (year === undefined || !/^(19|20)/.test(year)) return undefined
  const date = `${year}-${month ?? ''}-${day ?? ''}`
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}

/** A number may hold hyphens. So a part is taken whole, less eyes and days at its ends. */
function splitAtHyphens(part: string): string[] {
  if (dayOf(part) !== undefined) return [part]
  const dated = /^(.*?)-(\d{4}-\d{2}-\d{2})$/.exec(part)
  if (dated && dayOf(dated[2] ?? '') !== undefined)
    return [...splitAtHyphens(dated[1] ?? ''), dated[2] ?? '']
  const pieces = part.split('-')
  const isApart = (piece = '') => eyeOf(piece) !== undefined || dayOf(piece) !== undefined
  const before: string[] = []
  const after: string[] = []
  while (pieces.length > 1 && isApart(pieces.at(-1))) after.unshift(pieces.pop() ?? '')
  while (pieces.length > 1 && isApart(pieces[0])) before.push(pieces.shift() ?? '')
  return [...before, pieces.join('-'), ...after]
}

/**
 * Reads the name of a file: parts between `_`, blanks, dots, commas and brackets, and where Chinese begins or ends.
 * Nothing is looked for inside a part.
 */
export function nameFacts(fileName: string): NameFacts {
  const stem = fileName.replace(/\.[A-Za-z]{1,5}$/, '')
  const parts = stem
    .normalize('NFKC')
    .split(
      /[_\s.,;()[\]+&#、，。]+|(?<=\p{Script=Han})(?!\p{Script=Han})|(?<!\p{Script=Han})(?=\p{Script=Han})/u,
    )
    .flatMap(splitAtHyphens)
    .filter((part) => part !== '')
  const eyes = parts.flatMap((part) => eyeOf(part) ?? [])
  const days = parts.flatMap((part) => dayOf(part) ?? [])
  const names = parts.filter((part) => /^\p{Script=Han}+$/u.test(part) && !eyeOf(part))
  const numbers = parts.filter((part) => /^[A-Za-z0-9-]{1,32}$/.test(part) && !eyeOf(part))
  const number = numbers.find((part) => dayOf(part) === undefined) ?? ''
  return {
    number,
    others: numbers.filter((part) => part !== number),
    eyes: [...new Set(eyes)],
    days: [...new Set(days)],
    names,
  }
}
