import { opinionText, sayIn, type Language, type Opinion, type Say } from '@mingmou/contract'

/** The wordings of an opinion in one language, and how its sentences are made. */
export interface Words {
  say: Say
  language: Language
  /** Joins the items of a list without the empty ones. */
  list: (items: readonly string[]) => string
  /** Clauses of one sentence. */
  clauses: (items: readonly string[]) => string
  /** "image 2", by the place in the sitting. */
  photograph: (index: number) => string
}

export function wordsIn(language: Language): Words {
  const all = sayIn(language)
  const say: Say = (name, values) => all(`opinion.${name}`, values)
  const join = (mark: string) => (items: readonly string[]) =>
    items.filter((item) => item !== '').join(mark)
  return {
    say,
    language,
    list: join(all('and')),
    clauses: join(say('and')),
    photograph: (index) => say('photograph', { number: index + 1 }),
  }
}

/** The text of an opinion. Each clause becomes a sentence; empty ones are left out. */
export function written(opinion: Opinion, { language }: Words): string {
  const sentences = (clauses: readonly string[]) =>
    clauses.filter((clause) => clause !== '').map((clause) => sentence(clause, language))
  return opinionText(
    {
      conclusion: sentences(opinion.conclusion),
      advice: sentences(opinion.advice),
      basis: sentences(opinion.basis),
      limits: sentences(opinion.limits),
    },
    language,
  )
}

function sentence(clause: string, language: Language): string {
  const stop = language === 'en' ? '.' : '。'
  const ended = clause.endsWith(stop) ? clause : clause + stop
  return ended.charAt(0).toUpperCase() + ended.slice(1)
}
