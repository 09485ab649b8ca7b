/** A tree of sentences in both languages. */
export interface Texts {
  readonly [name: string]: readonly [zh: string, en: string] | Texts
}

/** The wording at a dotted name, in one language, with its `{{arguments}}` filled in. */
export type Say = (name: string, values?: Readonly<Record<string, string | number>>) => string
