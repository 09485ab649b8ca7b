import { expect, test } from 'vitest'
import type { Texts } from './wire/wording.ts'
import { CLINICAL_TEXTS } from './modalities/texts.ts'

/** A sentence that tells its reader to do something: a request to the doctor, or a step on the screen. */
const ASKS =
  /请|须由?医生|需医生|点击|填写.*后|重新分析|应归入|please|clinical review required|\b(enter|click|choose|select|check|set|confirm) the\b/iu

/** Every sentence of a tree by its dotted name, in both languages. */
function sentences(texts: Texts, path = ''): [name: string, text: string][] {
  return Object.entries(texts).flatMap(([name, part]): [string, string][] =>
    Array.isArray(part)
      ? part.map((text: string) => [`${path}${name}`, text])
      : sentences(part as Texts, `${path}${name}.`),
  )
}

const asking = (path: string) =>
  sentences(CLINICAL_TEXTS)
    .filter(([name, text]) => name.startsWith(path) && ASKS.test(text))
    .map(([name, text]) => `${name}: ${text}`)

/** Said on the page alone, beside what it asks for. */
const ON_SCREEN = ['change.reason.versions', 'registration.', 'lesion.fly', 'octa.axial.enter']

const isAmong = (names: readonly string[]) => (sentence: string) =>
  names.some((name) => sentence.startsWith(name))

test('no sentence of a draft asks the doctor for anything: what the machine drafts, a clinician signs', () => {
  expect(sentences(CLINICAL_TEXTS).length).toBeGreaterThan(500)
  expect(asking('opinion.')).toEqual([])
})

test('no sentence that may stand on paper is an instruction of the screen', () => {
  // A letter asks its reader, who is no user of the screen.
  const of = asking('').filter((sentence) => !/^(opinion|letter)\./.test(sentence))
  expect(of.filter((sentence) => !isAmong(ON_SCREEN)(sentence))).toEqual([])
})
