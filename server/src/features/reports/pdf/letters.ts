import { findFace, readBase, type BaseFaces, type Face } from './faces.ts'

/** Letters that one font draws: null for the font of the report. */
export interface Run {
  text: string
  face: Face | null
}

export interface Letters {
  base: BaseFaces
  /** The text in the runs that a PDF draws it by. */
  runs: (text: string) => Run[]
  /** Characters that no font has, each once. */
  missing: string[]
}

/** A letter with its marks, which one font has to draw. */
const whole = new Intl.Segmenter('und', { granularity: 'grapheme' })
// A segment holds a copy of the whole text: all at once they would take the square of its length.
const graphemes = (text: string) => Array.from(whole.segment(text), ({ segment }) => segment)

/** Direct the layout and have no shape: joiners, selectors of variants, marks of direction. */
const SHAPELESS = /[\p{Cc}\p{Cf}\p{Variation_Selector}]/gu
const codesOf = (letter: string) =>
  Array.from(letter.replace(SHAPELESS, '')).map((character) => character.codePointAt(0) ?? 0)

/** How a character that no font has is written: U+31350. */
const codeText = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`

/** The characters that no font has, of all that is to be printed. */
export async function unprintable(
  documents: readonly object[],
): Promise<{ character: string; code: string }[]> {
  const { missing } = await readLetters(JSON.stringify(documents))
  return missing.map((character) => ({ character, code: codeText(character) }))
}

/** Finds a font for every letter of a text in JSON, piece by piece: copies of the whole would take long. */
export async function readLetters(text: string): Promise<Letters> {
  const base = await readBase()
  const has = (letter: string) =>
    codesOf(letter).every((code) => base.regular.font.hasGlyphForCodePoint(code))
  const faces = new Map<string, Face>()
  const missing = new Set<string>()
  for (const letter of new Set(text.normalize('NFC').split('"').flatMap(graphemes))) {
    if (has(letter)) continue
    const face = await findFace(codesOf(letter))
    if (face) faces.set(letter, face)
    else for (const character of await lacking(base, letter)) missing.add(character)
  }
  const runs = (given: string): Run[] => {
    if (faces.size === 0 && missing.size === 0) return [{ text: given, face: null }]
    const normal = graphemes(given.normalize('NFC'))
    return joined(
      normal.map((letter) => {
        const face = faces.get(letter) ?? null
        return { text: face || has(letter) ? letter : named(letter, missing), face }
      }),
    )
  }
  return { base, runs, missing: [...missing] }
}

/** The characters of a letter that no font has; all of it where no single font has all. */
async function lacking(base: BaseFaces, letter: string): Promise<string[]> {
  const all = Array.from(letter.replace(SHAPELESS, ''))
  const lone: string[] = []
  for (const character of all) {
    const code = character.codePointAt(0) ?? 0
    if (!base.regular.font.hasGlyphForCodePoint(code) && !(await findFace([code])))
      lone.push(character)
  }
  return lone.length > 0 ? lone : all.slice(1)
}

const named = (letter: string, missing: ReadonlySet<string>) =>
  Array.from(letter, (character) =>
    missing.has(character) ? `[${codeText(character)}]` : character,
  ).join('')

/** Neighbours of one font are one run, with the blanks between them: words of Arabic keep their order. */
function joined(letters: readonly Run[]): Run[] {
  const runs: Run[] = []
  for (const [at, { text, face }] of letters.entries()) {
    const last = runs.at(-1)
    const isBetween = text === ' ' && last?.face && letters[at + 1]?.face === last.face
    if (last && (last.face === face || isBetween)) last.text += text
    else runs.push({ text, face })
  }
  return runs
}
