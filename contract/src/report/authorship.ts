import type { Language, OPINION_ORIGINS } from '../wire/constants.ts'
import { sentencesOf } from './opinion.ts'
import { reportSay } from './words.ts'

/** Who wrote an opinion. `share`: of a changed draft, how much of it is another text; null otherwise. */
export interface Authorship {
  origin: (typeof OPINION_ORIGINS)[number]
  share: number | null
}

/**
 * So many parts in a row have to be the same to count as taken from a draft. Fewer are terms and turns that every
 * report of an eye has.
 */
const RUN = 8

/** Below this share of its characters, what an opinion has in common with a draft is a quotation. */
const QUOTED = 0.1

/** Words, numbers, and each other character by itself. Headings, the warning and white space are left out. */
const partsOf = (text: string): string[] =>
  sentencesOf(text)
    .join('\n')
    .match(/\p{Script=Latin}+|\d+(?:\.\d+)?|\S/gu) ?? []

const lengthOf = (parts: readonly string[]) => parts.reduce((sum, part) => sum + part.length, 0)

/** Who wrote an opinion, by its text and the machine's drafts in every language: the nearest draft decides. */
export function authorshipOf(opinion: string, drafts: readonly string[]): Authorship {
  const own = partsOf(opinion)
  const written = lengthOf(own)
  const same = own.join('')
  const [nearest] = drafts
    .map(partsOf)
    .filter((draft) => draft.length > 0)
    .map((draft) => {
      if (draft.join('') === same) return { kept: written, share: 0 }
      const kept = common(own, draft)
      return { kept, share: 1 - kept / Math.max(written, lengthOf(draft)) }
    })
    .toSorted((a, b) => b.kept - a.kept || a.share - b.share)
  if (!nearest || nearest.kept === 0 || nearest.kept < QUOTED * written)
    return { origin: 'own', share: null }
  const { share } = nearest
  return share === 0 ? { origin: 'taken_over', share: null } : { origin: 'changed', share }
}

/**
 * Characters of the longest common subsequence that is made of runs of `RUN` parts or more (LCSk+; Pavetić, Žužić and
 * Šikić 2014, arXiv 1407.2407). A run longer than twice that is made of shorter ones.
 */
function common(a: readonly string[], b: readonly string[]): number {
  const [own = EMPTY, draft = EMPTY] = numbered(a, b)
  const before = new Uint32Array(a.length + 1)
  for (const [i, part] of a.entries()) before[i + 1] = (before[i] ?? 0) + part.length
  const wide = b.length + 1
  // The rows that a run may reach back to, in a ring.
  const rows = new Uint32Array(2 * RUN * wide)
  const startOf = (row: number) => (row % (2 * RUN)) * wide
  let runs = new Uint32Array(wide)
  let now = new Uint32Array(wide)
  for (let i = 1; i <= a.length; i++) {
    const [row, above] = [startOf(i), startOf(i - 1)]
    for (let j = 1; j < wide; j++) {
      let best = Math.max(rows[above + j] ?? 0, j === 1 ? 0 : (rows[row + j - 1] ?? 0))
      const run = own[i - 1] === draft[j - 1] ? (runs[j - 1] ?? 0) + 1 : 0
      now[j] = run
      for (let long = RUN; long <= run && long < 2 * RUN; long++) {
        const kept = (rows[startOf(i - long) + j - long] ?? 0) + (before[i] ?? 0)
        best = Math.max(best, kept - (before[i - long] ?? 0))
      }
      rows[row + j] = best
    }
    ;[runs, now] = [now, runs]
  }
  return rows[startOf(a.length) + b.length] ?? 0
}

const EMPTY = new Uint32Array()

/** Two lists of parts with a number in the place of each part, which are quicker to compare. */
function numbered(...lists: readonly (readonly string[])[]): Uint32Array[] {
  const numbers = new Map<string, number>()
  return lists.map((list) =>
    Uint32Array.from(list, (part) => {
      const number = numbers.get(part) ?? numbers.size
      numbers.set(part, number)
      return number
    }),
  )
}

/** Who wrote an opinion, as page and paper say it. A change is never nothing and never all. */
export function authorshipText({ origin, share }: Authorship, language: Language): string {
  const n = Math.min(99, Math.max(1, Math.round((share ?? 0) * 100)))
  return reportSay(language)(`report.origin.${origin}`, { n })
}
